import { brierScore } from '#domain/forecast/evaluate.ts';
import type { Outcomes } from '#domain/forecast/outcomes.ts';
import { outcomeOf } from '#domain/matches/score.ts';
import { PRESETS } from './rules.ts';
import { scoreTip, termsOf } from './score-tips.ts';
import type { Tip } from './tip.ts';

/**
 * What a match is worth in a division (docs/divisions.md#points). Forecasts and tips are both measured against the model on the same match:
 * whoever does as well as the model gets 100, so that easy matches are worth no more than hard ones.
 */
const AS_GOOD_AS_MODEL = 100;
/** Points for each 1.0 of quadratic score, which lies between 0 and 2: a forecast gets 0 to 200. */
const FORECAST_WEIGHT = 50;
/** Points for each point of the house rule, which gives 0 to 4: a tip gets 60 to 140. */
const TIP_WEIGHT = 10;

/** The one rule for tips of all groups, whatever their own rules are. */
export const HOUSE_RULES = PRESETS.classic;

/** What a player entered: probabilities (which count if there are both) or a tip. */
export type DivisionEntry = { forecast: Outcomes; tip: null } | { forecast: null; tip: Tip };

/** What the model said when the match began. Its tip is null where it makes none. */
export interface ModelEntry {
  forecast: Outcomes;
  tip: Tip | null;
}

/**
 * Returns what an entry is worth, in whole points from 0 to 200; null if it cannot be measured: a tip where the model makes none, and a
 * result that the sport does not have.
 */
export function entryPoints(entry: DivisionEntry, model: ModelEntry, result: Tip): number | null {
  if (entry.forecast) {
    const gain = quadraticLoss(model.forecast, result) - quadraticLoss(entry.forecast, result);
    return Math.round(AS_GOOD_AS_MODEL + FORECAST_WEIGHT * gain);
  }
  if (model.tip === null) return null;
  return AS_GOOD_AS_MODEL + TIP_WEIGHT * (housePoints(entry.tip, result) - housePoints(model.tip, result));
}

/**
 * The quadratic score (Brier 1950), 0 to 2, lower is better. It is strictly proper and bounded: saying what one thinks scores best on
 * average, and no single match decides a season.
 */
const quadraticLoss = (forecast: Outcomes, result: Tip): number => brierScore({ forecast, outcome: outcomeOf(...result) });

const housePoints = (tip: Tip, result: Tip): number => scoreTip({ tip, isJoker: false }, termsOf([], result, HOUSE_RULES, 1)).points;

/** Matches that count in each quarter of a season: enough for a weekend, and no reward for tipping everything. */
export const MATCHES_A_WEEK = 10;

/** A player's entry that counts, or would: null points mean that its match has no result yet, or none that the reader may know. */
export interface SeasonEntry {
  matchId: number;
  kickoffMs: number;
  points: number | null;
}

/**
 * Returns the entries that count: of each quarter of the month, the first ten by kick-off, and of matches that begin together those with
 * the lower id. Nothing of that depends on how a match ended, so nobody can choose afterwards.
 */
export function countedEntries(entries: readonly SeasonEntry[]): SeasonEntry[] {
  const taken = [0, 0, 0, 0];
  return [...entries]
    .sort((a, b) => a.kickoffMs - b.kickoffMs || a.matchId - b.matchId)
    .filter(({ kickoffMs }) => {
      const quarter = quarterOf(kickoffMs);
      taken[quarter]! += 1;
      return taken[quarter]! <= MATCHES_A_WEEK;
    });
}

/** Returns the quarter of its month in which a moment lies, from 0: days 1 to 7, 8 to 14, 15 to 21, and the rest (UTC). */
const quarterOf = (ms: number): number => Math.min(3, Math.floor((new Date(ms).getUTCDate() - 1) / 7));

/** A player's figures of a season. */
export interface SeasonScore {
  points: number;
  /** Matches that count and have a result. */
  matches: number;
  /** Matches on which the player did better than the model. */
  beaten: number;
}

export function seasonScore(entries: readonly SeasonEntry[]): SeasonScore {
  const scored = countedEntries(entries).flatMap(({ points }) => points ?? []);
  return {
    points: scored.reduce((sum, points) => sum + points, 0),
    matches: scored.length,
    beaten: scored.filter((points) => points > AS_GOOD_AS_MODEL).length,
  };
}
