import type { FeedLineup, FeedLineupPlayer } from '#server/modules/match-data/public.ts';
import { coachOf, type Player, squadOf } from './people.ts';
import { pickWeighted, randomFrom, shuffle } from './seeded-random.ts';

const FORMATIONS = ['4-3-3', '4-4-2', '4-2-3-1', '3-5-2', '3-4-3', '5-3-2', '4-1-4-1'];
const POPULARITY = [26, 20, 26, 10, 8, 5, 5];
const BENCH = 9;

/** Draws a club's starting eleven and bench for a match from its squad. */
export function drawLineup(seed: string, matchId: string, club: { id: string; countryCode: string }): FeedLineup {
  const random = randomFrom(`${seed} ${matchId} lineup ${club.id}`);
  const formation = FORMATIONS[pickWeighted(random, POPULARITY)]!;
  const rows = formation.split('-').map(Number);
  const pool = new Map<Player['position'], Player[]>();
  // Players with lower shirt numbers play more often; `rotate` varies the order a little.
  for (const player of squadOf(seed, club.id, club.countryCode)) pool.set(player.position, [...(pool.get(player.position) ?? []), player]);
  for (const [position, players] of pool) pool.set(position, [...rotate(random, players)]);
  const starters: FeedLineupPlayer[] = [starter(take(pool, 'GK'), '1:1')];
  rows.forEach((size, index) => {
    const position = positionOfRow(index, rows.length);
    for (let column = 1; column <= size; column++) starters.push(starter(take(pool, position), `${index + 2}:${column}`));
  });
  const rest = [...pool.values()].flat();
  const keeper = rest.find((player) => player.position === 'GK');
  const others = shuffle(
    random,
    rest.filter((player) => player.position !== 'GK'),
  );
  const bench = [...(keeper ? [keeper] : []), ...others].slice(0, BENCH).map((player) => ({ ...player, grid: null, starter: false }));
  return { formation, coach: coachOf(seed, club.id, club.countryCode), players: [...starters, ...bench] };
}

const starter = (player: Player, grid: string): FeedLineupPlayer => ({ ...player, grid, starter: true });

function positionOfRow(index: number, rows: number): Player['position'] {
  if (index === 0) return 'DEF';
  return index === rows - 1 ? 'FWD' : 'MID';
}

/** Takes the next player of a position; if the squad has no more, a midfielder or defender takes the place. */
function take(pool: Map<Player['position'], Player[]>, position: Player['position']): Player {
  for (const candidate of [position, 'MID', 'DEF', 'FWD'] as const) {
    const player = pool.get(candidate)?.shift();
    if (player) return player;
  }
  throw new Error('a squad has fewer than eleven players');
}

/** Swaps a few neighbours, so that the first players mostly stay first. */
function rotate(random: () => number, players: Player[]): Player[] {
  const order = [...players];
  for (let i = 0; i < order.length - 1; i++) {
    if (random() < 0.25) [order[i], order[i + 1]] = [order[i + 1]!, order[i]!];
  }
  return order;
}
