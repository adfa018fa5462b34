import {
  brierScore,
  calibrationError,
  logLoss,
  type Mean,
  meanOf,
  outcomeOf,
  rankedProbabilityScore,
  type Scored,
} from '#domain/forecast/evaluate.ts';
import { overUnder, SCORE_PLACES, topScores } from '#domain/forecast/score-matrix.ts';
import type { Said } from './peers.ts';
import type { PricedMatch } from './read-matches.ts';

/** A match and a forecast of it. */
export interface CheckedApproval {
  match: PricedMatch;
  said: Said;
}

/** Each number is a mean over the matches for which it is defined; null if there are none. */
export interface Figures {
  count: number;
  rps: number;
  logLoss: number;
  brier: number;
  /** Mean distance between forecast and frequency: over 20 bins of equal count, and over 20 of equal width weighted by their counts. */
  calibrationByCount: number;
  calibrationByWidth: number;
  /** Share of matches whose score was the most likely one, and among the three most likely. */
  topScore: number | null;
  topThree: number | null;
  exactLogLoss: number | null;
  overUnderLogLoss: number | null;
}

const scoredOf = ({ match, said }: CheckedApproval): Scored => ({ forecast: said.outcomes, outcome: outcomeOf(...match.goals) });

export function figuresOf(judged: readonly CheckedApproval[]): Figures {
  const scored = judged.map(scoredOf);
  return {
    count: judged.length,
    rps: meanOf(scored.map(rankedProbabilityScore)).mean,
    logLoss: meanOf(scored.map(logLoss)).mean,
    brier: meanOf(scored.map(brierScore)).mean,
    calibrationByCount: calibrationError(scored, 'count'),
    calibrationByWidth: calibrationError(scored, 'width'),
    topScore: meanKnown(judged, (one) => hitAmong(one, 1)),
    topThree: meanKnown(judged, (one) => hitAmong(one, 3)),
    exactLogLoss: meanKnown(judged, exactLogLoss),
    overUnderLogLoss: meanKnown(judged, overUnderLogLoss),
  };
}

/**
 * Returns how much better (below 0) or worse the first forecaster is than the second on their common matches, in RPS and log loss, with
 * standard errors.
 */
export function differenceOf(ours: readonly CheckedApproval[], peer: ReadonlyMap<PricedMatch, Said>): { rps: Mean; logLoss: Mean } {
  const pairs = ours.flatMap((own) => {
    const said = peer.get(own.match);
    return said === undefined ? [] : [{ own: scoredOf(own), other: scoredOf({ match: own.match, said }) }];
  });
  return {
    rps: meanOf(pairs.map(({ own, other }) => rankedProbabilityScore(own) - rankedProbabilityScore(other))),
    logLoss: meanOf(pairs.map(({ own, other }) => logLoss(own) - logLoss(other))),
  };
}

function meanKnown(judged: readonly CheckedApproval[], told: (one: CheckedApproval) => number | null): number | null {
  const known = judged.map(told).filter((value) => value !== null);
  return known.length === 0 ? null : meanOf(known).mean;
}

const hitAmong = ({ match, said }: CheckedApproval, count: number): number | null => {
  if (said.scores === null) return null;
  return topScores(said.scores, count).some(({ home, away }) => home === match.goals[0] && away === match.goals[1]) ? 1 : 0;
};

/** Forecasts do not distinguish scores of 11 and more. */
const place = (goals: number): number => Math.min(goals, SCORE_PLACES - 1);

const exactLogLoss = ({ match, said }: CheckedApproval): number | null =>
  said.scores === null ? null : -Math.log(Math.max(1e-15, said.scores[place(match.goals[0]) * SCORE_PLACES + place(match.goals[1])]!));

function overUnderLogLoss({ match, said }: CheckedApproval): number | null {
  const over = said.over25 ?? (said.scores === null ? null : overUnder(said.scores, 2.5).over);
  if (over === null) return null;
  return -Math.log(Math.max(1e-15, match.goals[0] + match.goals[1] > 2.5 ? over : 1 - over));
}
