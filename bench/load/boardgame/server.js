// Cairn for boardgame.io: node server.js PORT [FOLDER]. With a folder, matches are kept in its files, else in memory.

const { Server, FlatFile } = require("boardgame.io/server");

const HEAP = 120;

const cairn = {
  name: "cairn",
  minPlayers: 2,
  maxPlayers: 3,

  setup: ({ ctx, random }) => ({
    heap: HEAP,
    taken: Array(ctx.numPlayers).fill(0),
    cards: Array.from({ length: ctx.numPlayers }, () => random.D6()),
  }),

  // A card is its player's own secret until the heap is gone.
  playerView: ({ G, playerID }) => ({
    ...G,
    cards: G.cards.map((card, seat) => (String(seat) === playerID || G.heap === 0 ? card : null)),
  }),

  turn: { minMoves: 1, maxMoves: 1 },

  moves: {
    take: {
      client: false,
      move: ({ G, playerID }, count) => {
        if (!Number.isInteger(count) || count < 1 || count > Math.min(3, G.heap)) return "INVALID_MOVE";
        G.heap -= count;
        G.taken[Number(playerID)] += count;
      },
    },
  },

  endIf: ({ G }) => {
    if (G.heap > 0) return undefined;
    const points = G.taken.map((taken, seat) => [taken + G.cards[seat], G.cards[seat]]);
    const best = points.reduce((a, b) => (b[0] - a[0] || b[1] - a[1] ? (b[0] > a[0] || (b[0] === a[0] && b[1] > a[1]) ? b : a) : a));
    return { winners: points.flatMap((each, seat) => (each[0] === best[0] && each[1] === best[1] ? [seat] : [])) };
  },
};

const [port, folder] = process.argv.slice(2);
const db = folder ? new FlatFile({ dir: folder }) : undefined;
Server({ games: [cairn], db, origins: [] }).run(Number(port), () => console.log("ready"));
