// The item page. The server says what is due; this renders it and sends back what was done.

import { submissionId } from "./api.js";
import { Countdown } from "./clock.js";
import { Dialogue } from "./dialogue.js";
import { DraftKeeper } from "./drafts.js";
import { Judgment, Ratings } from "./forms.js";
import { listen } from "./input.js";
import { ItemView, wordsOf } from "./item_view.js";
import { SavingChip } from "./saving.js";

class Work {
  constructor(main) {
    const words = wordsOf(document.getElementById("words"));
    this.place = main.dataset;
    this.view = new ItemView(document, words);
    this.dialogue = new Dialogue({
      api: this.place.api,
      chip: new SavingChip(document.getElementById("saving"), words),
      render: (envelope, isFresh) => this.render(envelope, isFresh),
      leave: () => this.leave(),
    });
    this.judgment = new Judgment(document.getElementById("judgment"), {
      onChoice: (value) => this.drafts?.choose(value),
      onSubmit: () => this.submitJudgment("user"),
    });
    this.ratings = new Ratings(document.getElementById("ratings"), {
      onChoice: (value) => this.drafts?.choose(value),
      onSubmit: () => this.submit("stage2", this.ratings, this.ratings.value),
    });
    this.countdown = new Countdown({
      show: (reading) => this.showTime(reading),
      announce: (left) => this.view.sayTimeLeft(left),
      fire: () => this.timeIsUp(),
      resync: () => this.refresh(),
    });
    this.shown = null; // the presentation on the screen
    this.stage = null;
    this.isBusy = false; // something is being submitted or opened
    this.isAsking = false;
    this.turn = 0; // a reply that was asked for before the last submission is old
  }

  async refresh() {
    if (this.isBusy || this.isAsking || this.isLeaving) return;
    this.isAsking = true;
    const turn = this.turn;
    const reply = await this.dialogue.state();
    this.isAsking = false;
    if (turn === this.turn) await this.take(reply);
  }

  /** Take a reply to something that was not a submission. */
  async take(reply) {
    if (this.isBusy) return;
    this.isBusy = true;
    await this.dialogue.settle(reply);
    this.isBusy = false;
  }

  /** Return the index to open next, or null when the screen shows what it should. */
  render({ phase, progress, presentation }, isFresh) {
    if (phase !== this.place.phase || progress.index >= progress.total) return this.leave();
    if (presentation === null) {
      // Practice leaves nothing open on the server: what is on the screen is still right.
      if (phase === "practice" && this.shown?.index === progress.index) return this.resume();
      // Nobody is looking: no clock starts. The page asks again when it becomes visible.
      return document.visibilityState === "hidden" ? null : progress.index;
    }
    if (presentation.id !== this.shown?.id) {
      if (!presentation.content) return presentation.index;
      this.show(presentation, progress, isFresh);
    }
    this.view.reveal();
    if (presentation.stage === "stage1") this.openJudgment(presentation);
    else this.openRatings(presentation);
    return null;
  }

  resume() {
    this.view.reveal();
    const form = this.stage === "stage1" ? this.judgment : this.ratings;
    if (form.isLocked) form.isLocked = false;
    return null;
  }

  show(presentation, progress, isFresh) {
    this.drafts?.stop();
    this.shown = presentation;
    this.isLast = presentation.index === progress.total - 1;
    this.stage = null;
    this.startedAt = isFresh ? performance.now() : null;
    this.ratings.close();
    this.view.show(presentation.content, { ...progress, index: presentation.index });
    this.input.changed();
    this.watch?.begin();
  }

  leave() {
    this.isLeaving = true;
    this.watch?.end();
    this.countdown.stop();
    this.drafts?.stop();
    location.replace(this.place.base);
    return null;
  }

  openJudgment(presentation) {
    const { soft_in_ms: soft, hard_in_ms: hard, draft, draft_seq: seq } = presentation;
    if (this.stage !== "stage1") {
      this.stage = "stage1";
      this.drafts = this.keeper("draft", seq, (value) => ({ value }), (at) => ({
        seq: at.draft_seq, value: at.draft,
      }));
      this.judgment.open(draft);
      this.countdown.start(soft, hard);
      return;
    }
    if (this.drafts.adopt({ seq, value: draft })) this.judgment.show(draft);
    if (this.judgment.isLocked) this.judgment.open(this.judgment.value);
    this.countdown.adjust(soft, hard);
  }

  showTime(reading) {
    this.view.showClock(reading);
    if (reading.phase === "over" && !this.judgment.isLocked) this.judgment.isLocked = true;
    this.judgment.setPhase(reading.phase);
  }

  timeIsUp() {
    this.view.say(this.judgment.lastWord);
    this.submitJudgment("timer");
  }

  submitJudgment(reason) {
    this.submit("stage1", this.judgment, { value: this.judgment.value, reason });
  }

  openRatings(presentation) {
    const { ratings_draft: draft, ratings_draft_seq: seq } = presentation;
    if (this.stage === "stage2") {
      if (this.drafts.adopt({ seq, value: draft })) this.ratings.show(draft);
      if (this.ratings.isLocked) this.ratings.isLocked = false;
      return;
    }
    this.startedAt = this.stage === "stage1" ? performance.now() : null;
    this.stage = "stage2";
    this.drafts?.stop();
    this.drafts = this.keeper("draft2", seq, (value) => value, (at) => ({
      seq: at.ratings_draft_seq, value: at.ratings_draft,
    }));
    this.countdown.stop();
    this.view.hideClock();
    this.view.half(presentation.index);
    this.judgment.record(presentation.verdict);
    this.ratings.open(presentation);
    if (presentation.timed_out) this.view.say(this.ratings.reason); // it still says "saving"
    this.wasRight = presentation.feedback?.was_right; // practice only, where the study tells it
    this.input.changed();
    this.view.moveTo(this.ratings.form, this.ratings.heading);
  }

  /** Lock the form, send it until it is answered, then show what the answer says. */
  async submit(name, form, body) {
    if (this.isBusy) return;
    this.isBusy = true;
    if (name === "stage2" && this.isLast) this.watch?.end();
    this.turn += 1;
    const spent = this.startedAt === null ? null : performance.now() - this.startedAt;
    form.isLocked = true;
    this.drafts.stop();
    const reply = await this.dialogue.deliver("POST", name, {
      presentation: this.shown.id,
      submission_id: submissionId(),
      client_rt_ms: spent === null ? null : Math.round(spent),
      ...body,
    });
    if (name === "stage2" && this.wasRight !== undefined) await this.view.tell(this.wasRight);
    await this.dialogue.settle(reply);
    this.isBusy = false;
  }

  keeper(name, seq, body, stored) {
    const { id } = this.shown;
    const stage = this.stage;
    return new DraftKeeper({
      seq,
      put: (draft, signal) =>
        this.dialogue.deliver("PUT", name, { presentation: id, seq: draft.seq, ...body(draft.value) }, { signal }),
      stored: ({ presentation: at }) => (at?.id === id && at.stage === stage ? stored(at) : null),
      refused: (reply) => this.take(reply),
    });
  }
}

export const work = new Work(document.getElementById("main"));
work.input = listen(work);
work.refresh();
