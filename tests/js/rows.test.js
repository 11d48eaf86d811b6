import { nextRow } from "/static/js/rows.js";
import { equal } from "./assert.js";

export const tests = {
  "arrows and letters lead to the neighbours"() {
    equal(nextRow("ArrowDown", 3, 10), 4);
    equal(nextRow("j", 3, 10), 4);
    equal(nextRow("ArrowUp", 3, 10), 2);
    equal(nextRow("k", 3, 10), 2);
  },
  "home and end lead to the first and the last"() {
    equal(nextRow("Home", 5, 10), 0);
    equal(nextRow("End", 5, 10), 9);
  },
  "nothing leads beyond the table"() {
    equal(nextRow("j", 9, 10), -1);
    equal(nextRow("k", 0, 10), -1);
    equal(nextRow("End", 0, 0), -1);
  },
  "other keys mean nothing"() {
    equal(nextRow("a", 3, 10), -1);
    equal(nextRow("Tab", 3, 10), -1);
  },
};
