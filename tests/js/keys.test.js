import { KeyGuard, keyOf, meaning, remember, wanted } from "/static/js/keys.js";
import { equal } from "./assert.js";

const down = (key, more = {}) => ({ key, repeat: false, ...more });
const judging = { choices: 2, isOn: true, onControl: false };

export const tests = {
  "a press counts once, flagged as a repeat or not"() {
    const guard = new KeyGuard();
    equal(guard.press(down("Enter")), true);
    equal(guard.press(down("Enter", { repeat: true })), false);
    equal(guard.press(down("Enter")), false, "an unflagged repeat");
    guard.release({ key: "Enter" });
    equal(guard.press(down("Enter")), true);
  },
  "a key that was held before the page knew of it does not count either"() {
    equal(new KeyGuard().press(down("1", { repeat: true })), false);
  },
  "a held key does not stop another one"() {
    const guard = new KeyGuard();
    guard.press(down("1"));
    equal(guard.press(down("Enter")), true);
  },
  "arrows and Tab may repeat"() {
    const guard = new KeyGuard();
    equal(guard.press(down("ArrowDown", { repeat: true })), true);
    equal(guard.press(down("Tab", { repeat: true })), true);
  },
  "what is let go while the page is away is forgotten"() {
    const guard = new KeyGuard();
    guard.press(down("2"));
    guard.clear();
    equal(guard.press(down("2")), true);
  },
  "digits of every layout are digits"() {
    equal(keyOf({ key: "３" }), "3", "full width");
    equal(keyOf({ key: "&", code: "Digit1" }), "1", "AZERTY");
    equal(keyOf({ key: "!", code: "Digit1", shiftKey: true }), "!");
    equal(keyOf({ key: "End", code: "Numpad1" }), "End");
  },
  "digits choose within what there is to choose"() {
    equal(meaning(down("2"), judging), { choose: 2 });
    equal(meaning(down("3"), judging), null);
    equal(meaning(down("5"), { ...judging, choices: 5 }), { choose: 5 });
    equal(meaning(down("6"), { ...judging, choices: 5 }), null);
  },
  "Enter submits, but on a button or link it is theirs"() {
    equal(meaning(down("Enter"), judging), { submit: true });
    equal(meaning(down("Enter"), { ...judging, onControl: true }), null);
  },
  "with a modifier, or switched off, keys mean nothing"() {
    equal(meaning(down("1", { ctrlKey: true }), judging), null);
    equal(meaning(down("1", { metaKey: true }), judging), null);
    equal(meaning(down("1"), { ...judging, isOn: false }), null);
    equal(meaning(down("Enter"), { ...judging, isOn: false }), null);
  },
  "the switch is remembered, where there is storage"() {
    const kept = new Map();
    const storage = () => ({ getItem: (k) => kept.get(k) ?? null, setItem: (k, v) => kept.set(k, v) });
    equal(wanted(storage), true);
    remember(false, storage);
    equal(wanted(storage), false);
    const closed = () => {
      throw new Error("SecurityError");
    };
    remember(false, closed);
    equal(wanted(closed), true);
  },
};
