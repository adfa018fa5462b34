import type { Probabilities } from '#demo/bookmakers.ts';

/**
 * The chance to be the first with `target` points and two ahead (a tie-break, a map), from a score under way, when each
 * point is won with chance `p`.
 */
export function chanceOfRace(p: number, target: number, home: number, away: number): number {
  const level = (p * p) / (p * p + (1 - p) * (1 - p));
  const beyond = (lead: number) => (lead === 0 ? level : lead > 0 ? p + (1 - p) * level : p * level);
  const long = Math.min(home, away) >= target - 1 ? home - away : null;
  if (long !== null) return Math.abs(long) >= 2 ? Number(long > 0) : beyond(long);
  if (home >= target || away >= target) return Number(home > away);
  // Backwards over the away side's points, a row for each of the home side's: `row[a]` is the chance at that score.
  let row: number[] = [];
  for (let h = target - 1; h >= home; h--) {
    const next: number[] = [];
    for (let a = target - 1; a >= away; a--) {
      if (h === target - 1 && a === target - 1) next[a] = level;
      else next[a] = p * (h === target - 1 ? 1 : row[a]!) + (1 - p) * (a === target - 1 ? 0 : next[a + 1]!);
    }
    row = next;
  }
  return row[away]!;
}

export interface SeriesFormat {
  /** Parts at most. */
  length: number;
  /** Parts that decide it. */
  wins: number;
}

export const isSeriesOver = ({ length, wins }: SeriesFormat, home: number, away: number): boolean =>
  home === wins || away === wins || home + away === length;

/** How a series ends that stands `home` to `away`, when its present part is won with chance `current`, and any later one with `fresh`. */
export function chancesOfSeries(format: SeriesFormat, home: number, away: number, current: number, fresh: number): Probabilities {
  if (isSeriesOver(format, home, away)) return [Number(home > away), Number(home === away), Number(home < away)];
  const won = chancesOfSeries(format, home + 1, away, fresh, fresh);
  const lost = chancesOfSeries(format, home, away + 1, fresh, fresh);
  return won.map((chance, outcome) => current * chance + (1 - current) * lost[outcome]!) as Probabilities;
}
