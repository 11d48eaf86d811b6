import * as clock from "/static/js/clock.js";
import { equal, isTrue } from "./assert.js";

const PAPER = clock.anchor(180_000, 240_000, 1000);
const at = (seconds) => clock.reading(PAPER, 1000 + seconds * 1000);
const due = (limits, seconds) => clock.milestone(limits, 1000 + seconds * 1000);

/** A countdown whose time the test sets; returns it, what it called back, and the hand. */
function countdown() {
  const calls = [];
  const hand = { now: 0 };
  const handlers = {
    show: (reading) => calls.push(reading.phase),
    announce: () => calls.push("announce"),
    fire: () => calls.push("fire"),
    resync: () => calls.push("resync"),
  };
  const subject = new clock.Countdown(handlers, () => hand.now);
  const goTo = (ms, step = clock.TICK_MS) => {
    while (hand.now < ms) {
      hand.now = Math.min(ms, hand.now + step);
      if (subject.timer !== null) subject.tick();
    }
  };
  const count = (name) => calls.filter((call) => call === name).length;
  return { subject, calls, hand, goTo, count };
}

export const tests = {
  "shows what is left until the hard limit"() {
    equal(at(0), { phase: "open", text: "4:00", left: 240_000 });
    equal(at(89.5).text, "2:31");
    equal(at(239.2).text, "0:01");
  },
  "is soft from the soft limit on, over at the hard limit"() {
    equal([179.9, 180, 239.9, 240, 300].map((s) => at(s).phase), [
      "open", "soft", "soft", "over", "over",
    ]);
    equal(at(300).text, "0:00");
  },
  "shows nothing where there is no limit, and is never due"() {
    const none = clock.anchor(null, null, 0);
    equal(clock.reading(none, 1e9).phase, "none");
    equal(clock.isDue(none, 1e9), false);
    equal(clock.milestone(none, 1e9), null);
  },
  "submits a little after the hard limit, so that the server is past it too"() {
    equal(clock.isDue(PAPER, 241_000), false);
    equal(clock.isDue(PAPER, 241_000 + clock.FIRE_AFTER_MS), true);
  },
  "speaks at the soft limit, 30 s later and 10 s before the end"() {
    equal([0, 179, 180, 209, 210, 229, 230, 239.9, 240].map((s) => due(PAPER, s)), [
      null, null, "soft", "soft", "soft30", "soft30", "hard10", "hard10", null,
    ]);
  },
  "leaves out what does not fit between short limits"() {
    const short = clock.anchor(2000, 6000, 1000);
    equal([1, 2, 5.9].map((s) => due(short, s)), [null, "soft", "soft"]);
  },
  "says nothing twice, and never goes back"() {
    isTrue(clock.isNews("soft", null));
    isTrue(clock.isNews("hard10", "soft"));
    equal(clock.isNews("soft", "soft"), false);
    equal(clock.isNews("soft", "hard10"), false);
    equal(clock.isNews(null, null), false);
  },
  "a tick more than two seconds late means the page was asleep"() {
    equal(clock.isLate(0, clock.TICK_MS + 1999), false);
    equal(clock.isLate(0, clock.TICK_MS + 2001), true);
  },
  "a countdown fires once"() {
    const { subject, goTo, count } = countdown();
    subject.start(2000, 4000);
    goTo(9000);
    equal([count("fire"), count("announce"), count("resync")], [1, 1, 0]);
  },
  "a countdown that slept asks the server, and counts by the clock, not by ticks"() {
    const { subject, calls, hand, goTo, count } = countdown();
    subject.start(180_000, 240_000);
    goTo(1000);
    hand.now = 200_000;
    subject.tick();
    equal(calls.slice(-3), ["soft", "announce", "resync"]);
    subject.stop();
    equal(count("fire"), 0);
  },
  "a countdown that slept past the limit submits at once"() {
    const { subject, hand, calls } = countdown();
    subject.start(2000, 4000);
    hand.now = 60_000;
    subject.tick();
    equal(calls.at(-1), "fire");
    equal(subject.timer, null);
  },
  "a later reply moves the limits, and nothing is spoken again"() {
    const { subject, goTo, count } = countdown();
    subject.start(2000, 4000);
    goTo(2500);
    subject.adjust(0, 3000);
    goTo(5400);
    equal([count("announce"), count("fire")], [1, 0]);
    goTo(6000);
    equal(count("fire"), 1);
  },
};
