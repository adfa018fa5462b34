import type { TeamRef } from '#contract/matches.ts';
import type { Deps } from '#server/deps.ts';
import { findMatchBriefs } from '#server/modules/match-data/public.ts';
import { closeDue, isCalledOff, isDue, type Recorded, roundOf } from './group-matches.ts';
import type { GroupRow } from './group-queries.ts';
import { standingOf } from './standing.ts';

const TOP = 10;

/** The first rows of a group's table, for a chat outside of it. */
export interface ChatTable {
  group: string;
  isLive: boolean;
  rows: { place: number; kind: 'member' | 'place' | 'model' | 'crowd'; handle: string | null; points: number }[];
}

/** Returns the first ten of the table as it stands; null if the group has ended. Imported names are left out: they are not here to agree. */
export async function tableForChat(deps: Deps, groupId: string): Promise<ChatTable | null> {
  const group = await findGroup(deps, groupId);
  if (!group) return null;
  const { shown, tableOf } = await standingOf(deps, group);
  const { rows, isLive } = tableOf({});
  const top = rows.slice(0, TOP).map(({ row, place, points }) => {
    const { kind, handle } = shown.get(row)!;
    return { place, points, kind, handle: kind === 'member' ? handle : null };
  });
  return { group: group.name, isLive, rows: top };
}

/** What closes next in a group. It says nothing of who has tipped. */
export interface NextDeadline {
  group: string;
  roundKey: string;
  closesAt: Date;
  /** Matches that close then. */
  matches: number;
  /** Whether nothing of the round has closed before. */
  isFirst: boolean;
}

/** Returns the next deadline of a group; null if nothing is open, or the group has ended. */
export async function nextDeadline(deps: Deps, groupId: string): Promise<NextDeadline | null> {
  const group = await findGroup(deps, groupId);
  return group ? deadlineOf(group, await closeDue(deps, group), deps.now()) : null;
}

/** The next matches of a group, and what closes next; nothing of tips and scores, which not everybody in a chat may see. */
export interface ChatFixtures {
  group: string;
  matches: { id: number; home: TeamRef; away: TeamRef; kickoffAt: Date; isOpen: boolean }[];
  deadline: NextDeadline | null;
}

const NEXT = 5;

/** Returns the next five matches of a group that have not begun; null if there are none, or the group has ended. */
export async function fixturesForChat(deps: Deps, groupId: string): Promise<ChatFixtures | null> {
  const group = await findGroup(deps, groupId);
  if (!group) return null;
  const now = deps.now();
  const recorded = await closeDue(deps, group);
  const next = recorded.matches
    .filter(({ status, kickoffAt }) => (status === 'ns' || status === 'tbd') && kickoffAt !== null && kickoffAt > now)
    .slice(0, NEXT);
  if (next.length === 0) return null;
  const ids = next.map(({ id }) => id);
  const briefs = await findMatchBriefs(deps.db, ids);
  const matches = next.map((match) => {
    const { home, away } = briefs.get(match.id)!;
    return { id: match.id, home, away, kickoffAt: match.kickoffAt!, isOpen: !isDue(match, recorded.closesAt.get(match.id) ?? null, now) };
  });
  return { group: group.name, matches, deadline: deadlineOf(group, recorded, now) };
}

function deadlineOf(group: GroupRow, { matches, closesAt }: Recorded, now: Date): NextDeadline | null {
  const dated = matches.flatMap((match) => {
    const [at, key] = [closesAt.get(match.id) ?? null, roundOf(group, match)];
    return at === null || key === null || isCalledOff(match) ? [] : [{ at, key, isOpen: !isDue(match, at, now) }];
  });
  const open = dated.filter(({ isOpen }) => isOpen).sort((a, b) => a.at.getTime() - b.at.getTime());
  const [first] = open;
  if (!first) return null;
  const closing = open.filter(({ at, key }) => key === first.key && at.getTime() === first.at.getTime());
  return {
    ...{ group: group.name, roundKey: first.key, closesAt: first.at, matches: closing.length },
    isFirst: dated.every(({ key, isOpen }) => key !== first.key || isOpen),
  };
}

const findGroup = ({ db }: Deps, groupId: string): Promise<GroupRow | undefined> =>
  db.selectFrom('tipping_groups').selectAll().where('id', '=', groupId).executeTakeFirst();
