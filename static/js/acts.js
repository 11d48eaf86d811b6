// What somebody did, out of what the browser says. A tab switch fires blur, then hidden; minimising
// fires three blurs; a reload fires pagehide, then hidden. None of these can be counted: acts can.
//
// Pure: events with monotonic times go in, finished acts come out.

import { submissionId } from "./api.js";
import { Away } from "./away.js";

/** An act of being away ends when the page was visible and focused for so long. */
export const SETTLE_MS = 500;
/** One act per type in so long; and what takes the focus so soon after a key is the key's doing. */
export const ONCE_MS = 2000;

const DEVTOOLS_CODES = new Set(["KeyC", "KeyI", "KeyJ", "KeyK"]);
const CAPTURE_CODES = new Set(["Digit3", "Digit4", "Digit5", "KeyS"]);

/** Return the type of act a key event is, or null. */
export function meaningOf(event) {
  if (event.repeat || event.isComposing) return null;
  if (event.key === "PrintScreen") return "screenshot_attempt"; // often its keyup arrives only
  if (event.type !== "keydown") return null;
  if (event.metaKey && event.shiftKey && CAPTURE_CODES.has(event.code)) return "screenshot_attempt";
  const isChord = (event.ctrlKey && event.shiftKey) || (event.metaKey && event.altKey);
  const isDevtools = event.key === "F12" || (isChord && DEVTOOLS_CODES.has(event.code));
  return isDevtools ? "devtools_open" : null;
}

export class Acts {
  constructor(newId = submissionId) {
    this.newId = newId;
    this.isRunning = false;
  }

  /** Begin to watch; whoever is not looking at this moment has not left yet. */
  start() {
    if (this.isRunning) return;
    this.isRunning = true;
    this.#forget();
    this.lastOf = new Map();
    this.gesture = null;
  }

  /** Watch no longer; what is going on ends here. */
  stop(at) {
    const ended = this.isRunning && this.away ? [this.away.finish(at)] : [];
    this.isRunning = false;
    this.away = null;
    return ended.filter(Boolean);
  }

  /** When an act may be over, if nothing happens until then; null while none is calm. */
  get dueAt() {
    const since = this.away?.calmSince ?? null;
    return since === null ? null : since + SETTLE_MS;
  }

  /** Return the acts that an event finishes: {type, act, at, duration, raw}. */
  take(event) {
    if (!this.isRunning) return [];
    if (event.type === "pageshow" && this.isMuted) this.#forget();
    if (this.isMuted) return [];
    return [...this.settle(event.at), this.#handle(event)].filter(Boolean);
  }

  /** End the act of being away when all was calm for long enough. */
  settle(at) {
    if (this.dueAt === null || at < this.dueAt) return [];
    const act = this.away.finish(at);
    this.away = null;
    return [act].filter(Boolean);
  }

  /** Another page of ours was in front meanwhile: a tab switch, for certain. */
  sawOtherPage() {
    if (this.away) this.away.isTab = true;
  }

  #forget() {
    this.away = null;
    this.isMuted = false;
    this.page = { isHidden: false, isBlurred: false };
  }

  #handle(event) {
    switch (event.type) {
      case "hidden":
        return this.#leave(event, { isHidden: true });
      case "blur": // only when the document has lost the focus: not to a frame of its own
        return this.#leave(event, { isBlurred: true });
      case "visible":
        return this.#change(event, { isHidden: false, isBlurred: !event.hasFocus });
      case "focus":
        return this.#change(event, { isBlurred: false });
      case "pagehide":
        return this.#pageHides(event);
      case "keydown":
      case "keyup":
        return this.#press(event);
      case "copy":
        return event.hasSelection ? this.#once("copy_attempt", event) : null;
      case "paste":
        return this.#once("paste_attempt", event);
      case "contextmenu":
        return this.#once("right_click", event);
      default:
        return null;
    }
  }

  #leave(event, change) {
    this.away ??= new Away(this.#actOf(event.at), event.at);
    if (event.looksLikeTab) this.away.isTab = true;
    return this.#change(event, change);
  }

  #change(event, change) {
    this.page = { ...this.page, ...change };
    this.away?.note(event.type, event.at);
    this.away?.become(this.page, event.at);
    return null;
  }

  /** A reload or a link hides the page too: that is nobody's leaving. */
  #pageHides(event) {
    const { away } = this;
    this.away = null;
    this.isMuted = true;
    if (!away?.hidden.isSeen) return null;
    away.note(event.type, event.at);
    return away.finish(event.at);
  }

  #press(event) {
    const type = meaningOf(event);
    if (type === null) return null;
    // a key that is held is one press, however late it is let go
    const isRelease = event.type === "keyup" && this.gesture?.held === event.key;
    if (isRelease) this.gesture.held = null;
    const act = isRelease ? null : this.#once(type, event);
    if (act !== null) {
      this.gesture = { act: act.act, at: event.at, held: event.type === "keydown" ? event.key : null };
    }
    return act;
  }

  #once(type, event) {
    if (event.at - (this.lastOf.get(type) ?? -Infinity) < ONCE_MS) return null;
    this.lastOf.set(type, event.at);
    const about = event.key ?? event.by;
    const raw = [[about ? `${event.type} ${about}` : event.type, 0]];
    const isGesture = type === "screenshot_attempt" || type === "devtools_open";
    const act = isGesture ? this.#actOf(event.at) : this.newId();
    return { type, act, at: event.at, duration: 0, raw };
  }

  /** What follows a key so closely, or is still going on, is the same act. */
  #actOf(at) {
    const isSame = this.gesture !== null && at - this.gesture.at <= ONCE_MS;
    return this.away?.id ?? (isSame ? this.gesture.act : this.newId());
  }
}
