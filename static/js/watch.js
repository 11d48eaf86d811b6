// Watches the page while somebody works on the items; loaded only where the study monitors. Passes
// on to `acts.js` what the browser says, and to the server what came of it.

import { Acts } from "./acts.js";
import { send, submissionId } from "./api.js";
import { Delivery } from "./delivery.js";
import { WarningDialog, Warnings } from "./warning.js";
import { work } from "./work.js";

const HEARTBEAT_MS = 10_000;

const isOurDialog = ({ target }) => target instanceof Element && target.closest("dialog") !== null;

/** A tab that is left reports, in Chromium, the size of its window as that of its page. */
const looksLikeTab = () =>
  outerWidth === innerWidth && outerHeight === innerHeight && document.fullscreenElement === null;

class Watch {
  constructor(work) {
    const { api, monitoring: key } = work.place;
    this.work = work;
    this.api = api;
    this.page = submissionId(); // in memory only: what a tab stores is cloned into a new window
    this.acts = new Acts();
    this.warnings = new Warnings();
    this.dialog = new WarningDialog(document.getElementById("warning"), work.view.words, {
      closed: (warning) => this.#read(warning),
      fallback: work.view.heading,
    });
    this.delivery = new Delivery({
      key, page: this.page, storage: () => localStorage,
      send: (body) => send("POST", `${api}events`, body),
      beacon: (message) => navigator.sendBeacon(
        `${api}events`, new Blob([JSON.stringify(message)], { type: "application/json" }),
      ),
      answered: (reply, batch) => this.#answered(reply, batch),
    });
    this.others = new BroadcastChannel(`discern.pages.${key}`);
    this.others.onmessage = () => this.acts.sawOtherPage();
    this.#listen();
    this.delivery.flush();
  }

  /** The first item is on the screen. */
  begin() {
    if (this.acts.isRunning) return;
    this.acts.start();
    this.others.postMessage(this.page);
    this.#beat();
    this.beating = setInterval(() => this.#beat(), HEARTBEAT_MS);
  }

  /** The last submission was made, or the session is over. */
  end() {
    clearInterval(this.beating);
    this.#report(this.acts.stop(performance.now()));
  }

  #listen() {
    document.addEventListener("visibilitychange", () => this.#visibilityChanged());
    addEventListener("blur", () => setTimeout(() => {
      if (!document.hasFocus()) this.#take("blur"); // else a frame of the page has it
    }));
    addEventListener("focus", () => this.#take("focus"));
    addEventListener("pageshow", () => this.#take("pageshow"));
    addEventListener("pagehide", () => {
      this.#take("pagehide");
      this.delivery.last();
    });
    for (const type of ["keydown", "keyup"]) {
      addEventListener(type, (event) => this.#pressed(event), { capture: true });
    }
    for (const type of ["copy", "cut", "paste", "contextmenu"]) {
      addEventListener(type, (event) => this.#handled(event), { capture: true });
    }
  }

  #visibilityChanged() {
    if (document.visibilityState === "hidden") {
      this.#take("hidden", { looksLikeTab: looksLikeTab() });
      return;
    }
    this.#take("visible", { hasFocus: document.hasFocus() });
    if (this.acts.isRunning) this.others.postMessage(this.page);
  }

  #pressed({ type, key, code, repeat, isComposing, metaKey, ctrlKey, shiftKey, altKey }) {
    this.#take(type, { key, code, repeat, isComposing, metaKey, ctrlKey, shiftKey, altKey });
  }

  #handled(event) {
    if (isOurDialog(event)) return; // what somebody writes there is theirs
    const by = { cut: "cut", contextmenu: event.button === 2 ? "pointer" : "keyboard" }[event.type];
    const type = event.type === "cut" ? "copy" : event.type;
    this.#take(type, { by, hasSelection: String(getSelection()) !== "" });
  }

  #take(type, about = {}) {
    const now = performance.now();
    this.#report(this.acts.take({ type, at: now, ...about }));
    clearTimeout(this.settling);
    const { dueAt } = this.acts;
    if (dueAt === null) return;
    this.settling = setTimeout(() => this.#report(this.acts.settle(performance.now())), dueAt - now + 5);
  }

  #report(acts) {
    for (const act of acts) this.delivery.add(act, performance.now() - act.at);
  }

  #answered(reply, batch) {
    if (reply.data.phase === this.work.place.phase) this.dialog.show(this.warnings.due(reply, batch));
    else this.work.refresh(); // the session is over: its page says so
  }

  /** A warning was read; the time it took is logged, and what somebody said about it is sent. */
  #read({ event, shownFor, text }) {
    const raw = [];
    this.delivery.add({ type: "warning_shown", act: event.act, duration: shownFor, raw });
    if (text) send("POST", `${this.api}dispute`, { event: event.id, text });
  }

  async #beat() {
    this.lastBeat?.abort();
    this.lastBeat = new AbortController();
    const reply = await send("POST", `${this.api}heartbeat`, () => ({
      page_id: this.page,
      visible: document.visibilityState === "visible",
      focused: document.hasFocus(),
      last_event_seq: this.delivery.seq,
    }), { signal: this.lastBeat.signal });
    if (reply?.data.phase && reply.data.phase !== this.work.place.phase) this.work.refresh();
  }
}

work.watch = new Watch(work);
if (work.shown !== null) work.watch.begin(); // the item was here first
