// The countdown of Stage 1. A reply says how far the limits are; from then on the monotonic time
// since that reply counts, never the ticks of a timer.

export const TICK_MS = 250;
export const LATE_MS = 2000;
/** How long after the hard limit the page submits, so that the server too is past it. */
export const FIRE_AFTER_MS = 150;

/** Fix the limits of a reply in monotonic time; null: this participant has none. */
export function anchor(softInMs, hardInMs, now) {
  const fixed = (ms) => (ms === null ? null : now + ms);
  return { soft: fixed(softInMs), hard: fixed(hardInMs) };
}

/** Return what the clock shows; `phase` is none, open, soft or over. */
export function reading(limits, now) {
  if (limits.hard === null) return { phase: "none", text: "", left: Infinity };
  const left = Math.max(0, limits.hard - now);
  const isSoft = limits.soft !== null && now >= limits.soft;
  const phase = left === 0 ? "over" : isSoft ? "soft" : "open";
  return { phase, text: minutesAndSeconds(left), left };
}

/** Round up: 0:00 means that nothing is left. */
export function minutesAndSeconds(ms) {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

const MILESTONES = ["soft", "soft30", "hard10"];

/** Return the announcement that is due: null, soft, soft30 or hard10. */
export function milestone({ soft, hard }, now) {
  if (hard === null || now >= hard) return null;
  if (now >= hard - 10_000 && (soft === null || hard - 10_000 > soft)) return "hard10";
  if (soft === null || now < soft) return null;
  return now >= soft + 30_000 && soft + 30_000 < hard - 10_000 ? "soft30" : "soft";
}

/** Tell whether an announcement comes after the last one; nothing is said twice. */
export function isNews(due, spoken) {
  return MILESTONES.indexOf(due) > MILESTONES.indexOf(spoken);
}

export function isDue(limits, now) {
  return limits.hard !== null && now >= limits.hard + FIRE_AFTER_MS;
}

/** A tick this late means that the page was asleep: what it knows may be old. */
export function isLate(previousTick, now) {
  return now - previousTick > TICK_MS + LATE_MS;
}

/** Ticks, and calls back `show`, `announce`, `fire` (once) and `resync`. */
export class Countdown {
  constructor(handlers, now = () => performance.now()) {
    this.handlers = handlers;
    this.now = now;
    this.timer = null;
    this.limits = anchor(null, null, 0);
    this.spoken = null;
  }

  start(softInMs, hardInMs) {
    this.spoken = null;
    this.adjust(softInMs, hardInMs);
  }

  /** Take the limits of a later reply about the same item. */
  adjust(softInMs, hardInMs) {
    this.stop();
    this.limits = anchor(softInMs, hardInMs, this.now());
    this.previousTick = this.now();
    if (this.limits.hard !== null) this.timer = setInterval(() => this.tick(), TICK_MS);
    this.tick();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
  }

  tick() {
    const now = this.now();
    const late = isLate(this.previousTick, now);
    this.previousTick = now;
    const shown = reading(this.limits, now);
    this.handlers.show(shown);
    const due = milestone(this.limits, now);
    if (isNews(due, this.spoken)) {
      this.spoken = due;
      this.handlers.announce(shown.left);
    }
    if (isDue(this.limits, now)) {
      this.stop();
      this.handlers.fire();
    } else if (late) {
      this.handlers.resync();
    }
  }
}
