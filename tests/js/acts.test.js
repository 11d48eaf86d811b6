// Traces of Chromium 156 and Firefox 153, as they were recorded, and what may never count.

import { Acts, meaningOf } from "/static/js/acts.js";
import { RAW_EVENTS } from "/static/js/away.js";
import { equal } from "./assert.js";

/** Feed [type, at, more] and return what came out, in short; half a minute later all is settled. */
function replay(trace, { stopAt } = {}) {
  const acts = watching();
  const out = trace.flatMap(([type, at, more]) => acts.take({ type, at, hasFocus: true, ...more }));
  if (stopAt !== undefined) return short([...out, ...acts.stop(stopAt)]);
  const last = trace.length ? trace.at(-1)[1] : 0;
  return short([...out, ...acts.settle(last + 30_000)]);
}

function watching() {
  let count = 0;
  const acts = new Acts(() => `act-${(count += 1)}`);
  acts.start();
  return acts;
}

const short = (acts) => acts.map(({ type, duration }) => `${type} ${duration}`);
const key = (name, more = {}) => ({ key: name, code: "", repeat: false, isComposing: false, ...more });

export const tests = {
  "a tab switch in Chromium is one act"() {
    equal(replay([["blur", 0], ["hidden", 15, { looksLikeTab: true }], ["focus", 5000],
      ["visible", 5003]]), ["tab_switch 4988"]);
  },
  "a tab switch in Firefox, which tells of the blur 306 ms earlier and gives no hint"() {
    equal(replay([["blur", 0], ["hidden", 306], ["visible", 4000, { hasFocus: false }],
      ["focus", 4002]]), ["visibility_hidden 3694"]);
  },
  "minimising, which blurs three times, is one act"() {
    equal(replay([["blur", 0], ["hidden", 1], ["focus", 40], ["blur", 42], ["focus", 60],
      ["blur", 63], ["visible", 3000, { hasFocus: false }], ["focus", 3010]]),
    ["visibility_hidden 2999"]);
  },
  "a window that covers ours, hidden first and blurred after it"() {
    equal(replay([["hidden", 0], ["blur", 38], ["visible", 900], ["focus", 901]]),
      ["visibility_hidden 900"]);
  },
  "another program in front of a page in sight is one moderate act"() {
    equal(replay([["blur", 0], ["focus", 2500]]), ["window_blur 2500"]);
  },
  "a flicker of the focus is nothing"() {
    equal(replay([["blur", 0], ["focus", 299]]), []);
    equal(replay([["blur", 0], ["focus", 300]]), ["window_blur 300"]);
  },
  "hidden for less than half a second is told, with its time, for the log"() {
    equal(replay([["blur", 0], ["hidden", 1], ["visible", 201], ["focus", 202]]),
      ["visibility_hidden 200"]);
    equal(replay([["hidden", 0], ["visible", 500]]), ["visibility_hidden 500"]);
  },
  "three flickers of the display do not add up to one hiding"() {
    equal(replay([["hidden", 0], ["visible", 200], ["hidden", 300], ["visible", 500],
      ["hidden", 600], ["visible", 800]]), ["visibility_hidden 200"]);
  },
  "no blur beside a hiding of the same act"() {
    equal(replay([["blur", 0], ["hidden", 2000], ["visible", 4000], ["focus", 4001]]),
      ["visibility_hidden 2000"]);
  },
  "a long blur with a flicker of the display in it stays a blur"() {
    equal(replay([["blur", 0], ["hidden", 4000], ["visible", 4100, { hasFocus: false }],
      ["focus", 6000]]), ["window_blur 5900"]);
  },
  "coming back for less than half a second does not end an act"() {
    equal(replay([["hidden", 0], ["visible", 1000], ["hidden", 1499], ["visible", 3000]]),
      ["visibility_hidden 2501"]);
  },
  "coming back for half a second ends it, and the next leaving is another"() {
    equal(replay([["hidden", 0], ["visible", 1000], ["hidden", 1500], ["visible", 3000]]),
      ["visibility_hidden 1000", "visibility_hidden 1500"]);
  },
  "in sight without the focus is not back"() {
    const acts = watching();
    acts.take({ type: "hidden", at: 0 });
    acts.take({ type: "visible", at: 1000, hasFocus: false });
    equal([acts.dueAt, acts.settle(60_000)], [null, []]);
    acts.take({ type: "focus", at: 60_000 });
    equal([acts.dueAt, short(acts.settle(60_499))], [60_500, []]);
    equal(short(acts.settle(60_500)), ["visibility_hidden 1000"]);
  },
  "an act ends when the page was back, not when that was noticed"() {
    const acts = watching();
    acts.take({ type: "hidden", at: 0 });
    acts.take({ type: "visible", at: 1000, hasFocus: true });
    equal(acts.settle(9000).map(({ at }) => at), [1000]);
  },
  "seventeen reloads are nothing: pagehide, then hidden"() {
    const reload = (at) => [["pagehide", at], ["hidden", at + 2], ["pageshow", at + 300],
      ["visible", at + 301]];
    equal(replay(Array.from({ length: 17 }, (_, n) => reload(n * 10_000)).flat()), []);
  },
  "typing an address and going there is nothing"() {
    equal(replay([["blur", 0], ["pagehide", 4000], ["hidden", 4001]]), []);
  },
  "a page that is closed while it is hidden tells of the hiding"() {
    equal(replay([["blur", 0], ["hidden", 10], ["pagehide", 3010]]), ["visibility_hidden 3000"]);
  },
  "after the back button the page is watched again"() {
    equal(replay([["pagehide", 0], ["hidden", 1], ["copy", 500, { hasSelection: true }],
      ["pageshow", 1000], ["visible", 1001], ["hidden", 2000], ["visible", 4000]]),
    ["visibility_hidden 2000"]);
  },
  "a late pageshow of the first loading forgets nothing"() {
    equal(replay([["hidden", 0], ["pageshow", 100], ["visible", 2000]]), ["visibility_hidden 2000"]);
  },
  "another page of ours in front makes it a tab switch"() {
    const acts = watching();
    acts.take({ type: "hidden", at: 0 });
    acts.sawOtherPage();
    acts.take({ type: "visible", at: 1000, hasFocus: true });
    equal(short(acts.settle(2000)), ["tab_switch 1000"]);
    acts.sawOtherPage(); // of no act
    acts.take({ type: "hidden", at: 5000 });
    acts.take({ type: "visible", at: 6000, hasFocus: true });
    equal(short(acts.settle(9000)), ["visibility_hidden 1000"]);
  },
  "PrintScreen is one act, whether its press, its release or both arrive"() {
    const print = key("PrintScreen");
    equal(replay([["keyup", 0, print]]), ["screenshot_attempt 0"]);
    equal(replay([["keydown", 0, print], ["keyup", 80, print]]), ["screenshot_attempt 0"]);
    equal(replay([["keydown", 0, print], ["keyup", 9000, print]]), ["screenshot_attempt 0"]);
    equal(replay([["keyup", 0, print], ["keyup", 1999, print]]), ["screenshot_attempt 0"]);
    equal(replay([["keyup", 0, print], ["keyup", 2000, print]]).length, 2);
  },
  "the shortcuts of capture tools, where they arrive"() {
    for (const code of ["Digit3", "Digit4", "Digit5", "KeyS"]) {
      equal(replay([["keydown", 0, key("#", { code, metaKey: true, shiftKey: true })]]),
        ["screenshot_attempt 0"], code);
    }
    equal(replay([["keydown", 0, key("S", { code: "KeyS", shiftKey: true })]]), []);
    equal(replay([["keydown", 0, key("3", { code: "Digit3", metaKey: true })]]), []);
  },
  "the tool that takes the focus after the key is the same act"() {
    const acts = watching();
    const [shot] = acts.take({ type: "keyup", at: 0, ...key("PrintScreen") });
    acts.take({ type: "blur", at: 1900 });
    acts.take({ type: "hidden", at: 1950 });
    acts.take({ type: "visible", at: 4000, hasFocus: true });
    const [tool] = acts.settle(5000);
    equal([shot.act, tool.act, tool.type], ["act-1", "act-1", "visibility_hidden"]);
  },
  "leaving the page later than two seconds after the key is an act of its own"() {
    const acts = watching();
    const [shot] = acts.take({ type: "keyup", at: 0, ...key("PrintScreen") });
    acts.take({ type: "hidden", at: 2001 });
    acts.take({ type: "visible", at: 4000, hasFocus: true });
    equal([shot.act, acts.settle(5000)[0].act], ["act-1", "act-2"]);
  },
  "the key that arrives while a tool still has the focus is the same act"() {
    const acts = watching();
    acts.take({ type: "blur", at: 0 });
    const [shot] = acts.take({ type: "keyup", at: 700, ...key("PrintScreen") });
    acts.take({ type: "focus", at: 900 });
    equal([shot.act, acts.settle(2000)[0].act], ["act-1", "act-1"]);
  },
  "repeats and keys of an input method are nothing"() {
    equal(meaningOf({ type: "keydown", ...key("PrintScreen", { repeat: true }) }), null);
    equal(meaningOf({ type: "keydown", ...key("F12", { isComposing: true }) }), null);
    equal(meaningOf({ type: "keydown", ...key("a") }), null);
  },
  "the developer tools: F12 and its chords, once in two seconds"() {
    const chords = [key("F12"), key("I", { code: "KeyI", ctrlKey: true, shiftKey: true }),
      key("J", { code: "KeyJ", ctrlKey: true, shiftKey: true }),
      key("c", { code: "KeyC", metaKey: true, altKey: true })];
    for (const chord of chords) equal(replay([["keydown", 0, chord]]), ["devtools_open 0"]);
    equal(replay(chords.map((chord, n) => ["keydown", n * 600, chord])), ["devtools_open 0"]);
    equal(replay([["keydown", 0, key("i", { code: "KeyI", ctrlKey: true })]]), []);
    equal(replay([["keyup", 0, key("F12")]]), []);
  },
  "the panel that the developer tools open is the same act"() {
    const acts = watching();
    const [tools] = acts.take({ type: "keydown", at: 0, ...key("F12") });
    acts.take({ type: "blur", at: 200 });
    acts.take({ type: "focus", at: 3000 });
    equal(acts.settle(9000).map(({ act }) => act), [tools.act]);
  },
  "copying counts only where something is selected"() {
    equal(replay([["copy", 0, { hasSelection: false }]]), []);
    equal(replay([["copy", 0, { hasSelection: true }]]), ["copy_attempt 0"]);
  },
  "one act per type in two seconds, and types do not hide each other"() {
    equal(replay([["contextmenu", 0], ["contextmenu", 1999], ["paste", 1999], ["contextmenu", 2000],
    ]), ["right_click 0", "paste_attempt 0", "right_click 0"]);
  },
  "nothing is watched before the first item and after the last submission"() {
    const acts = new Acts();
    equal(acts.take({ type: "contextmenu", at: 0 }), []);
    acts.start();
    equal(acts.take({ type: "contextmenu", at: 1 }).length, 1);
    acts.stop(2);
    equal(acts.take({ type: "contextmenu", at: 9000 }), []);
  },
  "starting again changes nothing"() {
    const acts = watching();
    acts.take({ type: "hidden", at: 0 });
    acts.start();
    acts.take({ type: "visible", at: 1000, hasFocus: true });
    equal(short(acts.settle(2000)), ["visibility_hidden 1000"]);
  },
  "what is going on when watching ends is told"() {
    equal(replay([["hidden", 0]], { stopAt: 3000 }), ["visibility_hidden 3000"]);
    equal(replay([["blur", 0]], { stopAt: 100 }), []);
  },
  "what the browser said is kept, but not without end"() {
    const acts = watching();
    for (let n = 0; n < 200; n += 1) acts.take({ type: n % 2 ? "focus" : "blur", at: n * 10 });
    acts.take({ type: "hidden", at: 2000 });
    acts.take({ type: "visible", at: 3000, hasFocus: true });
    const [{ raw }] = acts.settle(4000);
    equal([raw.length, raw[0], raw[1]], [RAW_EVENTS, ["blur", 0], ["focus", 10]]);
  },
};
