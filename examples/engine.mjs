/**
 * A complete engine for the arena, without any package:
 *
 *     tilery arena topiary --bots "easy,engine:node examples/engine.mjs" --games 20
 *
 * It reads lines of JSON from standard input and answers in lines of JSON (docs/engines.md). What it plays is decided
 * in `choose`; put something better there.
 */

import { createInterface } from 'node:readline';

/** A small random generator, so that the same seed plays the same game. */
function randomNumbers(seed) {
  let state = Number.parseInt(seed.slice(-8), 16);
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Return one of the legal moves. `view.table` is what the seat sees, `log` what it may know of all moves so far. */
function choose(view, log, seed) {
  const random = randomNumbers(seed);
  return view.legal_moves[Math.floor(random() * view.legal_moves.length)];
}

function answer(message) {
  switch (message.type) {
    case 'hello':
      return { type: 'hello', protocol: 1, name: 'example' };
    case 'game':
      return { type: 'ready' };
    case 'turn':
      return { type: 'move', move: choose(message.view, message.log, message.seed) };
    case 'quit':
      process.exit(0);
  }
  return null; // nothing is said to what needs no answer, such as "over"
}

for await (const line of createInterface({ input: process.stdin })) {
  const reply = answer(JSON.parse(line));
  if (reply) {
    process.stdout.write(`${JSON.stringify(reply)}\n`);
  }
}
