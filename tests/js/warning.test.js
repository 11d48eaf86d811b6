import { WarningDialog, Warnings, inWords } from "/static/js/warning.js";
import { equal, isTrue } from "./assert.js";

const DIALOG = `<h2 data-part="heading" tabindex="-1"></h2><p data-part="seen"></p>
  <p data-part="count"></p><p data-part="last"></p><form method="dialog">
  <textarea data-part="text"></textarea><button>Continue</button></form>`;

/** A dialogue on a page of its own, with a field that has the focus. */
function shownOn() {
  const frame = document.createElementNS("http://www.w3.org/1999/xhtml", "iframe");
  document.documentElement.append(frame); // the suite runs on an image
  const root = frame.contentDocument.body;
  root.innerHTML = `<h1 tabindex="-1">Question</h1><input><dialog>${DIALOG}</dialog>`;
  const [fallback, field, dialog] = ["h1", "input", "dialog"].map((name) => root.querySelector(name));
  const closed = [];
  const words = (name, values) => [name, ...Object.values(values ?? {})].join(" ");
  const subject = new WarningDialog(dialog, words, { closed: (each) => closed.push(each), fallback });
  return { subject, dialog, field, fallback, closed, frame };
}

const event = (id, act = id, type = "tab_switch") => ({ id, act, type, duration_ms: 4000 });
const reply = (...numbers) => ({
  data: { severe_threshold: 3, acknowledged: numbers.map(([id, n]) => ({ id, severe_number: n })) },
});
const close = (dialog) => new Promise((resolve) => {
  dialog.addEventListener("close", resolve, { once: true });
  dialog.close();
});

export const tests = {
  "a time is said as people say it"() {
    equal([400, 1000, 4400, 60_000, 125_000].map((ms) => inWords(ms, "en")), [
      "1 second", "1 second", "4 seconds", "1 minute", "2 minutes 5 seconds",
    ]);
    equal(inWords(4000, "zh-hans").startsWith("4"), true);
  },
  "only what counts is warned of, with its number"() {
    const due = new Warnings().due(reply(["a", null], ["b", 2]), [event("a"), event("b")]);
    equal(due.map(({ event: { id }, number, limit }) => [id, number, limit]), [["b", 2, 3]]);
  },
  "an act is warned of once, whatever comes of it later or again"() {
    const warnings = new Warnings();
    warnings.due(reply(["a", 1]), [event("a", "act")]);
    equal(warnings.due(reply(["a", 1], ["b", 1]), [event("a", "act"), event("b", "act")]), []);
    equal(warnings.due({ data: {} }, [event("c")]), []);
  },
  async "says what was seen, for how long, and which it was of how many"() {
    const { subject, dialog, frame } = shownOn();
    subject.show([{ event: event("a"), number: 1, limit: 3 }]);
    const text = (part) => dialog.querySelector(`[data-part=${part}]`).textContent;
    isTrue(dialog.open);
    equal([text("heading"), text("seen"), text("count")], [
      "warn-tab_switch", "seen-tab_switch 4 seconds", "warn-count 1 3",
    ]);
    equal(dialog.querySelector("[data-part=last]").hidden, true);
    await close(dialog);
    subject.show([{ event: event("b"), number: 2, limit: 3 }]);
    equal(dialog.querySelector("[data-part=last]").hidden, false);
    frame.remove();
  },
  async "warnings wait for each other, and each text belongs to its event"() {
    const { subject, dialog, closed, frame } = shownOn();
    subject.show([{ event: event("a"), number: 1, limit: 3 }]);
    subject.show([{ event: event("b"), number: 2, limit: 3 }]);
    dialog.querySelector("textarea").value = " My cat. ";
    await close(dialog);
    isTrue(dialog.open);
    equal(dialog.querySelector("textarea").value, "");
    await close(dialog);
    equal(closed.map(({ event: { id }, text }) => [id, text]), [["a", "My cat."], ["b", ""]]);
    isTrue(closed.every(({ shownFor }) => shownFor >= 0));
    equal(dialog.open, false);
    frame.remove();
  },
};
