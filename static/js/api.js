// Messages to the server. Each is sent, always the same, until it is answered.

const STEPS_S = [1, 2, 4, 8, 15];
const NO_ANSWER_MS = 10_000;

/** Return how long to wait before the next attempt; jitter keeps a crowd out of step. */
export function pauseMs(attempt, random = Math.random) {
  const seconds = STEPS_S[Math.min(attempt, STEPS_S.length - 1)];
  return seconds * 1000 * (0.75 + 0.25 * random());
}

/** Tell whether the server has decided; anything else is tried again. */
export function isFinal(status) {
  return (status >= 200 && status < 300) || [400, 404, 409].includes(status);
}

/** Return a fresh UUID; without TLS there is no `randomUUID`. */
export function submissionId(random = crypto) {
  if (random.randomUUID) return random.randomUUID();
  const bytes = random.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Wait, but no longer than until the network is back. */
export function rest(ms, signal) {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener("online", done);
    signal?.addEventListener("abort", done);
  });
}

/** Ask once; give up after a while, or when `signal` says so. */
async function attemptOnce(fetch, url, options, { signal, noAnswerMs }) {
  // not AbortSignal.any: browsers of 2023 do not have it
  const attempt = new AbortController();
  const giveUp = () => attempt.abort();
  const timer = setTimeout(giveUp, noAnswerMs);
  signal?.addEventListener("abort", giveUp);
  try {
    const response = await fetch(url, { ...options, signal: attempt.signal });
    if (!isFinal(response.status)) return null;
    const text = await response.text();
    // what is no JSON comes from a captive portal, not from our server
    const data = response.status === 404 ? {} : JSON.parse(text);
    return { status: response.status, data };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", giveUp);
  }
}

/** Send until the server decides: {status, data}, or null when `signal` gave it up. A body that is
 *  a function is called for each attempt. */
export async function send(method, url, body, options = {}) {
  const { signal, onTrouble, fetch = globalThis.fetch, pause = pauseMs, sleep = rest } = options;
  const { noAnswerMs = NO_ANSWER_MS } = options;
  const request = { method, cache: "no-store", credentials: "same-origin" };
  if (body !== undefined) {
    request.headers = { "Content-Type": "application/json" };
    request.keepalive = true; // a choice made just before a reload still arrives
  }
  for (let attempt = 0; !signal?.aborted; attempt += 1) {
    try {
      if (body !== undefined) request.body = JSON.stringify(typeof body === "function" ? body() : body);
      const answer = await attemptOnce(fetch, url, request, { signal, noAnswerMs });
      if (answer !== null) return signal?.aborted ? null : answer;
    } catch {
      // no network, no answer in time, not our server: all the same to the participant
    }
    if (signal?.aborted) break;
    onTrouble?.();
    await sleep(pause(attempt), signal);
  }
  return null;
}
