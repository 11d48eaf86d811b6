// Drafts: the newest choice wins. Every choice gets a higher number and is sent at once; the server
// keeps the highest, in whatever order they arrive.

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

export class DraftSequence {
  constructor(seq = 0) {
    this.seq = seq;
    this.latest = null;
  }

  /** Number a choice. What was chosen before need not be sent any more. */
  choose(value) {
    this.seq += 1;
    this.latest = { seq: this.seq, value };
    return this.latest;
  }

  /**
   * Take the server's answer to a draft.
   * @param {{seq: number, value: *}|null} stored what the server keeps; null when it does not say
   * @returns the draft to send now: the same choice again when another tab had used the number
   */
  answered(draft, stored) {
    if (draft !== this.latest) return null;
    this.latest = null;
    const isKept = stored === null || stored.seq < draft.seq || same(stored, draft);
    if (isKept) return null;
    this.seq = Math.max(this.seq, stored.seq);
    return this.choose(draft.value);
  }

  /** Take what a reply says was stored; tell whether the page should show it. */
  adopt(stored) {
    if (this.latest !== null || stored.seq <= this.seq) return false;
    this.seq = stored.seq;
    return true;
  }

  /** Nothing needs sending any more: the stage is closed. */
  forget() {
    this.latest = null;
  }
}

/** Sends the drafts of one stage; a newer choice replaces the one that is still on its way. */
export class DraftKeeper {
  /**
   * @param put sends one draft: (draft, signal) => reply or null
   * @param stored reads from a reply what the server keeps of this stage, or null
   * @param refused takes a reply that is not 200
   */
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
    this.sequence.forget();
  }
}
