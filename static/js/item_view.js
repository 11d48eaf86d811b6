// What is on the screen beside the forms: the bar and the cards.

/** Return the texts of the page as a function: words("position", {n: 5, total: 17}). */
export function wordsOf(template) {
  const texts = new Map();
  for (const line of template.content.querySelectorAll("[data-word]")) {
    texts.set(line.dataset.word, line.textContent);
  }
  return (name, values = {}) =>
    (texts.get(name) ?? name).replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);
}

/** What scrolls sideways must be reachable by keyboard, and show on which side there is more. */
function reachable(element) {
  const beyond = () => element.scrollWidth - element.clientWidth - element.scrollLeft > 1;
  const mark = () => {
    element.dataset.wide = `${element.scrollLeft > 1 ? "left" : ""} ${beyond() ? "right" : ""}`;
  };
  if (!beyond()) return;
  element.tabIndex = 0;
  element.addEventListener("scroll", mark, { passive: true });
  mark();
}

function figure({ url, alt, width, height }) {
  const image = new Image(width, height); // with its size, so that nothing moves when it comes
  image.alt = alt;
  image.src = url;
  return image;
}

export class ItemView {
  constructor(document, words) {
    const byId = (id) => document.getElementById(id);
    this.document = document;
    this.words = words;
    this.item = byId("item");
    this.loading = byId("loading");
    this.position = byId("position");
    this.track = byId("track");
    this.clock = byId("clock");
    this.voice = byId("voice");
    this.heading = byId("question-heading");
    this.fields = { question: byId("question"), answer: byId("answer") };
    this.justification = byId("justification");
    this.justificationCard = byId("justification-card");
    this.feedback = byId("feedback");
    this.ratingsEnd = document.querySelectorAll("#ratings > :is(.notes, .primary, .help)");
    this.wait = setTimeout(() => (this.loading.hidden = false), 400);
  }

  /** Show an item from its beginning. */
  show(content, { index, total }) {
    clearTimeout(this.wait);
    this.loading.hidden = true;
    this.position.textContent = this.words("position", { n: index + 1, total });
    this.track.max = total;
    this.track.value = index;
    for (const [name, field] of Object.entries(this.fields)) field.innerHTML = content[name];
    const hasJustification = Boolean(content.justification);
    this.justification.innerHTML = content.justification ?? "";
    this.justificationCard.hidden = !hasJustification;
    if (content.image) this.fields.question.append(figure(content.image));
    this.feedback.hidden = true;
    this.ratingsEnd.forEach((part) => (part.hidden = false));
    this.replay();
    this.item.querySelectorAll(".content, .content :is(math, pre, table)").forEach(reachable);
    scrollTo({ top: 0, behavior: "instant" });
    this.heading.focus({ preventScroll: true });
  }

  /** Let the cards arrive anew: a text that changes in its place is easily overlooked. */
  replay() {
    this.item.hidden = true;
    void this.item.offsetHeight;
    this.item.hidden = false;
  }

  /** Move to what has opened below: all of it where it fits, else its beginning. */
  moveTo(section, heading) {
    heading.focus({ preventScroll: true });
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const room = innerHeight - document.querySelector(".bar").offsetHeight - 32;
    section.scrollIntoView({
      block: section.offsetHeight < room ? "nearest" : "start",
      behavior: isCalm ? "instant" : "smooth",
    });
  }

  half(index) {
    this.track.value = index + 0.5;
  }

  showClock({ phase, text }) {
    const time = this.clock.querySelector("time");
    if (time.textContent !== text && text) time.textContent = text;
    this.clock.dataset.phase = phase;
  }

  hideClock() {
    this.clock.dataset.phase = "none";
  }

  say(text) {
    this.voice.textContent = text;
  }

  sayTimeLeft(ms) {
    const seconds = Math.ceil(ms / 1000);
    const name = seconds >= 120 ? "minutes-left" : "seconds-left";
    this.say(this.words(name, { n: seconds >= 120 ? Math.round(seconds / 60) : seconds }));
  }

  /** After the back button: show nothing until the server says what is due. */
  conceal() {
    this.item.toggleAttribute("data-concealed", true);
  }

  reveal() {
    this.item.removeAttribute("data-concealed");
  }

  /** Say whether a practice judgment was right, and wait for the participant. */
  tell(wasRight) {
    const heading = this.feedback.querySelector("h2");
    const button = this.feedback.querySelector("button");
    heading.textContent = this.words(wasRight ? "right" : "wrong");
    this.ratingsEnd.forEach((part) => (part.hidden = true)); // one "Continue" is enough
    this.feedback.hidden = false;
    this.moveTo(this.feedback, heading);
    return new Promise((resolve) => button.addEventListener("click", resolve, { once: true }));
  }
}
