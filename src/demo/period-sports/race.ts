import type { Probabilities } from '#demo/bookmakers.ts';

/**
 * Returns the chance to be the first with `target` points and a lead of two (a tie-break, a map), from a present score, when each
 * point is won with chance `p`.
 */
export function chanceOfRace(p: number, target: number, home: number, away: number): number {
  const level = (p * p) / (p * p + (1 - p) * (1 - p));
  const beyond = (lead: number) => (lead === 0 ? level : lead > 0 ? p + (1 - p) * level : p * level);
  const long = Math.min(home, away) >= target - 1 ? home - away : null;
  if (long !== null) return Math.abs(long) >= 2 ? Number(long > 0) : beyond(long);
  if (home >= target || away >= target) return Number(home > away);
  // Computed backwards over the away side's points, one row per number of home points: `row[a]` is the chance at that score.
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
  /** Maximum number of parts. */
  length: number;
  /** Parts won that decide the series. */
  wins: number;
}

export const isSeriesOver = ({ length, wins }: SeriesFormat, home: number, away: number): boolean =>
  home === wins || away === wins || home + away === length;

/** Returns the chances of a series at `home` to `away`, when the present part is won with chance `current`, and any later one with `fresh`. */
export function chancesOfSeries(format: SeriesFormat, home: number, away: number, current: number, fresh: number): Probabilities {
  if (isSeriesOver(format, home, away)) return [Number(home > away), Number(home === away), Number(home < away)];
  const won = chancesOfSeries(format, home + 1, away, fresh, fresh);
  const lost = chancesOfSeries(format, home, away + 1, fresh, fresh);
  return won.map((chance, outcome) => current * chance + (1 - current) * lost[outcome]!) as Probabilities;
}
