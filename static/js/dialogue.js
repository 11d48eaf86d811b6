// The dialogue with the server: send a message, keep the participant informed while it is on its
// way, and follow the answer until the screen shows what is due.

import { rest, send } from "./api.js";

const LOAD = { kind: "load" };
const REFUSED_PAUSE_MS = 1000;

export class Dialogue {
  /**
   * @param api address of the messages
   * @param chip tells the participant what is not saved
   * @param render shows a reply; returns null when done, else the index of the item to open
   * @param leave what to do when the link is gone
   */
  constructor({ api, chip, render, leave }) {
    this.api = api;
    this.chip = chip;
    this.render = render;
    this.leave = leave;
  }

  /** Send until answered; null when `signal` gave it up. */
  async deliver(method, name, body, { kind = "save", signal } = {}) {
    const account = this.chip.track(kind);
    const reply = await send(method, this.api + name, body, {
      signal,
      onTrouble: account.trouble,
    });
    account.end();
    return reply;
  }

  state() {
    return this.deliver("GET", "state", undefined, LOAD);
  }

  /** Show a reply, and open what is due until an item is on the screen. */
  async settle(reply) {
    let isFresh = false; // the next item shown is one that this page has opened itself
    for (let answer = reply; ; ) {
      if (answer.status === 404) return this.leave();
      const hasEnvelope = Boolean(answer.data.progress);
      const due = hasEnvelope ? this.render(answer.data, isFresh) : null;
      if (hasEnvelope && due === null) return undefined;
      if (answer.status !== 200) await rest(REFUSED_PAUSE_MS); // whatever it says, no tight loop
      isFresh = answer.data.presentation === null;
      answer = hasEnvelope
        ? await this.deliver("POST", "next", { expected_index: due }, LOAD)
        : await this.state();
    }
  }
}
