// After a severe act: what was seen, for how long, and which of how many it was. A dialogue of the
// page's own; alert() would take the focus away itself. The clock of the item runs on under it.

/** Say a time as people do: "12 seconds", "2 minutes 5 seconds"; the browser knows the plurals. */
export function inWords(ms, language) {
  const seconds = Math.max(1, Math.round(ms / 1000));
  const say = (value, unit) =>
    new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(value);
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  if (minutes === 0) return say(seconds, "second");
  return rest === 0 ? say(minutes, "minute") : `${say(minutes, "minute")} ${say(rest, "second")}`;
}

/** Which warnings are due: of an act that counts, once, however often its events come back. */
export class Warnings {
  constructor() {
    this.warned = new Set();
  }

  /** Return [{event, number, limit}] for a reply to a batch of events. */
  due(reply, batch) {
    const { acknowledged = [], severe_threshold: limit } = reply.data;
    const numbers = new Map(acknowledged.map(({ id, severe_number: number }) => [id, number]));
    const isNew = ({ id, act }) => {
      if (!numbers.get(id) || this.warned.has(act)) return false;
      this.warned.add(act);
      return true;
    };
    return batch.filter(isNew).map((event) => ({ event, number: numbers.get(event.id), limit }));
  }
}

export class WarningDialog {
  /** `closed` hears {event, shownFor, text} when a warning was read. */
  constructor(dialog, words, { closed, fallback }) {
    Object.assign(this, { dialog, words, closed, fallback });
    this.waiting = [];
    this.shown = null;
    this.parts = Object.fromEntries(["heading", "seen", "count", "last", "text"].map(
      (name) => [name, dialog.querySelector(`[data-part=${name}]`)],
    ));
    dialog.addEventListener("close", () => this.#close());
  }

  show(warnings) {
    this.waiting.push(...warnings);
    if (this.shown === null) this.#next();
  }

  #next() {
    const warning = this.waiting.shift();
    if (warning === undefined) return;
    const { event, number, limit } = warning;
    const { heading, seen, count, last, text } = this.parts;
    const time = inWords(event.duration_ms, document.documentElement.lang);
    heading.textContent = this.words(`warn-${event.type}`);
    seen.textContent = this.words(`seen-${event.type}`, { time });
    count.textContent = this.words("warn-count", { n: number, limit });
    last.hidden = number !== limit - 1;
    text.value = "";
    this.shown = { event, since: performance.now(), focused: document.activeElement };
    this.dialog.showModal();
  }

  #close() {
    const { event, since, focused } = this.shown;
    this.shown = null;
    const isThere = focused?.isConnected && focused !== document.body && focused.getClientRects().length > 0;
    (isThere ? focused : this.fallback).focus({ preventScroll: true });
    this.closed({ event, shownFor: performance.now() - since, text: this.parts.text.value.trim() });
    this.#next();
  }
}
