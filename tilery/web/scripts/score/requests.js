// Changes of the table that is being counted go to the server one request at a time; those that come meanwhile go
// together in the next. The answer is the new page.

/**
 * @typedef {object} Request
 * @property {string} [change]  A place and what is put there.
 * @property {string} [document]  Another table than the one on the page.
 * @property {string} [board]  Another part of the table than the one on the page.
 * @property {string} [place]  The id of the place that is changed.
 * @property {boolean} [isUndo]
 */

const MOST_CHANGES = 100; // in one request

export class RequestQueue {
  /** @type {Request[]} */
  #waiting = [];
  #isWorking = false;
  #send;

  /** @param {(request: Request, changes: string[]) => Promise<void>} send */
  constructor(send) {
    this.#send = send;
  }

  /** @param {Request} request */
  add(request) {
    this.#waiting.push(request);
    if (!this.#isWorking) this.#work();
  }

  async #work() {
    this.#isWorking = true;
    for (let request = this.#waiting.shift(); request; request = this.#waiting.shift()) {
      await this.#send(request, this.#changesWith(request));
    }
    this.#isWorking = false;
  }

  /** @param {Request} request */
  #changesWith({ change }) {
    /** @type {string[]} */
    const changes = [];
    for (let next = change; next; next = this.#waiting[0]?.change && this.#waiting.shift()?.change) {
      changes.push(next);
      if (changes.length === MOST_CHANGES) break;
    }
    return changes;
  }
}
