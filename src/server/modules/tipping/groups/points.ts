import { sql } from 'kysely';
import { modelTip } from '#domain/tipping/model-tip.ts';
import type { TippingRules } from '#domain/tipping/rules.ts';
import { crowdTip, type EnteredTip, type MatchTerms, termsOf } from '#domain/tipping/score-tips.ts';
import { resultAsTip, type Tip, type TippedResult } from '#domain/tipping/tip.ts';
import type { StoredForecast } from '#server/modules/forecasting/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { GroupMatch } from './group-matches.ts';
import { findRules, type GroupRow } from './group-queries.ts';

/** A tip as it was entered. */
export interface TipRow extends EnteredTip {
  memberId: number;
  enteredAt: Date;
}

/** Everything that is known of a closed match: nothing of it changes but its result. */
export interface ClosedMatch {
  match: GroupMatch;
  rules: TippingRules;
  tips: readonly TipRow[];
  /** What the model would have tipped; null if it had no forecast. */
  model: Tip | null;
  /** What most members tipped; null if nobody did. */
  crowd: Tip | null;
  /** Null while there is no score, and if the match came to nothing. */
  result: TippedResult | null;
  /** What each tip is scored by; null without a result. */
  terms: MatchTerms | null;
}

/** The tip that counts for those who were members when the match closed and entered none; null if the rules know none, or the model had no forecast. */
export function tipByDefault({ rules, model, match }: Pick<ClosedMatch, 'rules' | 'model' | 'match'>): Tip | null {
  if (rules.defaultTip === 'model') return model;
  // Nothing else than football can end 0-0.
  return rules.defaultTip === 'zero' && match.sport === 'football' ? [0, 0] : null;
}

/** Returns closed matches with their tips, in the given order. Those that have not closed are left out. */
export async function readClosed(db: Db, group: GroupRow, matches: readonly GroupMatch[]): Promise<ClosedMatch[]> {
  const closed = matches.filter((match) => match.closed !== null);
  const [rules, tips, models] = await Promise.all([
    findRules(db, group.id),
    findTips(
      db,
      group.id,
      closed.map(({ id }) => id),
    ),
    findModelTips(db, closed),
  ]);
  const byVersion = new Map(rules.map((row) => [row.version, row.rules]));
  return closed.map((match) => {
    const own = { match, rules: byVersion.get(match.closed!.rulesVersion)!, tips: tips.get(match.id) ?? [] };
    const result = resultAsTip(match.sport, own.rules.basis, match.status, match.score);
    const entered = own.tips.map(({ tip }) => tip);
    const weight = own.rules.weights[match.closed!.roundKey] ?? 1;
    return {
      ...own,
      model: models.get(match.id) ?? null,
      crowd: crowdTip(entered),
      result,
      terms: result && termsOf(entered, result.score, own.rules, weight),
    };
  });
}

/** Returns the tips of these matches, in the order of their entry. */
export async function findTips(db: Db, groupId: string, matchIds: readonly number[]): Promise<Map<number, TipRow[]>> {
  const byMatch = new Map<number, TipRow[]>();
  if (matchIds.length === 0) return byMatch;
  const rows = await db
    .selectFrom('tips')
    .select(['match_id', 'member_id', 'home', 'away', 'is_joker', 'entered_at'])
    .where('group_id', '=', groupId)
    .where('match_id', '=', sql<number>`any(${[...matchIds]}::int[])`)
    .orderBy('entered_at')
    .orderBy('member_id')
    .execute();
  for (const { match_id, member_id, home, away, is_joker, entered_at } of rows) {
    const tip: TipRow = { memberId: member_id, tip: [home, away], isJoker: is_joker, enteredAt: entered_at };
    const known = byMatch.get(match_id);
    if (known) known.push(tip);
    else byMatch.set(match_id, [tip]);
  }
  return byMatch;
}

/** Returns what the model's forecasts, as frozen when each match began, come to as tips. */
async function findModelTips(db: Db, matches: readonly GroupMatch[]): Promise<Map<number, Tip>> {
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
