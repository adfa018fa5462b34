import type { MatchStatus } from '#domain/matches/match-status.ts';
import { isFinal, matchGroup } from '#domain/matches/match-status.ts';
import { type MatchScore, ninetyMinuteScore, type Score } from '#domain/matches/score.ts';
import type { SeriesFormat } from '#domain/matches/series-format.ts';
import type { Sport } from '#domain/matches/sport.ts';

/**
 * What is tipped of a match, as two whole numbers: goals in football, sets in tennis, maps in esports. In basketball the winning side has
 * the number of its margin band (1 for `MARGIN_BANDS[0]`) and the other side 0.
 */
export type Tip = Score;

/** Margins of a basketball match, in points: the smallest of each band. */
export const MARGIN_BANDS = [1, 6, 11, 16, 21] as const;

/** The highest number of goals that can be tipped for one side. */
export const TIP_GOALS_MAX = 20;

/** What the tips of a group are compared with: football after 90 minutes and stoppage time, or with extra time. */
export const SCORE_BASES = ['ninety_minutes', 'extra_time'] as const;
export type ScoreBasis = (typeof SCORE_BASES)[number];

/** A tennis match of unknown format is tipped as the best of three sets, a series of esports as the best of three maps. */
const USUAL_SERIES: SeriesFormat = { parts: 3, race: true };

/** Returns whether a match of a sport, and in tennis and esports of a format (null: unknown), can end as tipped. */
export function isPossibleTip(sport: Sport, format: SeriesFormat | null, [home, away]: Tip): boolean {
  if (![home, away].every((count) => Number.isInteger(count) && count >= 0)) return false;
  if (sport === 'football') return Math.max(home, away) <= TIP_GOALS_MAX;
  if (sport === 'basketball') return Math.min(home, away) === 0 && Math.max(home, away) >= 1 && Math.max(home, away) <= MARGIN_BANDS.length;
  const { parts, race } = format ?? USUAL_SERIES;
  if (!race) return home + away === parts;
  const needed = Math.ceil(parts / 2);
  return Math.max(home, away) === needed && Math.min(home, away) < needed;
}

/** Returns every possible tip of a series, from home's clearest win to away's; empty in football and basketball. */
export function seriesTips(sport: Sport, format: SeriesFormat | null): Tip[] {
  if (sport === 'football' || sport === 'basketball') return [];
  const { parts } = format ?? USUAL_SERIES;
  const counts = Array.from({ length: parts + 1 }, (_, count) => count);
  const all = counts.flatMap((home) => counts.map((away): Tip => [home, away]));
  return all
    .filter((tip) => isPossibleTip(sport, format, tip))
    .sort(([home, away], [otherHome, otherAway]) => otherHome - otherAway - (home - away));
}

/** What tips are compared with: `final` once it can change by a correction only. */
export interface TippedResult {
  score: Tip;
  isFinal: boolean;
}

/**
 * Returns the result of a match as a tip; null before it begins, and if it comes to nothing (called off, abandoned, awarded): such matches
 * never count. In play it is the score now, which in football after 90 minutes no longer moves if those are what counts.
 */
export function resultAsTip(sport: Sport, basis: ScoreBasis, status: MatchStatus, score: MatchScore): TippedResult | null {
  const ended = isFinal(status);
  if (!ended && matchGroup(status) !== 'live') return null;
  const ninety = sport === 'football' && basis === 'ninety_minutes' ? ninetyMinuteScore(status, score) : null;
  if (ninety) return { score: ninety, isFinal: ended };
  if (score.home === null || score.away === null) return null;
  // A match that went past 90 minutes without saying how those ended has no result for this group.
  if (sport === 'football' && basis === 'ninety_minutes' && ended) return null;
  const { home, away } = score;
  return { score: sport === 'basketball' ? marginTip(home, away) : [home, away], isFinal: ended };
}

/** Returns a margin as a tip; 0-0 while the score is level. */
function marginTip(home: number, away: number): Tip {
  const margin = Math.abs(home - away);
  const band = MARGIN_BANDS.filter((least) => margin >= least).length;
  return home > away ? [band, 0] : [0, band];
}
