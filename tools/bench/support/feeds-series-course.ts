import { integer, pickOne, type Random } from '#demo/seeded-random.ts';
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts';

export interface SeriesCourse {
  beginMs: number;
  endMs: number;
  bestOf: number;
  /** The winner of each map (0 or 1), and when it ended. */
  maps: { winner: 0 | 1; endMs: number }[];
  final: [number, number];
}

/** Invents the course of a series of maps, which begins up to five minutes early or half an hour late. */
export function seriesCourse(random: Random, kickoffMs: number): SeriesCourse {
  const bestOf = pickOne(random, [1, 3, 3, 3, 5]);
  const beginMs = kickoffMs + integer(random, -300, 1_800) * SECOND_MS;
  const maps: SeriesCourse['maps'] = [];
  const won: [number, number] = [0, 0];
  let atMs = beginMs;
  while (Math.max(...won) < (bestOf + 1) / 2) {
    atMs += integer(random, 22 * 60, 48 * 60) * SECOND_MS;
    const winner = random() < 0.55 ? 0 : 1;
    won[winner]++;
    maps.push({ winner, endMs: atMs });
    atMs += 8 * MINUTE_MS;
  }
  return { beginMs, endMs: maps.at(-1)!.endMs, bestOf, maps, final: won };
}
