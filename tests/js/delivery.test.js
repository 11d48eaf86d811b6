import { BATCH, Delivery } from "/static/js/delivery.js";
import { equal } from "./assert.js";

/** A browser's storage in memory. */
class Storage {
  constructor(entries = {}) {
    this.entries = new Map(Object.entries(entries));
  }
  get length() { return this.entries.size; }
  key(n) { return [...this.entries.keys()][n]; }
  getItem(name) { return this.entries.get(name) ?? null; }
  setItem(name, value) { this.entries.set(name, value); }
  removeItem(name) { this.entries.delete(name); }
}

/** A delivery whose server the test plays by hand. */
function delivery({ storage = new Storage(), page = "page-1" } = {}) {
  const sent = [];
  const beacons = [];
  const answers = [];
  const clock = { now: 1000 };
  let ids = 0;
  const subject = new Delivery({
    key: "key", page, storage: () => storage, now: () => clock.now,
    newId: () => `${page}-${(ids += 1)}`,
    send: (make) => new Promise((resolve) => sent.push({ make, answer: resolve })),
    beacon: (message) => beacons.push(message),
    answered: (reply, batch) => answers.push([reply.status, batch.map(({ id }) => id)]),
  });
  return { subject, sent, beacons, answers, clock, storage };
}

const act = (type = "right_click") => ({ type, act: "act", duration: 0, raw: [] });
const idsOf = (message) => message.events.map(({ id }) => id);
const taking = (...ids) => ({ status: 200, data: { acknowledged: ids.map((id) => ({ id })) } });
const nextTurn = () => new Promise((resolve) => setTimeout(resolve));

export const tests = {
  "an event is sent at once, numbered, with its age and without the page's clock"() {
    const { subject, sent, clock } = delivery();
    subject.add({ ...act("tab_switch"), duration: 1500.4, raw: [["hidden", 0]] }, 500);
    clock.now = 1200;
    equal(sent[0].make(), { events: [{
      id: "page-1-1", page: "page-1", seq: 1, type: "tab_switch", act: "act",
      raw: [["hidden", 0]], duration_ms: 1500, ended_ago_ms: 700,
    }] });
  },
  "an event that is tried again has grown older"() {
    const { subject, sent, clock } = delivery();
    subject.add(act());
    const age = () => sent[0].make().events[0].ended_ago_ms;
    equal(age(), 0);
    clock.now = 61_000;
    equal(age(), 60_000);
    clock.now = 0; // somebody has set the clock back
    equal(age(), 0);
  },
  async "it waits in storage until it is acknowledged, and not longer"() {
    const { subject, sent, storage } = delivery();
    const delivered = subject.add(act());
    equal(storage.length, 1);
    sent[0].answer(taking("page-1-1"));
    await delivered;
    equal([storage.length, subject.pending.length], [0, 0]);
  },
  async "only what was acknowledged by its id goes; the rest is sent again"() {
    const { subject, sent } = delivery();
    subject.add(act());
    subject.add(act());
    subject.add(act());
    sent[0].answer(taking("page-1-1"));
    await nextTurn();
    equal(idsOf(sent[1].make()), ["page-1-2", "page-1-3"]);
    sent[1].answer(taking("page-1-3"));
    await nextTurn();
    equal(idsOf(sent[2].make()), ["page-1-2"]);
  },
  async "a refusal after the end acknowledges too"() {
    const { subject, sent, answers } = delivery();
    const delivered = subject.add(act());
    sent[0].answer({ ...taking("page-1-1"), status: 409 });
    await delivered;
    equal([subject.pending.length, answers], [0, [[409, ["page-1-1"]]]]);
  },
  async "what is refused as a whole is not sent for ever"() {
    const { subject, sent } = delivery();
    const delivered = subject.add(act());
    sent[0].answer({ status: 400, data: {} });
    await delivered;
    equal([subject.pending.length, sent.length], [0, 1]);
  },
  async "what was given up stays, and goes with the next event"() {
    const { subject, sent, storage } = delivery();
    const delivered = subject.add(act());
    sent[0].answer(null);
    await delivered;
    equal([subject.pending.length, storage.length], [1, 1]);
    subject.add(act());
    equal(idsOf(sent[1].make()), ["page-1-1", "page-1-2"]);
  },
  async "many go in several messages, in their order"() {
    const { subject, sent } = delivery();
    subject.add(act());
    for (let n = 0; n < BATCH + 4; n += 1) subject.add(act());
    sent[0].answer(taking("page-1-1"));
    await nextTurn();
    const first = idsOf(sent[1].make());
    equal([first.length, first[0]], [BATCH, "page-1-2"]);
    sent[1].answer(taking(...first));
    await nextTurn();
    equal(sent[2].make().events.map(({ seq }) => seq), [22, 23, 24, 25]);
  },
  "a page that is opened sends what the one before left, with its numbers"() {
    const storage = new Storage();
    delivery({ storage }).subject.add(act("copy_attempt"));
    const { subject, sent } = delivery({ storage, page: "page-2" });
    subject.flush();
    const [event] = sent[0].make().events;
    equal([event.id, event.page, event.seq], ["page-1-1", "page-1", 1]);
    subject.add(act());
    equal(subject.seq, 1);
    equal([...storage.entries.keys()], ["discern.events.key.page-2"]);
  },
  "it leaves alone what waits for another session, or is no list of events"() {
    const storage = new Storage({ "discern.events.other.page": "[{}]", "discern.shortcuts": "off",
      "discern.events.key.broken": "{not json" });
    equal(delivery({ storage }).subject.pending, []);
    equal(storage.entries.has("discern.events.other.page"), true);
  },
  "a closed storage stops nothing"() {
    const sent = [];
    const subject = new Delivery({
      key: "key", page: "page", send: (make) => new Promise(() => sent.push(make())),
      beacon: () => {}, answered: () => {},
      storage: () => { throw new Error("The operation is insecure."); },
    });
    subject.add(act());
    equal(sent.length, 1);
  },
  "a beacon is an extra copy: the event still waits for its acknowledgment"() {
    const { subject, beacons } = delivery();
    subject.last();
    equal(beacons, []);
    subject.add(act());
    subject.last();
    equal([idsOf(beacons[0]), subject.pending.length], [["page-1-1"], 1]);
  },
};
