import type { TippingTableRow } from '#contract/tipping-tips.ts';
import { DAY_MS, utcDay } from '#domain/time.ts';
import { type CountedMatch, groupTable, pointsByRound, type TableRow } from '#domain/tipping/group-table.ts';
import type { Round } from '#domain/tipping/rounds.ts';
import { isInPeriod } from '#domain/tipping/table-period.ts';
import type { Deps } from '#server/deps.ts';
import { dayTopic } from '#server/modules/match-data/public.ts';
import { requireReader } from './access.ts';
import { type BonusColumn, bonusColumns, bonusPoints } from './bonus-points.ts';
import { CROWD_ROW, MODEL_ROW, rowsOf, scoredMatches } from './columns.ts';
import { closeDue, type GroupMatch, groupRounds, type Recorded } from './group-matches.ts';
import { type EveryMember, findEveryMember, type GroupRow } from './group-queries.ts';
import { type ClosedMatch, findModelTips, findRulesOf } from './points.ts';
import { isOver } from './round-views.ts';

/** Where a group stands: everything about its matches and points that is the same for all its readers. It holds no tip that is hidden. */
export interface Standing extends Recorded {
  group: GroupRow;
  rounds: Round<GroupMatch>[];
  /** Matches that have closed, by id. */
  closed: ReadonlyMap<number, ClosedMatch>;
  /** Who the rows of the table are: the model, the crowd, present members and imported places. */
  shown: ReadonlyMap<number, Who>;
  /** Rows of present members, by user. */
  rowOf: ReadonlyMap<string, number>;
  /** Rows of present members by id: the model and the crowd can be beaten, and take no round from them. */
  contenders: readonly number[];
  counted: readonly CountedMatch[];
  /** Bonus questions that are decided. */
  bonus: readonly BonusColumn[];
  /** Points of each row in each round. */
  byRound: ReadonlyMap<string, Int32Array>;
  /** Rounds that are not over. */
  running: ReadonlySet<string>;
  /** Returns the table of all rounds, or of those that are named. */
  tableOf: (rounds: Rounds) => Table;
}

/** All rounds, one by its key, or those that began in a period (domain/tipping/table-period.ts) with the bonus questions that closed in it. */
export type Rounds = { round?: string | undefined; period?: string | undefined };

export interface Table {
  /** Best first. */
  rows: readonly TableRow[];
  /** Whether some of its matches may still change. */
  isLive: boolean;
}

export type Who = Pick<TippingTableRow, 'kind' | 'handle' | 'name'>;

/** Who a present member is to others: a user, or an imported place that nobody has taken. */
export const whoIs = ({ user_id, handle, place_name }: EveryMember): Who =>
  user_id === null && place_name !== null ? { kind: 'place', handle: null, name: place_name } : { kind: 'member', handle };

/** The topic of what changes a group's table beside its matches: members, rules, visibility, and results of bonus questions. */
export const groupTopic = (groupId: string): string => `tipping:${groupId}`;

/**
 * Returns the standing of a group, assembled once for all requests until a match of its days changes, a member joins or leaves, the rules
 * change or the next tips close; seconds at most.
 */
export async function standingOf(deps: Deps, group: GroupRow): Promise<Standing> {
  const now = deps.now().getTime();
  const key = groupTopic(group.id);
  // Matches in play may have begun on the day before.
  const topics = [key, dayTopic(utcDay(now)), dayTopic(utcDay(now - DAY_MS))];
  return deps.replies.share({ key, topics, make: () => assemble(deps, group), staleAt: (standing) => nextClosing(standing, now) }, now);
}

/**
 * Returns the standing of a group for one of its readers. While it is in memory or being assembled, it also tells who they are: many requests at once then
 * cost no query, and users who are disabled or erased have no session. Throws `not_found` as `requireReader` does.
 */
export async function standingFor(deps: Deps, userId: string, groupId: string): Promise<Standing> {
  const known = await deps.replies.peekShared<Standing>(groupTopic(groupId), deps.now().getTime());
  if (known && (known.group.visibility === 'listed' || known.rowOf.has(userId))) return known;
  const { group } = await requireReader(deps, userId, groupId);
  return standingOf(deps, group);
}

/** Returns all who are or were in a group, by id. They change rarely, and are many: they outlive the changes of matches. */
export function membersOf(deps: Deps, groupId: string): Promise<EveryMember[]> {
  const plan = { key: `${groupTopic(groupId)} members`, topics: [groupTopic(groupId)], staleAt: () => Number.POSITIVE_INFINITY };
  return deps.replies.share({ ...plan, make: () => findEveryMember(deps.db, groupId) }, deps.now().getTime());
}

/** Returns when the next match closes: whoever looks first then records it. */
function nextClosing({ closesAt }: Recorded, now: number): number {
  const times = [...closesAt.values()].flatMap((at) => (at !== null && at.getTime() > now ? at.getTime() : []));
  return times.reduce((first, time) => Math.min(first, time), Number.POSITIVE_INFINITY);
}

async function assemble(deps: Deps, group: GroupRow): Promise<Standing> {
  const recorded = await closeDue(deps, group);
  const members = await membersOf(deps, group.id);
  const scored = await scoredMatches(deps, group.id, recorded.matches);
  const counted = scored.map(({ column }) => column);
  const rounds = groupRounds(group, recorded.matches);
  const rows = rowsOf(members);
  const present = members.filter(({ left_at }) => left_at === null);
  const shown = new Map<number, Who>([
    ...present.map((member) => [rows.get(member.id)!, whoIs(member)] as const),
    [MODEL_ROW, { kind: 'model', handle: null }],
    [CROWD_ROW, { kind: 'crowd', handle: null }],
  ]);
  const standing = {
    ...recorded,
    ...{ group, rounds, shown, counted, closed: await closedOf(deps, group, recorded.matches, scored) },
    bonus: await bonusColumns(deps, group, recorded.matches),
    rowOf: new Map(present.flatMap(({ id, user_id }) => (user_id === null ? [] : [[user_id, rows.get(id)!] as const]))),
    contenders: present.map(({ id }) => rows.get(id)!),
    byRound: pointsByRound(counted),
    running: new Set(rounds.filter((round) => !isOver(round)).map(({ key }) => key)),
  };
  return { ...standing, tableOf: tablesOf(standing, rows) };
}

/** Adds those that have closed without a result: they are shown with the tip by default. */
async function closedOf(
  { db }: Deps,
  group: GroupRow,
  matches: readonly GroupMatch[],
  scored: readonly { closed: ClosedMatch }[],
): Promise<Map<number, ClosedMatch>> {
  const known = new Map(scored.map(({ closed }) => [closed.match.id, closed]));
  const others = matches.filter(({ id, closed }) => closed !== null && !known.has(id));
  if (others.length === 0) return known;
  const [rulesOf, models] = await Promise.all([findRulesOf(db, group.id), findModelTips(db, others)]);
  for (const match of others) {
    known.set(match.id, { match, rules: rulesOf(match), model: models.get(match.id) ?? null, crowd: null, result: null, terms: null });
  }
  return known;
}

/** Returns a function that makes each table once, when it is asked for. */
function tablesOf(standing: Omit<Standing, 'tableOf'>, rowById: ReadonlyMap<number, number>): Standing['tableOf'] {
  const { shown, contenders, counted, bonus, running, rules, rounds } = standing;
  const made = new Map<string, Table>();
  return ({ round, period }) => {
    const isAsked = (at: Date | null) => period === undefined || (at !== null && isInPeriod(at.toISOString(), period));
    const keys = rounds.filter(({ key, startsAt }) => (round === undefined || key === round) && isAsked(startsAt)).map(({ key }) => key);
    const questions = bonus.filter(({ deadline }) => round === undefined && isAsked(deadline));
    const name = [...keys, ...questions.map(({ questionId }) => questionId)].join('\n');
    const known = made.get(name);
    if (known) return known;
    const chosen = new Set(keys);
    const matches = counted.filter((match) => chosen.has(match.round));
    const byRow = new Map([...bonusPoints(questions)].map(([id, points]) => [rowById.get(id)!, points]));
    const rows = groupTable({ rows: [...shown.keys()], contenders, matches, running, ties: rules.ties, bonus: byRow });
    const table = { rows, isLive: matches.some(({ isFinal }) => !isFinal) };
    made.set(name, table);
    return table;
  };
}
