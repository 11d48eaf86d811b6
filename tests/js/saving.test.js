import { Ledger } from "/static/js/saving.js";
import { equal } from "./assert.js";

export const tests = {
  "is silent at first, then says that it is saving"() {
    const ledger = new Ledger();
    ledger.begin(1, "save", 0);
    equal(ledger.view(399), null);
    equal(ledger.view(400), { kind: "saving" });
    ledger.end(1);
    equal(ledger.view(5000), null);
  },
  "says since when something is not saved"() {
    const ledger = new Ledger();
    ledger.begin(1, "save", 100);
    ledger.begin(2, "save", 50);
    ledger.trouble(1);
    equal(ledger.view(200), { kind: "unsaved", since: 100 });
    ledger.trouble(2);
    equal(ledger.view(200), { kind: "unsaved", since: 50 });
  },
  "asking in vain is no unsaved work"() {
    const ledger = new Ledger();
    ledger.begin(1, "load", 0);
    equal(ledger.view(900), null);
    ledger.trouble(1);
    equal(ledger.view(900), { kind: "unreachable", since: 0 });
  },
  "what has ended cannot fail any more"() {
    const ledger = new Ledger();
    ledger.begin(1, "save", 0);
    ledger.end(1);
    ledger.trouble(1);
    equal(ledger.view(900), null);
  },
};
