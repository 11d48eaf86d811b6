import { isFinal, pauseMs, rest, send, submissionId } from "/static/js/api.js";
import { equal, isTrue } from "./assert.js";

const reply = (status, body = "{}") => new Response(body, { status });

/** A network that answers as the list says; an Error in the list is a broken connection. */
function network(answers) {
  const sent = [];
  const fetch = async (url, request) => {
    sent.push({ url, method: request.method, body: request.body && JSON.parse(request.body) });
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const pauses = [];
  const sleep = async (ms) => pauses.push(ms);
  return { sent, pauses, options: { fetch, sleep, pause: (attempt) => attempt } };
}

export const tests = {
  "waits 1, 2, 4, 8, then 15 seconds at most, with jitter downwards"() {
    equal([0, 1, 2, 3, 4, 5, 99].map((n) => pauseMs(n, () => 1) / 1000), [1, 2, 4, 8, 15, 15, 15]);
    equal(pauseMs(0, () => 0), 750);
    equal(pauseMs(9, () => 0), 11_250);
  },
  "knows which statuses the server means"() {
    equal([200, 201, 400, 404, 409].map(isFinal), [true, true, true, true, true]);
    equal([0, 302, 403, 408, 413, 429, 500, 502, 503, 504].some(isFinal), false);
  },
  async "sends the same message until it is answered"() {
    const { sent, pauses, options } = network([
      new TypeError("offline"), reply(503), reply(200, "<html>captive portal"), reply(200, '{"a":1}'),
    ]);
    let troubles = 0;
    const body = { submission_id: submissionId() };
    const answer = await send("POST", "/x", body, { ...options, onTrouble: () => (troubles += 1) });
    equal(answer, { status: 200, data: { a: 1 } });
    equal(sent.length, 4);
    isTrue(sent.every((message) => message.body.submission_id === body.submission_id));
    equal([troubles, pauses], [3, [0, 1, 2]]);
  },
  async "makes a body that is a function anew for each attempt"() {
    const { sent, options } = network([new TypeError("offline"), reply(503), reply(200)]);
    let age = 0;
    await send("POST", "/x", () => ({ age: (age += 1) }), options);
    equal(sent.map(({ body }) => body.age), [1, 2, 3]);
  },
  async "takes a refusal as an answer"() {
    const { options } = network([reply(409, '{"error":"stage","phase":"items"}')]);
    equal((await send("PUT", "/x", {}, options)).status, 409);
  },
  async "needs no JSON to know that a link is gone"() {
    const { options } = network([reply(404, "<html>")]);
    equal(await send("GET", "/x", undefined, options), { status: 404, data: {} });
  },
  async "gives up only when told to"() {
    const { sent, options } = network([new TypeError("offline")]);
    const stop = new AbortController();
    const sleep = async () => stop.abort();
    equal(await send("PUT", "/x", {}, { ...options, sleep, signal: stop.signal }), null);
    equal(sent.length, 1);
  },
  async "needs no AbortSignal.any, which browsers of 2023 do not have"() {
    const { any, timeout } = AbortSignal;
    AbortSignal.any = AbortSignal.timeout = undefined;
    try {
      const { sent, options } = network([reply(200, '{"a":1}')]);
      const stop = new AbortController();
      const sleep = async () => stop.abort(); // one attempt has to do
      const answer = await send("PUT", "/x", {}, { ...options, sleep, signal: stop.signal });
      equal(answer, { status: 200, data: { a: 1 } });
      equal(sent.length, 1);
    } finally {
      Object.assign(AbortSignal, { any, timeout });
    }
  },
  async "breaks off an attempt when told to, and one without an answer by itself"() {
    const silent = (url, { signal }) =>
      new Promise((_, fail) => signal.addEventListener("abort", () => fail(signal.reason)));
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 10);
    equal(await send("PUT", "/x", {}, { fetch: silent, signal: stop.signal }), null);

    let attempts = 0;
    const fetch = (...call) => ((attempts += 1) < 3 ? silent(...call) : reply(200));
    const sleep = async () => {};
    equal((await send("PUT", "/x", {}, { fetch, sleep, noAnswerMs: 10 })).status, 200);
    equal(attempts, 3);
  },
  async "does not wait longer than the network is away"() {
    const begin = performance.now();
    setTimeout(() => dispatchEvent(new Event("online")), 20);
    await rest(5000);
    isTrue(performance.now() - begin < 1000);
  },
  "makes submission ids with and without a secure context"() {
    const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
    const plain = { getRandomValues: (bytes) => crypto.getRandomValues(bytes) };
    isTrue(uuid.test(submissionId()));
    isTrue(uuid.test(submissionId(plain)), submissionId(plain));
  },
};
