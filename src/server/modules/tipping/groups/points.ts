import { sql } from 'kysely';
import { modelTip } from '#domain/tipping/model-tip.ts';
import type { TippingRules } from '#domain/tipping/rules.ts';
import { crowdTip, type EnteredTip, type MatchTerms, termsOf } from '#domain/tipping/score-tips.ts';
import { resultAsTip, type Tip, type TippedResult } from '#domain/tipping/tip.ts';
import type { StoredForecast } from '#server/modules/forecasting/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { GroupMatch } from './group-matches.ts';
import { findRules } from './group-queries.ts';

/** A tip, and who entered it. */
export interface SameTip extends EnteredTip {
  memberIds: Int32Array;
}

/** Everything that is known of a closed match but who tipped what: nothing of it changes but its result. */
export interface ClosedMatch {
  match: GroupMatch;
  rules: TippingRules;
  /** What the model would have tipped; null if it had no forecast. */
  model: Tip | null;
  /** What most members tipped; null if nobody did. */
  crowd: Tip | null;
  /** Null while there is no score, and if the match came to nothing. */
  result: TippedResult | null;
  /** What each tip is scored by; null without a result. */
  terms: MatchTerms | null;
}

/** A closed match with all its tips. */
export interface TippedClosedMatch extends ClosedMatch {
  tips: readonly SameTip[];
}

/** The tip that counts for those who were members when the match closed and entered none; null if the rules know none, or the model had no forecast. */
export function tipByDefault({ rules, model, match }: Pick<ClosedMatch, 'rules' | 'model' | 'match'>): Tip | null {
  if (rules.defaultTip === 'model') return model;
  // Nothing else than football can end 0-0.
  return rules.defaultTip === 'zero' && match.sport === 'football' ? [0, 0] : null;
}

/** Returns the rules that a closed match is scored by. */
export type RulesOf = (match: GroupMatch) => TippingRules;

export async function findRulesOf(db: Db, groupId: string): Promise<RulesOf> {
  const byVersion = new Map((await findRules(db, groupId)).map(({ version, rules }) => [version, rules]));
  return ({ closed }) => byVersion.get(closed!.rulesVersion)!;
}

/** Returns closed matches with their tips, in the given order. */
export async function readClosed(db: Db, groupId: string, matches: readonly GroupMatch[], rulesOf: RulesOf): Promise<TippedClosedMatch[]> {
  const ids = matches.map(({ id }) => id);
  const [tips, models] = await Promise.all([findSameTips(db, groupId, ids), findModelTips(db, matches)]);
  return matches.map((match) => {
    const rules = rulesOf(match);
    const same = tips.get(match.id) ?? [];
    const counts = same.map(({ tip, memberIds }) => ({ tip, count: memberIds.length }));
    const result = resultAsTip(match.sport, rules.basis, match.status, match.score);
    return {
      ...{ match, rules, tips: same, model: models.get(match.id) ?? null, crowd: crowdTip(counts), result },
      terms: result && termsOf(counts, result.score, rules, rules.weights[match.closed!.roundKey] ?? 1),
    };
  });
}

/**
 * Returns the tips of these matches. A match of 5,000 members has some 30 different tips: the database collects the members of each as
 * bytes, which is ten times as fast to read as a row for each.
 */
async function findSameTips(db: Db, groupId: string, matchIds: readonly number[]): Promise<Map<number, SameTip[]>> {
  const byMatch = new Map<number, SameTip[]>(matchIds.map((id) => [id, []]));
  if (matchIds.length === 0) return byMatch;
  const rows = await db
    .selectFrom('tips')
    .select(['match_id', 'home', 'away', 'is_joker'])
    .select(sql<Buffer>`string_agg(int4send(member_id), '')`.as('members'))
    .where('group_id', '=', groupId)
    .where('match_id', '=', sql<number>`any(${[...matchIds]}::int[])`)
    .groupBy(['match_id', 'home', 'away', 'is_joker'])
    .execute();
  for (const { match_id, home, away, is_joker, members } of rows) {
    const memberIds = Int32Array.from({ length: members.length / 4 }, (_, index) => members.readInt32BE(4 * index));
    byMatch.get(match_id)!.push({ tip: [home, away], isJoker: is_joker, memberIds });
  }
  return byMatch;
}

/** Returns what the model's forecasts, as frozen when each match began, come to as tips. */
export async function findModelTips(db: Db, matches: readonly GroupMatch[]): Promise<Map<number, Tip>> {
  const known = new Map(matches.map((match) => [match.id, match]));
  if (known.size === 0) return new Map();
  const rows = await db
    .selectFrom('forecasts')
    .select(['match_id', 'content'])
    .where('match_id', '=', sql<number>`any(${[...known.keys()]}::int[])`)
    .where('frozen_at', 'is not', null)
    .execute();
  return new Map(
    rows.flatMap(({ match_id, content }) => {
      const { sport, format } = known.get(match_id)!;
      const tip = modelTip(sport, format, content as unknown as StoredForecast);
      return tip === null ? [] : [[match_id, tip] as const];
    }),
  );
}
