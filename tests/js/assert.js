// The few assertions the module tests need.

export function equal(actual, expected, about = "") {
  const [is, should] = [actual, expected].map((value) => JSON.stringify(value) ?? String(value));
  if (is !== should) throw new Error(`${about} is ${is}, should be ${should}`.trim());
}

export function isTrue(value, about = "the condition") {
  if (value !== true) throw new Error(`${about} does not hold`);
}
