import { sql } from 'kysely';
import type { TipRef } from '#contract/chat.ts';
import type { ParsedInputOf } from '#contract/endpoint.ts';
import type { getMatchTips, MatchTip, MatchTips } from '#contract/tipping-tips.ts';
import { type EnteredTip, scoreTip } from '#domain/tipping/score-tips.ts';
import type { Tip } from '#domain/tipping/tip.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { pageOf } from '#server/platform/http/paging.ts';
import { requireReader } from './access.ts';
import { closeDue } from './group-matches.ts';
import type { EveryMember } from './group-queries.ts';
import { type ClosedMatch, findRulesOf, readClosed, type TippedClosedMatch, tipByDefault } from './points.ts';
import { membersOf, whoIs } from './standing.ts';
import { tipView } from './tips.ts';

/**
 * Returns everybody's tips of a closed match: the caller's first, then the model's and the crowd's, then those with most points. Throws
 * `tips_hidden` before it has closed, the same for everybody, so that not even their number is told.
 */
export async function matchTips(
  deps: Deps,
  userId: string,
  { group_id, match_id, page, page_size }: ParsedInputOf<typeof getMatchTips>,
): Promise<MatchTips> {
  const { group, member } = await requireReader(deps, userId, group_id);
  const { matches } = await closeDue(deps, group, [match_id]);
  const [match] = matches;
  if (!match) throw new AppError('not_found');
  if (match.closed === null) throw new AppError('tips_hidden');
  const [closed] = await readClosed(deps.db, group_id, matches, await findRulesOf(deps.db, group_id));
  const members = (await membersOf(deps, group_id)).filter(({ left_at }) => left_at === null);
  const all = rowsOf(closed!, members, userId);
  const listed = await pageOf({ page, page_size }, async ({ limit, offset }) => {
    const shown = all.slice(offset, offset + limit);
    const memberIds = shown.flatMap(({ memberId }) => memberId ?? []);
    const [times, counts] = await Promise.all([
      findEntryTimes(deps.db, group_id, match_id, memberIds),
      member ? countComments(deps.db, group_id, match_id, memberIds) : new Map<number, number>(),
    ]);
    const items = shown.map(({ memberId, ...row }) => ({
      ...row,
      entered_at: (memberId === null ? null : times.get(memberId))?.toISOString() ?? null,
      comments: memberId === null || member === null ? null : { member_id: memberId, count: counts.get(memberId) ?? 0 },
    }));
    return { items, total: all.length };
  });
  return { ...listed, closed_at: match.closed.at.toISOString(), is_imported: match.closed.at < group.starts_at, terms: termsView(closed!) };
}

const termsView = ({ terms, result }: ClosedMatch): MatchTips['terms'] =>
  terms && {
    ...{ result: tipView(terms.result), is_final: result!.isFinal, weight: terms.weight, tips: terms.tips, right: terms.right },
    rules: terms.rules as NonNullable<MatchTips['terms']>['rules'],
  };

/** A row before its time of entry is read. */
interface Row extends Omit<MatchTip, 'entered_at' | 'comments'> {
  /** Null if nobody entered it. */
  memberId: number | null;
}

function rowsOf(closed: TippedClosedMatch, members: readonly EveryMember[], userId: string): Row[] {
  const entered = new Map<number, EnteredTip>(closed.tips.flatMap((same) => Array.from(same.memberIds, (id) => [id, same] as const)));
  const byDefault = tipByDefault(closed);
  const rowOf = (who: Pick<Row, 'kind' | 'handle' | 'name' | 'is_me' | 'memberId'>, tip: Tip, isJoker: boolean): Row => ({
    ...{ ...who, tip: tipView(tip), is_joker: isJoker },
    points: closed.terms ? scoreTip({ tip, isJoker }, closed.terms).points : null,
  });
  const rows = members.flatMap((member): Row[] => {
    const { id, user_id, joined_at } = member;
    const own = entered.get(id);
    const tip = own?.tip ?? (joined_at <= closed.match.closed!.at ? byDefault : null);
    if (tip === null) return [];
    return [rowOf({ ...whoIs(member), is_me: user_id === userId, memberId: own ? id : null }, tip, own?.isJoker ?? false)];
  });
  const other = (kind: 'model' | 'crowd', tip: Tip | null): Row[] =>
    tip === null ? [] : [rowOf({ kind, handle: null, is_me: false, memberId: null }, tip, false)];
  const compare = (a: Row, b: Row) => (b.points ?? 0) - (a.points ?? 0) || (nameOf(a) < nameOf(b) ? -1 : 1);
  const [mine, rest] = [rows.filter(({ is_me }) => is_me), rows.filter(({ is_me }) => !is_me).sort(compare)];
  return [...mine, ...other('model', closed.model), ...other('crowd', closed.crowd), ...rest];
}

const nameOf = ({ handle, name }: Row): string => handle ?? name ?? '';

/** Returns when these members entered their tips. */
async function findEntryTimes(db: Db, groupId: string, matchId: number, memberIds: readonly number[]): Promise<Map<number, Date>> {
  if (memberIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('tips')
    .select(['member_id', 'entered_at'])
    .where('group_id', '=', groupId)
    .where('match_id', '=', matchId)
    .where('member_id', '=', sql<number>`any(${[...memberIds]}::int[])`)
    .execute();
  return new Map(rows.map(({ member_id, entered_at }) => [member_id, entered_at]));
}

/** Counts the comments on these members' tips of a match, without those that were taken away. */
async function countComments(db: Db, groupId: string, matchId: number, memberIds: readonly number[]): Promise<Map<number, number>> {
  if (memberIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('chat_messages')
    .select(['tip_member_id', ({ fn }) => fn.countAll<number>().as('count')])
    .where('group_id', '=', groupId)
    .where('tip_match_id', '=', matchId)
    .where('tip_member_id', '=', sql<number>`any(${[...memberIds]}::int[])`)
    .where('removed', 'is', null)
    .groupBy('tip_member_id')
    .execute();
  return new Map(rows.map(({ tip_member_id, count }) => [tip_member_id!, Number(count)]));
}

/**
 * Throws unless every member of the group can see this tip: `tips_hidden` while its match has not closed in the group, whether or not there
 * is a tip; `not_found` if nobody who is in the group entered it.
 */
export async function requireShownTip(db: Db, groupId: string, { match_id, member_id }: TipRef): Promise<void> {
  const closed = await db
    .selectFrom('tipping_closed')
    .select('closed_at')
    .where('group_id', '=', groupId)
    .where('match_id', '=', match_id)
    .executeTakeFirst();
  if (!closed) throw new AppError('tips_hidden');
  const tip = await db
    .selectFrom('tips as t')
    .innerJoin('tipping_members as m', (join) => join.onRef('m.id', '=', 't.member_id').on('m.left_at', 'is', null))
    .select('t.home')
    .where('t.group_id', '=', groupId)
    .where('t.match_id', '=', match_id)
    .where('t.member_id', '=', member_id)
    .executeTakeFirst();
  if (!tip) throw new AppError('not_found');
}
