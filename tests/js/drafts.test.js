import { DraftKeeper, DraftSequence } from "/static/js/drafts.js";
import { equal } from "./assert.js";

/** A keeper whose answers the test gives by hand. */
function keeper(seq = 0) {
  const sent = [];
  const refused = [];
  const put = (draft, signal) =>
    new Promise((resolve) => {
      sent.push({ draft, answer: resolve });
      signal.addEventListener("abort", () => resolve(null));
    });
  const subject = new DraftKeeper({
    seq, put, stored: (data) => data, refused: (reply) => refused.push(reply.status),
  });
  return { subject, sent, refused };
}
const kept = (seq, value) => ({ status: 200, data: { seq, value } });

export const tests = {
  "numbers go up from what the server has"() {
    const drafts = new DraftSequence(4);
    equal([drafts.choose(true).seq, drafts.choose(false).seq], [5, 6]);
  },
  "an answer to an older choice changes nothing"() {
    const drafts = new DraftSequence();
    const first = drafts.choose(true);
    const second = drafts.choose(false);
    equal(drafts.answered(first, { seq: 1, value: true }), null);
    equal(drafts.answered(second, { seq: 2, value: false }), null);
    equal(drafts.latest, null);
  },
  "a choice whose number another tab has used is sent again with a higher one"() {
    const drafts = new DraftSequence();
    equal(drafts.answered(drafts.choose(true), { seq: 7, value: false }), { seq: 8, value: true });
    equal(drafts.answered(drafts.latest, { seq: 8, value: false }), { seq: 9, value: true });
    equal(drafts.answered(drafts.latest, { seq: 9, value: true }), null);
  },
  "a server that keeps nothing (practice) is content"() {
    const drafts = new DraftSequence();
    equal(drafts.answered(drafts.choose(true), null), null);
  },
  "what another tab chose is adopted, but never over a choice that is on its way"() {
    const drafts = new DraftSequence(2);
    equal(drafts.adopt({ seq: 2, value: true }), false);
    equal(drafts.adopt({ seq: 3, value: true }), true);
    drafts.choose(false);
    equal(drafts.adopt({ seq: 9, value: true }), false);
  },
  "ratings are compared by value"() {
    const drafts = new DraftSequence();
    const value = { confidence: 4, helpfulness: null };
    equal(drafts.answered(drafts.choose(value), { seq: 1, value: { ...value } }), null);
  },
  async "a newer choice replaces the one under way"() {
    const { subject, sent } = keeper();
    subject.choose(true);
    const last = subject.choose(false);
    sent[1].answer(kept(2, false));
    await last;
    equal(sent.map(({ draft }) => draft), [{ seq: 1, value: true }, { seq: 2, value: false }]);
  },
  async "a refusal is passed on, unless the stage is closed by then"() {
    const { subject, sent, refused } = keeper();
    const first = subject.choose(true);
    sent[0].answer({ status: 409, data: {} });
    await first;
    const second = subject.choose(false);
    subject.stop();
    await second;
    equal(refused, [409]);
  },
};
