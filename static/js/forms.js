// The two forms of an item: the judgment, and the ratings that open below it.

function showNote(form, name) {
  for (const line of form.querySelectorAll("[data-note]")) {
    line.toggleAttribute("data-shown", line.dataset.note === name);
  }
}

/** What both forms do: tell about choices, submit when there is something to submit. */
class StageForm {
  constructor(form, { onChoice, onSubmit }) {
    this.form = form;
    this.button = form.querySelector("button.primary");
    form.addEventListener("change", () => {
      this.update();
      onChoice(this.value);
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.isReady) onSubmit();
    });
  }

  get fieldsets() {
    return [...this.form.querySelectorAll("fieldset:not([hidden])")];
  }

  get isLocked() {
    return this.fieldsets.every((fieldset) => fieldset.disabled);
  }

  set isLocked(locked) {
    for (const fieldset of this.fieldsets) fieldset.disabled = locked;
    this.update();
  }

  /** aria-disabled, not disabled: the button stays in reach, and its description says why. */
  update() {
    this.button.setAttribute("aria-disabled", String(!this.isReady));
  }

  check(name, value) {
    for (const input of this.form.elements[name]) input.checked = input.value === String(value);
  }
}

export class Judgment extends StageForm {
  constructor(form, handlers) {
    super(form, handlers);
    this.recorded = form.querySelector(".recorded");
    this.help = form.querySelector(".help");
    this.phase = "open";
  }

  /** True, false, or null where nothing is chosen. */
  get value() {
    const { value } = this.form.elements.verdict;
    return value === "" ? null : value === "true";
  }

  get isReady() {
    return !this.isLocked && this.value !== null;
  }

  open(value) {
    this.phase = "open";
    this.button.hidden = this.help.hidden = false;
    this.recorded.hidden = true;
    this.show(value);
    this.isLocked = false;
  }

  show(value) {
    this.check("verdict", value);
    this.update();
  }

  /** Take the clock's phase: open, soft or over. */
  setPhase(phase) {
    if (phase === this.phase) return;
    this.phase = phase;
    this.update();
  }

  update() {
    super.update();
    const isEmpty = this.value === null;
    const byPhase = { soft: "soft", over: isEmpty ? "over-empty" : "over" };
    showNote(this.form, byPhase[this.phase] ?? (isEmpty ? "choose" : ""));
  }

  /** The line that says how the clock ended the stage. */
  get lastWord() {
    return this.form.querySelector("[data-note][data-shown]")?.textContent ?? "";
  }

  /** Show the judgment as made; the button's place is kept, so that nothing moves. */
  record(verdict) {
    this.check("verdict", verdict);
    this.isLocked = true;
    showNote(this.form, "");
    this.button.hidden = this.help.hidden = true;
    this.recorded.hidden = false;
    for (const line of this.recorded.children) {
      line.hidden = line.dataset.verdict !== String(verdict);
    }
  }

  /** Choose by position. */
  choose(number) {
    const input = this.form.elements.verdict[number - 1];
    if (!input || this.isLocked) return;
    input.focus();
    input.click();
  }
}

export class Ratings extends StageForm {
  constructor(form, handlers) {
    super(form, handlers);
    this.heading = form.querySelector("h2");
  }

  get asks() {
    return this.fieldsets.map((fieldset) => fieldset.dataset.scale);
  }

  /** Both ratings; null where one is missing or not asked for. */
  get value() {
    const chosen = (name) => (this.asks.includes(name) ? this.form.elements[name].value : "");
    const number = (name) => (chosen(name) === "" ? null : Number(chosen(name)));
    return { confidence: number("confidence"), helpfulness: number("helpfulness") };
  }

  get isReady() {
    return !this.isLocked && this.asks.every((name) => this.value[name] !== null);
  }

  open({ asks, ratings_draft: draft, timed_out: timedOut, verdict }) {
    for (const fieldset of this.form.querySelectorAll("fieldset")) {
      fieldset.hidden = !asks.includes(fieldset.dataset.scale);
    }
    const reason = timedOut ? (verdict === null ? "timed-out-empty" : "timed-out") : "";
    for (const line of this.form.querySelectorAll("[data-when]")) {
      line.hidden = line.dataset.when !== reason;
    }
    this.show(draft);
    this.form.hidden = false;
    this.isLocked = false;
  }

  /** The line that says why the ratings have opened by themselves. */
  get reason() {
    return this.form.querySelector("[data-when]:not([hidden])")?.textContent ?? "";
  }

  show(draft) {
    for (const name of this.asks) this.check(name, draft[name]);
    this.update();
  }

  close() {
    this.form.hidden = true;
  }

  update() {
    super.update();
    const isOpen = !this.isLocked && !this.isReady;
    showNote(this.form, isOpen ? (this.asks.length > 1 ? "choose-both" : "choose") : "");
  }

  /** Choose on the scale that has the focus, else on the first without an answer. */
  choose(number) {
    const focused = document.activeElement?.closest("fieldset");
    const open = this.fieldsets.find((scale) => this.value[scale.dataset.scale] === null);
    const fieldset = this.fieldsets.includes(focused) ? focused : open;
    const input = fieldset?.querySelectorAll("input")[number - 1];
    if (!input || this.isLocked) return;
    input.focus(); // so that Tab leads to the next scale
    input.click();
  }
}
