import { DAY_MS, utcDay } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { dayTopic } from '#server/modules/match-data/public.ts';
import type { GroupRow } from './group-queries.ts';
import { groupTopic, standingOf } from './standing.ts';

/** The first rows of a listed group's table as it stands, for everybody. */
export interface ListedTable {
  group: string;
  members: number;
  isLive: boolean;
  /** Rows of the whole table: members, the model and the crowd. */
  all: number;
  rows: {
    place: number;
    kind: 'member' | 'model' | 'crowd';
    /** Null for the model, the crowd, and imported places: they are of somebody who is not here to agree. */
    name: string | null;
    points: number;
  }[];
}

/** What changes the table of a group. */
export function listedTableTopics({ now }: Pick<Deps, 'now'>, groupId: string): string[] {
  const at = now().getTime();
  return [groupTopic(groupId), dayTopic(utcDay(at)), dayTopic(utcDay(at - DAY_MS))];
}

/** Returns the first `rowsMax` rows of a group's table; null if there is no such group, or it is private. */
export async function listedTable(deps: Deps, groupId: string, rowsMax: number): Promise<ListedTable | null> {
  const group = await findListedGroup(deps, groupId);
  if (!group) return null;
  const { shown, tableOf } = await standingOf(deps, group);
  const { rows, isLive } = tableOf({});
  const first = rows.slice(0, rowsMax).map(({ row, place, points }) => {
    const { kind, handle } = shown.get(row)!;
    return { place, points, kind: kind === 'place' ? ('member' as const) : kind, name: kind === 'member' ? handle : null };
  });
  return { group: group.name, members: group.members, isLive, all: rows.length, rows: first };
}

/** Returns a group that everybody may see; undefined if there is none. */
export const findListedGroup = ({ db }: Pick<Deps, 'db'>, groupId: string): Promise<GroupRow | undefined> =>
  db.selectFrom('tipping_groups').selectAll().where('id', '=', groupId).where('visibility', '=', 'listed').executeTakeFirst();
