// What comes from the participant and the browser: keys, clicks, and the page waking up.

import { KeyGuard, meaning, remember, wanted } from "./keys.js";

const DOUBLE_CLICK_MS = 700;
const storage = () => window.localStorage;

/** Show and change whether single keys do something (WCAG 2.1.4). */
function shortcuts(isOffered) {
  const state = { isOn: isOffered && wanted(storage) };
  const switches = document.querySelectorAll("[data-switch=shortcuts]");
  const show = () => {
    for (const button of switches) button.setAttribute("aria-checked", String(state.isOn));
    for (const hint of document.querySelectorAll(".hint.keys")) {
      hint.toggleAttribute("data-off", !state.isOn);
    }
  };
  for (const button of switches) {
    button.addEventListener("click", () => {
      state.isOn = !state.isOn;
      remember(state.isOn, storage);
      show();
    });
  }
  show();
  return state;
}

/** Pass on to the work page what happens; returns where it reports that its screen has changed. */
export function listen(work) {
  const keys = shortcuts("shortcuts" in work.place);
  const guard = new KeyGuard();
  let changedAt = -Infinity;

  function press(event) {
    const control = event.target.closest?.("a, button, input, summary, [tabindex='0']");
    if (!guard.press(event) && (event.key !== " " || control)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const form = work.stage === "stage1" ? work.judgment : work.ratings;
    const asked = meaning(event, {
      choices: work.stage === "stage1" ? 2 : 5,
      isOn: keys.isOn && work.stage !== null && !document.querySelector("dialog[open]"),
      onControl: Boolean(control?.matches("a, button, summary")),
    });
    if (asked === null) return;
    event.preventDefault();
    if (asked.submit) form.form.requestSubmit();
    else form.choose(asked.choose);
  }

  document.addEventListener("keydown", press, { capture: true });
  document.addEventListener("keyup", (event) => guard.release(event), { capture: true });
  addEventListener("blur", () => guard.clear());

  // The second half of a double click belongs to the screen before, not to what has opened since.
  document.addEventListener("click", (event) => {
    if (event.detail > 1 && performance.now() - changedAt < DOUBLE_CLICK_MS) {
      event.preventDefault();
      event.stopPropagation();
    }
  }, { capture: true });

  addEventListener("focus", () => work.refresh());
  addEventListener("online", () => work.refresh());
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") work.refresh();
  });
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    work.view.conceal();
    work.refresh();
  });

  return { changed: () => (changedAt = performance.now()) };
}
