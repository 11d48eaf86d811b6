// Being away: from the first blur or hiding until all is calm again, however often the browser
// says it in between.

export const HIDDEN_MS = 500;
export const BLUR_MS = 300;
/** How many browser events are kept with an act. */
export const RAW_EVENTS = 40;

export class Away {
  constructor(id, at) {
    this.id = id;
    this.begun = at;
    this.raw = [];
    this.hiddenSince = null;
    this.blurredSince = null; // without the focus, but in sight
    this.calmSince = null;
    this.hidden = { total: 0, longest: 0, isSeen: false };
    this.blurred = 0;
    this.isTab = false;
  }

  note(type, at) {
    if (this.raw.length < RAW_EVENTS) this.raw.push([type, Math.round(at - this.begun)]);
  }

  /** Take where the page stands from this moment on. */
  become({ isHidden, isBlurred }, at) {
    this.#endOfStretches(at);
    this.hiddenSince = isHidden ? at : null;
    this.blurredSince = !isHidden && isBlurred ? at : null;
    this.calmSince = isHidden || isBlurred ? null : (this.calmSince ?? at);
    this.hidden.isSeen ||= isHidden;
  }

  #endOfStretches(at) {
    if (this.hiddenSince !== null) {
      const stretch = at - this.hiddenSince;
      this.hidden.total += stretch;
      this.hidden.longest = Math.max(this.hidden.longest, stretch);
    }
    if (this.blurredSince !== null) this.blurred += at - this.blurredSince;
  }

  /** Return the act, which ended when all was calm again, or null where it was nothing. */
  finish(at) {
    this.become({ isHidden: false, isBlurred: false }, at);
    const { total, longest, isSeen } = this.hidden;
    const act = { act: this.id, at: this.calmSince, raw: this.raw };
    const type = this.isTab ? "tab_switch" : "visibility_hidden";
    if (longest >= HIDDEN_MS) return { ...act, type, duration: total };
    if (this.blurred >= BLUR_MS) return { ...act, type: "window_blur", duration: this.blurred };
    return isSeen ? { ...act, type, duration: longest } : null; // the server says: too short
  }
}
