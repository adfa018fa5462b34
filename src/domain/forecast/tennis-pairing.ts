import { type Side, SURFACES, type Surface } from '#domain/matches/sport.ts';
import { logistic, logit } from './elo-rating.ts';
import type { ServePoints } from './tennis-points.ts';
import { SET_RULES, type SetEnds, type SetRule, type SetTable, setTable } from './tennis-set.ts';

export const TOURS = ['atp', 'wta'] as const;
export type Tour = (typeof TOURS)[number];

/** How a match is played, as far as that is known. */
export interface TennisFormat {
  bestOf: 3 | 5;
  /** The rule of the set that decides a match; all others have a tie-break to seven. */
  lastSet: SetRule;
  /** Null if unknown. */
  tour: Tour | null;
  surface: Surface | null;
}

/**
 * Share of points that the server wins, by tour and surface, with which independent points give the games of sets before 2022 best
 * (docs/forecast-other-sports.md).
 */
const SERVER_WINS: Record<Tour, Record<Surface, number>> = {
  atp: { hard: 0.64, clay: 0.61, grass: 0.655 },
  wta: { hard: 0.545, clay: 0.545, grass: 0.58 },
};

/** Two players of known strength: `distance` is added to the logit of home's points on serve and taken from that of away's. */
export interface Pairing {
  distance: number;
  serve: ServePoints;
  setTable(rule: SetRule): SetTable;
  /** Probability that home wins the match before it begins, with either side serving first as likely. */
  matchFromStart: number;
  /** Returns the probability that home wins the match if the set in progress ends as `ends` says. `setsWon` are the completed sets. */
  matchAfter(setsWon: Readonly<Record<Side, number>>, ends: SetEnds): number;
}

const DISTANCE_MAX = 1.2;
const STEPS = 30;
const DISTANCES = Array.from({ length: 2 * STEPS + 1 }, (_, i) => ((i - STEPS) * DISTANCE_MAX) / STEPS);
const known = new Map<string, readonly Pairing[]>();

/** Returns pairings of the format at evenly spaced distances, in ascending order. Throws a RangeError for an unknown format. */
export function pairings(format: TennisFormat): readonly Pairing[] {
  const { bestOf, lastSet, tour, surface } = format;
  if (bestOf !== 3 && bestOf !== 5) throw new RangeError(`There is no best of ${bestOf}`);
  if (!SET_RULES.includes(lastSet)) throw new RangeError(`There is no set rule ${lastSet}`);
  const level = serverWins(tour, surface);
  const key = `${bestOf} ${lastSet} ${level}`;
  const found = known.get(key) ?? DISTANCES.map((distance) => pairing(distance, level, bestOf, lastSet));
  known.set(key, found);
  return found;
}

/** Takes the mean over what is unknown. Throws a RangeError for an unknown tour or surface. */
export function serverWins(tour: Tour | null, surface: Surface | null): number {
  if (tour !== null && !TOURS.includes(tour)) throw new RangeError(`There is no tour ${tour}`);
  if (surface !== null && !SURFACES.includes(surface)) throw new RangeError(`There is no surface ${surface}`);
  const shares = (tour === null ? TOURS : [tour]).flatMap((t) => (surface === null ? SURFACES : [surface]).map((s) => SERVER_WINS[t][s]));
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

export function pairing(distance: number, level: number, bestOf: 3 | 5, lastSet: SetRule): Pairing {
  const serve = { home: logistic(logit(level) + distance), away: logistic(logit(level) - distance) };
  const tables = new Map<SetRule, SetTable>();
  const tableOf = (rule: SetRule): SetTable => {
    const table = tables.get(rule) ?? setTable(serve, rule);
    tables.set(rule, table);
    return table;
  };
  const needed = (bestOf + 1) / 2;
  const chances = new Map<number, number>();
  const matchFrom = (home: number, away: number, opener: Side): number => {
    if (home === needed) return 1;
    if (away === needed) return 0;
    const key = (home * needed + away) * 2 + (opener === 'home' ? 0 : 1);
    const before = chances.get(key);
    if (before !== undefined) return before;
    const rule = home + away === bestOf - 1 ? lastSet : 'tie_break';
    const chance = matchAfter({ home, away }, tableOf(rule).ends({ home: 0, away: 0 }, opener));
    chances.set(key, chance);
    return chance;
  };
  const matchAfter: Pairing['matchAfter'] = ({ home, away }, ends) =>
    ends.home.home * matchFrom(home + 1, away, 'home') +
    ends.home.away * matchFrom(home + 1, away, 'away') +
    ends.away.home * matchFrom(home, away + 1, 'home') +
    ends.away.away * matchFrom(home, away + 1, 'away');
  const matchFromStart = (matchFrom(0, 0, 'home') + matchFrom(0, 0, 'away')) / 2;
  return { distance, serve, setTable: tableOf, matchFromStart, matchAfter };
}
