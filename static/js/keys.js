// Keyboard shortcuts. A held key neither repeats nor carries over into what is shown next.

const GUARDED = new Set(["Enter", " ", "1", "2", "3", "4", "5"]);

/** Return the key of an event; digits also from layouts that need Shift for them. */
export function keyOf(event) {
  const key = (event.key ?? "").normalize("NFKC"); // full-width digits of Chinese input
  if (GUARDED.has(key)) return key;
  const digit = /^Digit([1-5])$/.exec(event.code ?? "");
  return digit && !event.shiftKey ? digit[1] : key;
}

/** Swallows repeats, flagged or not, until the key was let go. */
export class KeyGuard {
  constructor() {
    this.held = new Set();
  }

  /** Tell whether this press counts. */
  press(event) {
    const key = keyOf(event);
    if (!GUARDED.has(key)) return true;
    const isNew = !event.repeat && !this.held.has(key);
    this.held.add(key);
    return isNew;
  }

  release(event) {
    this.held.delete(keyOf(event));
  }

  /** The page lost the keyboard, and will not hear what is let go. */
  clear() {
    this.held.clear();
  }
}

/** Return what a press means: {submit: true}, {choose: 1…} or null. */
export function meaning(event, { choices, isOn, onControl }) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return null;
  const key = keyOf(event);
  if (key === "Enter") return isOn && !onControl ? { submit: true } : null;
  const number = /^[1-5]$/.test(key) ? Number(key) : 0;
  return isOn && number >= 1 && number <= choices ? { choose: number } : null;
}

const REMEMBERED = "discern.shortcuts";

/** Tell whether the participant wants shortcuts; storage may be closed. */
export function wanted(storage) {
  try {
    return storage().getItem(REMEMBERED) !== "off";
  } catch {
    return true;
  }
}

export function remember(isOn, storage) {
  try {
    storage().setItem(REMEMBERED, isOn ? "on" : "off");
  } catch {
    // then it holds for this page only
  }
}
