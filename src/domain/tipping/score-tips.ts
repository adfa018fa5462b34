import { outcomeOf } from '#domain/matches/score.ts';
import { CLOSE_BY, type TippingRules } from './rules.ts';
import type { Tip } from './tip.ts';

/** How near a tip came to the score; `missed` if not even the winner was right. */
export const HITS = ['exact', 'difference', 'close', 'tendency', 'missed'] as const;
export type Hit = (typeof HITS)[number];

export interface EnteredTip {
  tip: Tip;
  isJoker: boolean;
}

/** What a tip was worth, step by step: `(base + sides) * joker * weight = points`. */
export interface ScoredTip {
  hit: Hit;
  /** For the hit; with a quota, the quota and what the hit adds to it. */
  base: number;
  /** The part of `base` that is the quota; null without one, or if the winner was wrong. */
  quota: number | null;
  /** For single sides whose count was right. */
  sides: number;
  joker: number;
  weight: number;
  points: number;
}

/** What all tips of a match share: needed to score one of them alone, as in a receipt. */
export interface MatchTerms {
  result: Tip;
  rules: TippingRules;
  /** The weight of the match's round; 1 if the rules name none. */
  weight: number;
  /** How many tips were entered, and how many of them had the winner right: what a quota is made of. Tips by default are not among them. */
  tips: number;
  right: number;
}

/** Returns how near a tip came to the result. Pure of points: `hitOf` never depends on what a hit is worth. */
export function hitOf([home, away]: Tip, [resultHome, resultAway]: Tip, { points, drawHasMargin }: TippingRules): Hit {
  if (outcomeOf(home, away) !== outcomeOf(resultHome, resultAway)) return 'missed';
  if (home === resultHome && away === resultAway) return 'exact';
  const marginOff = Math.abs(home - away - (resultHome - resultAway));
  if (points.difference > 0 && marginOff === 0 && (home !== away || drawHasMargin)) return 'difference';
  const goalsOff = Math.abs(home + away - (resultHome + resultAway));
  return points.close > 0 && marginOff + goalsOff / 2 <= CLOSE_BY ? 'close' : 'tendency';
}

/** A tip, and how many entered it. */
export interface TipCount {
  tip: Tip;
  count: number;
}

/** Returns what the rules say of a match on which so many tips were right. */
export function termsOf(counts: readonly TipCount[], result: Tip, rules: TippingRules, weight: number): MatchTerms {
  const outcome = outcomeOf(...result);
  const sum = (of: readonly TipCount[]) => of.reduce((total, { count }) => total + count, 0);
  return { result, rules, weight, tips: sum(counts), right: sum(counts.filter(({ tip }) => outcomeOf(...tip) === outcome)) };
}

/** Returns what a tip is worth. The same terms always give the same points, whoever else is looked at. */
export function scoreTip({ tip, isJoker }: EnteredTip, terms: MatchTerms): ScoredTip {
  const { result, rules, weight } = terms;
  const hit = hitOf(tip, result, rules);
  const quota = rules.quota && hit !== 'missed' ? quotaOf(rules.quota, terms) : null;
  const base = quota !== null ? quota + (hit === 'tendency' || hit === 'missed' ? 0 : rules.points[hit]) : worth(hit, rules);
  const rightSides = Number(tip[0] === result[0]) + Number(tip[1] === result[1]);
  const sides = hit === 'exact' ? 0 : rightSides * rules.points.team;
  const joker = isJoker ? rules.jokers.factor : 1;
  return { hit, base, quota, sides, joker, weight, points: (base + sides) * joker * weight };
}

/** A hit that the rules give nothing for is worth what the next lower one is. */
function worth(hit: Hit, { points }: TippingRules): number {
  const from = HITS.indexOf(hit);
  for (const lower of HITS.slice(from)) if (lower !== 'missed' && points[lower] > 0) return points[lower];
  return 0;
}

/** Returns the points for the right winner: `most` if one in infinitely many had it, `least` if all had; rounded to whole points. */
const quotaOf = ({ least, most }: { least: number; most: number }, { tips, right }: MatchTerms): number =>
  Math.round(most - (most - least) * (right / Math.max(1, tips)));

/**
 * Returns the tip that most entered; of several, the one with fewer goals, then with more of the home side's. Null without tips. The same
 * tip can be counted in several parts.
 */
export function crowdTip(counts: readonly TipCount[]): Tip | null {
  const sums = new Map<string, TipCount>();
  for (const { tip, count } of counts) {
    const known = sums.get(tip.join('-'));
    sums.set(tip.join('-'), { tip, count: count + (known?.count ?? 0) });
  }
  const ranked = [...sums.values()].sort((a, b) => b.count - a.count || a.tip[0] + a.tip[1] - (b.tip[0] + b.tip[1]) || b.tip[0] - a.tip[0]);
  return ranked[0]?.tip ?? null;
}
