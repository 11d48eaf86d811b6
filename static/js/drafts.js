// Drafts: every choice gets a higher number and is sent at once; the server keeps the highest.

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

export class DraftSequence {
  constructor(seq = 0) {
    this.seq = seq;
    this.latest = null;
  }

  /** Number a choice. */
  choose(value) {
    this.seq += 1;
    this.latest = { seq: this.seq, value };
    return this.latest;
  }

  /** Take what the server keeps after a draft (null: it does not say); return what to send now:
   *  the same choice again when another tab had used its number. */
  answered(draft, stored) {
    if (draft !== this.latest) return null;
    this.latest = null;
    const isKept = stored === null || stored.seq < draft.seq || same(stored, draft);
    if (isKept) return null;
    this.seq = Math.max(this.seq, stored.seq);
    return this.choose(draft.value);
  }

  /** Take what a reply says is stored; tell whether the page should show it. */
  adopt(stored) {
    if (this.latest !== null || stored.seq <= this.seq) return false;
    this.seq = stored.seq;
    return true;
  }
}

/** Sends the drafts of one stage; a newer one replaces the one still on its way. */
export class DraftKeeper {
  /** `put` sends a draft, `stored` reads what is kept from a reply, `refused` takes any other. */
  constructor({ seq, put, stored, refused }) {
    this.sequence = new DraftSequence(seq);
    this.put = put;
    this.stored = stored;
    this.refused = refused;
    this.underWay = null;
  }

  choose(value) {
    return this.send(this.sequence.choose(value));
  }

  async send(draft) {
    this.underWay?.abort();
    this.underWay = new AbortController();
    const reply = await this.put(draft, this.underWay.signal);
    if (reply === null) return;
    if (reply.status !== 200) {
      this.refused(reply);
      return;
    }
    const again = this.sequence.answered(draft, this.stored(reply.data));
    if (again !== null) await this.send(again);
  }

  adopt(stored) {
    return this.sequence.adopt(stored);
  }

  /** The stage is closed: what is still on its way no longer matters. */
  stop() {
    this.underWay?.abort();
    this.sequence.latest = null;
  }
}
