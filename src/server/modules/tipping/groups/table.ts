import type { ParsedInputOf } from '#contract/endpoint.ts';
import type { getTippingHistory, getTippingTable, TippingHistory, TippingTable, TippingTableRow } from '#contract/tipping-tips.ts';
import { normaliseHandle } from '#domain/identity/handle.ts';
import { type CountedMatch, groupTable, pointsByRound, type TableRow } from '#domain/tipping/group-table.ts';
import type { Round } from '#domain/tipping/rounds.ts';
import type { Deps } from '#server/deps.ts';
import { BYTE_ORDER_MARK, csvLine, encoded } from '#server/platform/text-formats.ts';
import { requireReader } from './access.ts';
import { CROWD_ROW, columnsOf, MODEL_ROW, rowsOf } from './columns.ts';
import { closeDue, type GroupMatch, groupRounds } from './group-matches.ts';
import { findEveryMember, type GroupRow } from './group-queries.ts';
import { pageOf } from './pages.ts';
import { isOver, roundBriefs } from './round-views.ts';

const FORM_ROUNDS = 5;
const LINES_MAX = 5;

/** A group with everything that counts. */
interface Standing {
  group: GroupRow;
  /** Who the rows are, for those that are shown: the model, the crowd and present members. */
  shown: Map<number, Who>;
  rounds: Round<GroupMatch>[];
  counted: CountedMatch[];
  /** Returns the table of these matches. */
  tableOf: (matches: readonly CountedMatch[]) => TableRow[];
}

type Who = Pick<TippingTableRow, 'kind' | 'handle' | 'is_me'>;

async function standingOf(deps: Deps, userId: string, groupId: string): Promise<Standing> {
  const { group } = await requireReader(deps, userId, groupId);
  const { matches, rules } = await closeDue(deps, group);
  const members = await findEveryMember(deps.db, groupId);
  const counted = await columnsOf(deps, group, matches, members);
  const rows = rowsOf(members);
  const present = members.filter(({ left_at }) => left_at === null);
  const contenders = present.map(({ id }) => rows.get(id)!);
  const rounds = groupRounds(group, matches);
  const running = new Set(rounds.filter((round) => !isOver(round)).map(({ key }) => key));
  const shown = new Map<number, Who>([
    ...present.map(({ id, handle, user_id }) => [rows.get(id)!, { kind: 'member', handle, is_me: user_id === userId }] as const),
    [MODEL_ROW, { kind: 'model', handle: null, is_me: false }],
    [CROWD_ROW, { kind: 'crowd', handle: null, is_me: false }],
  ]);
  // The model and the crowd can be beaten, and take no round from a member.
  const tableOf = (of: readonly CountedMatch[]) =>
    groupTable({ rows: [...shown.keys()], contenders, matches: of, running, ties: rules.ties });
  return { group, shown, rounds, counted, tableOf };
}

/** Returns the table as it stands, of all rounds, of one, or of those that began in a month (UTC). */
export async function table(
  deps: Deps,
  userId: string,
  { group_id, round, month, page, page_size }: ParsedInputOf<typeof getTippingTable>,
): Promise<TippingTable> {
  const { shown, rounds, counted, tableOf } = await standingOf(deps, userId, group_id);
  const keys = new Set(
    rounds
      .filter(({ key, startsAt }) => (round === undefined || key === round) && (!month || startsAt?.toISOString().startsWith(month)))
      .map(({ key }) => key),
  );
  const chosen = counted.filter((match) => keys.has(match.round));
  const byRound = pointsByRound(counted);
  const recent = rounds.filter(({ key }) => byRound.has(key)).slice(-FORM_ROUNDS);
  const view = (row: TableRow): TippingTableRow => ({
    ...shown.get(row.row)!,
    ...{ place: row.place, place_before: row.placeBefore, points: row.points, live_points: row.livePoints },
    ...{ tips: row.tips, exact: row.exact, difference: row.difference, tendency: row.tendency, rounds_won: row.roundsWon },
    form: recent.map(({ key }) => byRound.get(key)![row.row] ?? 0),
  });
  const rows = tableOf(chosen);
  const mine = rows.find(({ row }) => shown.get(row)!.is_me);
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
  const { group, shown, rounds, counted, tableOf } = await standingOf(deps, userId, group_id);
  const played = rounds.filter(({ key }) => counted.some((match) => match.round === key));
  const asked = new Set((handles ?? '').split(',').filter(Boolean).map(normaliseHandle));
  const tables = played.map((_, index) => {
    const keys = new Set(played.slice(0, index + 1).map(({ key }) => key));
    return tableOf(counted.filter((match) => keys.has(match.round)));
  });
  const leader = tables.at(-1)?.[0]?.row;
  /** The order in which lines are listed; null: not at all. */
  const rank = (row: number, { is_me, handle }: Who): number | null => {
    if (is_me) return 0;
    if (handle !== null && asked.has(handle)) return 1;
    return row === leader ? 2 : row === MODEL_ROW ? 3 : null;
  };
  const wanted = [...shown].flatMap(([row, who]) => {
    const at = rank(row, who);
    return at === null ? [] : [{ row, who, at }];
  });
  const byRound = pointsByRound(counted);
  const places = tables.map((rows) => new Map(rows.map(({ row, place }) => [row, place])));
  return {
    rounds: (await roundBriefs(deps.db, group, played)).map(({ key, league, round, starts_at }) => ({ key, league, round, starts_at })),
    lines: wanted
      .sort((a, b) => a.at - b.at)
      .slice(0, LINES_MAX)
      .map(({ row, who }) => ({
        ...who,
        places: places.map((of) => of.get(row)!),
        points: played.map(({ key }) => byRound.get(key)?.[row] ?? 0),
      })),
  };
}

/** Streams the table with the points of each round, best first. */
export async function download(deps: Deps, userId: string, groupId: string): Promise<AsyncIterable<Uint8Array>> {
  const { shown, rounds, counted, tableOf } = await standingOf(deps, userId, groupId);
  const byRound = pointsByRound(counted);
  const played = rounds.filter(({ key }) => byRound.has(key));
  const rows = tableOf(counted);
  const header = ['place', 'member', 'points', 'tips', 'exact', 'difference', 'tendency', 'rounds won', ...played.map(({ key }) => key)];
  async function* lines() {
    yield BYTE_ORDER_MARK + csvLine(header);
    for (const row of rows) {
      const { kind, handle } = shown.get(row.row)!;
      const rest = [row.points, row.tips, row.exact, row.difference, row.tendency, row.roundsWon];
      yield csvLine([row.place, handle ?? `(${kind})`, ...rest, ...played.map(({ key }) => byRound.get(key)![row.row] ?? 0)]);
    }
  }
  return encoded(lines());
}
