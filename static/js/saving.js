// Unsaved state is visible, saved state is silent.

export const PATIENCE_MS = 400;

/** Keeps account of what is on its way. */
export class Ledger {
  constructor() {
    this.open = new Map();
  }

  /** @param kind "save" for a message that carries work, "load" for one that asks. */
  begin(id, kind, now) {
    this.open.set(id, { kind, since: now, isFailing: false });
  }

  trouble(id) {
    const entry = this.open.get(id);
    if (entry) entry.isFailing = true;
  }

  end(id) {
    this.open.delete(id);
  }

  /** Return null, {kind: "saving"}, or {kind: "unsaved" | "unreachable", since}. */
  view(now) {
    const entries = [...this.open.values()];
    const failing = entries.filter((entry) => entry.isFailing);
    const unsaved = failing.filter((entry) => entry.kind === "save");
    const earliest = (list) => Math.min(...list.map((entry) => entry.since));
    if (unsaved.length) return { kind: "unsaved", since: earliest(unsaved) };
    if (failing.length) return { kind: "unreachable", since: earliest(failing) };
    const isSlow = (entry) => entry.kind === "save" && now - entry.since >= PATIENCE_MS;
    return entries.some(isSlow) ? { kind: "saving" } : null;
  }
}

/** Shows a ledger in one element. */
export class SavingChip {
  constructor(element, words) {
    this.element = element;
    this.words = words;
    this.ledger = new Ledger();
    this.count = 0;
  }

  /** Open an account for one message; returns its two ends. */
  track(kind) {
    this.count += 1;
    const id = this.count;
    this.ledger.begin(id, kind, Date.now());
    setTimeout(() => this.show(), PATIENCE_MS + 10);
    return {
      trouble: () => {
        this.ledger.trouble(id);
        this.show();
      },
      end: () => {
        this.ledger.end(id);
        this.show();
      },
    };
  }

  show() {
    const view = this.ledger.view(Date.now());
    const time = view?.since && new Date(view.since).toLocaleTimeString(
      document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
    );
    const text = view ? this.words(view.kind, { time }) : "";
    if (this.element.textContent === text) return;
    this.element.textContent = text;
    this.element.dataset.kind = view?.since ? "failing" : "";
  }
}
