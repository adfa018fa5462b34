import type { ParsedInputOf } from '#contract/endpoint.ts';
import {
  type getTippingHistory,
  type getTippingTable,
  type TippingHistory,
  type TippingTable,
  type TippingTableRow,
  tippingTableRow,
} from '#contract/tipping-tips.ts';
import { normaliseHandle } from '#domain/identity/handle.ts';
import { placesByRound, type TableRow } from '#domain/tipping/group-table.ts';
import type { Deps } from '#server/deps.ts';
import { pageOf } from '#server/platform/http/paging.ts';
import { WrittenReply } from '#server/platform/http/written-reply.ts';
import { BYTE_ORDER_MARK, csvLine, encoded } from '#server/platform/text-formats.ts';
import { requireReader } from './access.ts';
import { MODEL_ROW } from './columns.ts';
import { roundBriefs } from './round-views.ts';
import { type Standing, standingFor, standingOf, type Table, type Who } from './standing.ts';

const FORM_ROUNDS = 5;
const LINES_MAX = 5;

/**
 * Returns the table as it stands, of all rounds, of one, or of those that began in a month or half-year (UTC). After a goal all open pages
 * ask at once, so each row is written once for all readers; only the reader's own differs.
 */
export async function table(
  deps: Deps,
  userId: string,
  { group_id, round, period, page, page_size }: ParsedInputOf<typeof getTippingTable>,
): Promise<WrittenReply<TippingTable>> {
  const standing = await standingFor(deps, userId, group_id);
  const asked = standing.tableOf({ round, period });
  const own = standing.rowOf.get(userId);
  const mine = asked.rows.find(({ row }) => row === own);
  const me = mine ? written(standing, mine, true) : 'null';
  const textOf = rowTexts(standing, asked);
  const { items, ...rest } = await pageOf({ page, page_size }, async ({ limit, offset }) => ({
    items: asked.rows.slice(offset, offset + limit).map((row) => (row === mine ? me : textOf(row))),
    total: asked.rows.length,
  }));
  return new WrittenReply(`{"items":[${items.join()}],"me":${me},${JSON.stringify({ ...rest, is_live: asked.isLive }).slice(1)}`);
}

/** The rows of each table as they are written for everybody but their own reader. */
const texts = new WeakMap<Table, Map<TableRow, string>>();

/** Returns a function that returns a row of a table as JSON, written when it is first asked for. */
function rowTexts(standing: Standing, table: Table): (row: TableRow) => string {
  const known = texts.get(table) ?? new Map<TableRow, string>();
  texts.set(table, known);
  return (row) => {
    const text = known.get(row) ?? written(standing, row, false);
    known.set(row, text);
    return text;
  };
}

function written({ shown, rounds, byRound }: Standing, row: TableRow, isMe: boolean): string {
  const recent = rounds.filter(({ key }) => byRound.has(key)).slice(-FORM_ROUNDS);
  const view: TippingTableRow = {
    ...shown.get(row.row)!,
    ...{ is_me: isMe, place: row.place, place_before: row.placeBefore, points: row.points },
    ...{ live_points: row.livePoints, bonus_points: row.bonusPoints },
    ...{ tips: row.tips, exact: row.exact, difference: row.difference, tendency: row.tendency, rounds_won: row.roundsWon },
    form: recent.map(({ key }) => byRound.get(key)![row.row] ?? 0),
  };
  return JSON.stringify(tippingTableRow.parse(view));
}

/** Returns how places and points moved from round to round, of the caller, the model, the leader, and who was asked for. */
export async function history(
  deps: Deps,
  userId: string,
  { group_id, handles }: ParsedInputOf<typeof getTippingHistory>,
): Promise<TippingHistory> {
  const { group } = await requireReader(deps, userId, group_id);
  const { shown, rounds, byRound, counted, contenders, running, rules, rowOf, tableOf } = await standingOf(deps, group);
  const played = rounds.filter(({ key }) => byRound.has(key));
  const asked = new Set((handles ?? '').split(',').filter(Boolean).map(normaliseHandle));
  const own = rowOf.get(userId);
  const leader = played.length === 0 ? undefined : tableOf({}).rows[0]?.row;
  /** The order in which lines are listed; null: not at all. */
  const rank = (row: number, { handle }: Who): number | null => {
    if (row === own) return 0;
    if (handle !== null && asked.has(handle)) return 1;
    return row === leader ? 2 : row === MODEL_ROW ? 3 : null;
  };
  const wanted = [...shown]
    .flatMap(([row, who]) => {
      const at = rank(row, who);
      return at === null ? [] : [{ row, who, at }];
    })
    .sort((a, b) => a.at - b.at)
    .slice(0, LINES_MAX);
  const places = placesByRound(
    { rows: [...shown.keys()], contenders, matches: counted, running, ties: rules.ties },
    played.map(({ key }) => key),
    wanted.map(({ row }) => row),
  );
  return {
    rounds: (await roundBriefs(deps.db, group, played)).map(({ key, league, round, starts_at }) => ({ key, league, round, starts_at })),
    lines: wanted.map(({ row, who }) => ({
      ...{ ...who, is_me: row === own },
      places: places.map((of) => of.get(row)!),
      points: played.map(({ key }) => byRound.get(key)![row] ?? 0),
    })),
  };
}

/** Streams the table with the points of each round, best first. */
export async function download(deps: Deps, userId: string, groupId: string): Promise<AsyncIterable<Uint8Array>> {
  const { group } = await requireReader(deps, userId, groupId);
  const { shown, rounds, byRound, tableOf } = await standingOf(deps, group);
  const played = rounds.filter(({ key }) => byRound.has(key));
  const { rows } = tableOf({});
  const header = [
    'place',
    'member',
    'points',
    'tips',
    'exact',
    'difference',
    'tendency',
    'rounds won',
    'bonus',
    ...played.map(({ key }) => key),
  ];
  async function* lines() {
    yield BYTE_ORDER_MARK + csvLine(header);
    for (const row of rows) {
      const { kind, handle, name } = shown.get(row.row)!;
      const rest = [row.points, row.tips, row.exact, row.difference, row.tendency, row.roundsWon, row.bonusPoints];
      yield csvLine([row.place, handle ?? name ?? `(${kind})`, ...rest, ...played.map(({ key }) => byRound.get(key)![row.row] ?? 0)]);
    }
  }
  return encoded(lines());
}
