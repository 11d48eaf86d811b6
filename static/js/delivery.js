// Events on their way: numbered, kept until the server has acknowledged each by its id, and sent
// again until it has; a reload, or a page that was closed without network, loses none.

import { submissionId } from "./api.js";

/** So many events go in one message; it stays far below what a beacon may carry. */
export const BATCH = 20;

const PREFIX = "discern.events";

/** What waits in the browser's storage. It may be closed, or full: then memory must do. */
export class Shelf {
  constructor(storage, key, page) {
    this.storage = storage;
    this.prefix = `${PREFIX}.${key}.`;
    this.own = this.prefix + page;
  }

  keep(events) {
    this.#quietly((storage) =>
      events.length ? storage.setItem(this.own, JSON.stringify(events)) : storage.removeItem(this.own));
  }

  /** Take over what earlier pages of this session left behind. */
  adopt() {
    const found = [];
    this.#quietly((storage) => {
      const names = Array.from({ length: storage.length }, (_, n) => storage.key(n));
      for (const name of names.filter((each) => each.startsWith(this.prefix))) {
        const events = storage.getItem(name);
        storage.removeItem(name); // first: what cannot be read is not met again
        found.push(...JSON.parse(events));
      }
    });
    return found;
  }

  #quietly(act) {
    try {
      act(this.storage());
    } catch {
      // nothing that the participant could do about it
    }
  }
}

export class Delivery {
  /** `send` delivers a message until it is answered, `beacon` sends a copy and tells nothing,
   *  `answered` hears each reply with the events it is about. */
  constructor({ key, page, send, beacon, answered, storage, now = Date.now, newId = submissionId }) {
    Object.assign(this, { page, send, beacon, answered, now, newId });
    this.seq = 0;
    this.shelf = new Shelf(storage, key, page);
    this.pending = this.shelf.adopt();
    this.isSending = false;
    this.#changed();
  }

  /** Send what somebody did: {type, act, duration, raw}, so many milliseconds ago. */
  add({ type, act, duration, raw }, ago = 0) {
    this.seq += 1;
    this.pending.push({
      id: this.newId(), page: this.page, seq: this.seq, type, act, raw,
      duration_ms: Math.round(duration), ended: this.now() - ago,
    });
    this.#changed();
    return this.flush();
  }

  /** Send all that waits, one message after the other. */
  async flush() {
    if (this.isSending) return;
    this.isSending = true;
    while (this.pending.length > 0) {
      const batch = this.pending.slice(0, BATCH);
      const reply = await this.send(() => this.message(batch));
      if (reply === null) break;
      this.#settle(batch, reply);
    }
    this.isSending = false;
  }

  /** The page is going: send a copy of what waits, which may arrive or not. */
  last() {
    if (this.pending.length > 0) this.beacon(this.message(this.pending.slice(-BATCH)));
  }

  /** Events as they are sent: with their age, since no two clocks agree. */
  message(events) {
    const age = (ended) => Math.max(0, Math.round(this.now() - ended));
    return { events: events.map(({ ended, ...event }) => ({ ...event, ended_ago_ms: age(ended) })) };
  }

  #settle(batch, reply) {
    const acknowledged = new Set((reply.data.acknowledged ?? []).map(({ id }) => id));
    // what was refused as a whole will be refused again
    const done = acknowledged.size > 0 ? acknowledged : new Set(batch.map(({ id }) => id));
    this.pending = this.pending.filter(({ id }) => !done.has(id));
    this.#changed();
    this.answered(reply, batch);
  }

  #changed() {
    this.shelf.keep(this.pending);
  }
}
