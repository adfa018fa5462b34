import { integer, type Random } from '#demo/seeded-random.ts';
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts';

type Points = [home: number, away: number];

export interface BasketballCourse {
  beginMs: number;
  endMs: number;
  /** The quarters, and overtimes as further ones: when each begins and ends, and its baskets in order. */
  parts: { beginMs: number; endMs: number; baskets: { atMs: number; side: 0 | 1; points: number }[] }[];
  final: Points;
}

const QUARTERS = 4;

/** Invents the course of a basketball game: four quarters of about half an hour with breaks, and overtimes until it is not level. */
export function basketballCourse(random: Random, kickoffMs: number): BasketballCourse {
  const parts: BasketballCourse['parts'] = [];
  const final: Points = [0, 0];
  let atMs = kickoffMs + integer(random, 60, 600) * SECOND_MS;
  const beginMs = atMs;
  while (parts.length < QUARTERS || final[0] === final[1]) {
    const isOvertime = parts.length >= QUARTERS;
    const endMs = atMs + (isOvertime ? 12 * MINUTE_MS : integer(random, 24 * 60, 32 * 60) * SECOND_MS);
    const baskets = Array.from({ length: isOvertime ? 9 : integer(random, 18, 26) }, () => {
      const side = random() < 0.52 ? (0 as const) : (1 as const);
      return { atMs: Math.round(atMs + random() * (endMs - atMs)), side, points: random() < 0.35 ? 3 : 2 };
    });
    for (const { side, points } of baskets) final[side] += points;
    parts.push({ beginMs: atMs, endMs, baskets: baskets.sort((a, b) => a.atMs - b.atMs) });
    atMs = endMs + (parts.length === 2 ? 15 : 3) * MINUTE_MS;
  }
  return { beginMs, endMs: parts.at(-1)!.endMs, parts, final };
}

/** The state of a game, as a provider tells it. */
export interface BasketballState {
  /** The provider's code: NS, Q1 to Q4, HT, BT, OT, FT, AOT. */
  code: string;
  /** The points of each part that has begun. */
  parts: Points[];
}

export function basketballAt({ beginMs, endMs, parts }: BasketballCourse, nowMs: number): BasketballState {
  const begun = parts.filter((part) => part.beginMs <= nowMs);
  const told = begun.map(({ baskets }): Points => {
    const made = baskets.filter(({ atMs }) => atMs <= nowMs);
    const of = (wanted: 0 | 1) => made.reduce((sum, { side, points }) => sum + (side === wanted ? points : 0), 0);
    return [of(0), of(1)];
  });
  if (nowMs < beginMs) return { code: 'NS', parts: [] };
  if (nowMs >= endMs) return { code: parts.length > QUARTERS ? 'AOT' : 'FT', parts: told };
  const isBreak = nowMs >= begun.at(-1)!.endMs;
  if (isBreak) return { code: begun.length === 2 ? 'HT' : 'BT', parts: told };
  return { code: begun.length > QUARTERS ? 'OT' : `Q${begun.length}`, parts: told };
}
