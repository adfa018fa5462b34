import type { ParsedInputOf } from '#contract/endpoint.ts';
import type { getTippingHistory, getTippingTable, TippingHistory, TippingTable, TippingTableRow } from '#contract/tipping-tips.ts';
import { normaliseHandle } from '#domain/identity/handle.ts';
import { type CountedMatch, groupTable, pointsByRound, type TableRow } from '#domain/tipping/group-table.ts';
import type { Round } from '#domain/tipping/rounds.ts';
import type { Deps } from '#server/deps.ts';
import { BYTE_ORDER_MARK, csvLine, encoded } from '#server/platform/text-formats.ts';
import { requireReader } from './access.ts';
import { closeDue, type GroupMatch, groupRounds } from './group-matches.ts';
import { findAllMembers, type GroupRow, type ListedMember } from './group-queries.ts';
import { pageOf } from './pages.ts';
import { CROWD, MODEL, pointsOf, readClosed } from './points.ts';
import { isOver, roundBriefs } from './round-views.ts';

const FORM_ROUNDS = 5;
const LINES_MAX = 5;

/** A group with everything that counts. */
interface Standing {
  group: GroupRow;
  members: Map<number, ListedMember>;
  /** Members, the model and the crowd. */
  ids: number[];
  rounds: Round<GroupMatch>[];
  counted: CountedMatch<number>[];
  /** Returns the table of these matches. */
  tableOf: (matches: readonly CountedMatch<number>[]) => TableRow<number>[];
}

async function standingOf(deps: Deps, userId: string, groupId: string): Promise<Standing> {
  const { group } = await requireReader(deps, userId, groupId);
  const { matches, rules } = await closeDue(deps, group);
  const [list, closed] = await Promise.all([findAllMembers(deps.db, groupId), readClosed(deps.db, group, matches)]);
  const memberIds = list.map(({ id }) => id);
  const counted = closed.flatMap((match) => pointsOf(match, memberIds) ?? []);
  const ids = [...memberIds, MODEL, CROWD];
  const rounds = groupRounds(group, matches);
  const running = new Set(rounds.filter((round) => !isOver(round)).map(({ key }) => key));
  // The model and the crowd can be beaten, and take no round from a member.
  const tableOf = (of: readonly CountedMatch<number>[]) =>
    groupTable({ ids, contenders: memberIds, matches: of, running, ties: rules.ties });
  return { group, members: new Map(list.map((member) => [member.id, member])), ids, rounds, counted, tableOf };
}

const who = (members: ReadonlyMap<number, ListedMember>, id: number, userId: string) => {
  const member = members.get(id);
  const kind: TippingTableRow['kind'] = id === MODEL ? 'model' : id === CROWD ? 'crowd' : 'member';
  return { kind, handle: member?.handle ?? null, is_me: member?.user_id === userId };
};

/** Returns the table as it stands, of all rounds, of one, or of those that began in a month (UTC). */
export async function table(
  deps: Deps,
  userId: string,
  { group_id, round, month, page, page_size }: ParsedInputOf<typeof getTippingTable>,
): Promise<TippingTable> {
  const { members, rounds, counted, tableOf } = await standingOf(deps, userId, group_id);
  const keys = new Set(
    rounds
      .filter(({ key, startsAt }) => (round === undefined || key === round) && (!month || startsAt?.toISOString().startsWith(month)))
      .map(({ key }) => key),
  );
  const chosen = counted.filter((match) => keys.has(match.round));
  const byRound = pointsByRound(counted);
  const recent = rounds.filter(({ key }) => byRound.has(key)).slice(-FORM_ROUNDS);
  const view = (row: TableRow<number>): TippingTableRow => ({
    ...who(members, row.id, userId),
    ...{ place: row.place, place_before: row.placeBefore, points: row.points, live_points: row.livePoints },
    ...{ tips: row.tips, exact: row.exact, difference: row.difference, tendency: row.tendency, rounds_won: row.roundsWon },
    form: recent.map(({ key }) => byRound.get(key)!.get(row.id) ?? 0),
  });
  const rows = tableOf(chosen);
  const mine = rows.find(({ id }) => members.get(id)?.user_id === userId);
  const listed = await pageOf({ page, page_size }, async ({ limit, offset }) => ({
    items: rows.slice(offset, offset + limit).map(view),
    total: rows.length,
  }));
  return { ...listed, is_live: chosen.some(({ isFinal }) => !isFinal), me: mine ? view(mine) : null };
}

/** Returns how places and points moved from round to round, of the caller, the model, the leader, and who was asked for. */
export async function history(
  deps: Deps,
  userId: string,
  { group_id, handles }: ParsedInputOf<typeof getTippingHistory>,
): Promise<TippingHistory> {
  const { group, members, ids, rounds, counted, tableOf } = await standingOf(deps, userId, group_id);
  const played = rounds.filter(({ key }) => counted.some((match) => match.round === key));
  const asked = new Set((handles ?? '').split(',').filter(Boolean).map(normaliseHandle));
  const tables = played.map((_, index) => {
    const keys = new Set(played.slice(0, index + 1).map(({ key }) => key));
    return new Map(tableOf(counted.filter((match) => keys.has(match.round))).map((row) => [row.id, row]));
  });
  const leader = [...(tables.at(-1)?.values() ?? [])][0]?.id;
  const isMe = (id: number) => members.get(id)?.user_id === userId;
  const wanted = ids.filter((id) => asked.has(members.get(id)?.handle ?? '') || isMe(id) || id === MODEL || id === leader);
  const rank = (id: number) => (isMe(id) ? 0 : asked.has(members.get(id)?.handle ?? '') ? 1 : id === leader ? 2 : 3);
  const byRound = pointsByRound(counted);
  return {
    rounds: (await roundBriefs(deps.db, group, played)).map(({ key, league, round, starts_at }) => ({ key, league, round, starts_at })),
    lines: wanted
      .sort((a, b) => rank(a) - rank(b))
      .slice(0, LINES_MAX)
      .map((id) => ({
        ...who(members, id, userId),
        places: tables.map((rows) => rows.get(id)!.place),
        points: played.map(({ key }) => byRound.get(key)?.get(id) ?? 0),
      })),
  };
}

/** Streams the table with the points of each round, best first. */
export async function download(deps: Deps, userId: string, groupId: string): Promise<AsyncIterable<Uint8Array>> {
  const { members, rounds, counted, tableOf } = await standingOf(deps, userId, groupId);
  const byRound = pointsByRound(counted);
  const played = rounds.filter(({ key }) => byRound.has(key));
  const rows = tableOf(counted);
  const header = ['place', 'member', 'points', 'tips', 'exact', 'difference', 'tendency', 'rounds won', ...played.map(({ key }) => key)];
  async function* lines() {
    yield BYTE_ORDER_MARK + csvLine(header);
    for (const row of rows) {
      const { kind, handle } = who(members, row.id, userId);
      const rest = [row.points, row.tips, row.exact, row.difference, row.tendency, row.roundsWon];
      yield csvLine([row.place, handle ?? `(${kind})`, ...rest, ...played.map(({ key }) => byRound.get(key)!.get(row.id) ?? 0)]);
    }
  }
  return encoded(lines());
}
