import { TENNIS_IN_PLAY, type TennisInPlayParameters, tennisInPlay, tennisInPlayModel } from '#domain/forecast/tennis-in-play.ts';
import { type SetRule, setWinner } from '#domain/forecast/tennis-set.ts';
import type { HistoryMatch } from './tennis-history.ts';
import type { WalkedMatch } from './tennis-walk.ts';

/** A match after one of its sets, with the forecast in play that home wins. */
export interface AfterSet {
  match: HistoryMatch;
  /** Sets won so far, home first. */
  setsWon: [home: number, away: number];
  /** Games by which home won the last set; below 0 if it lost it. */
  lastBy: number;
  p: number;
}

/**
 * Forecasts each match after each of its sets but the last from the sets so far and the forecast before the match. Matches in formats
 * without a rule here (short sets) are left out.
 */
export function forecastsAfterSets(walked: readonly WalkedMatch[], parameters: TennisInPlayParameters = TENNIS_IN_PLAY): AfterSet[] {
  return walked.flatMap(({ match, ours }) => {
    const lastSet = lastSetRule(match);
    if (!match.sets.every((set, index) => isUsual(index === match.bestOf - 1 ? lastSet : 'tie_break', set))) return [];
    const { bestOf, tour, surface } = match;
    const model = tennisInPlayModel(ours, { bestOf, lastSet, tour, surface }, parameters);
    return match.sets.slice(0, -1).map((set, index): AfterSet => {
      const sets = match.sets.slice(0, index + 1);
      const { match: p } = tennisInPlay(model, { sets, games: { home: 0, away: 0 }, points: null, server: null }, parameters);
      const won = sets.filter(({ home, away }) => home > away).length;
      return { match, setsWon: [won, sets.length - won], lastBy: set.home - set.away, p };
    });
  });
}

/** Since 2022 all four majors decide a last set by a long tie-break. Team events that play a match tie-break always do. */
function lastSetRule({ level, sets }: HistoryMatch): SetRule {
  if (sets.some(({ isMatchTieBreak }) => isMatchTieBreak)) return 'match_tie_break';
  return level === 'G' ? 'long_tie_break' : 'tie_break';
}

function isUsual(rule: SetRule, set: { home: number; away: number }): boolean {
  try {
    return setWinner(rule, set) !== null;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
