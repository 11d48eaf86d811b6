// Send messages, tell the participant while they are on their way, follow the answers.

import { rest, send } from "./api.js";

const LOAD = { kind: "load" };
const REFUSED_PAUSE_MS = 1000;

export class Dialogue {
  /** `render` shows a reply and returns null, or the index of the item to open next. */
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
    let isFresh = false; // this page has opened the item itself
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
