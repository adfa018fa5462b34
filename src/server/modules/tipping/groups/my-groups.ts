import { sql } from 'kysely';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { GroupRole, listTippingGroups, MyTippingGroup } from '#contract/tipping-groups.ts';
import { DAY_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { requireUser } from '#server/modules/identity/public.ts';
import { isDue } from './group-matches.ts';
import { findGroupsOf, type GroupRow } from './group-queries.ts';
import { brief, competitionsOf } from './groups.ts';
import { standingOf } from './standing.ts';

/** Tips that are missing for longer are nothing to be reminded of. */
const MISSING_WITHIN_MS = 7 * DAY_MS;

/** Returns the caller's groups, each with the caller's place and the tips that are missing. */
export async function mine(deps: Deps, userId: string): Promise<ReplyOf<typeof listTippingGroups>> {
  await requireUser(deps, userId);
  const groups = await findGroupsOf(deps.db, userId);
  const competitions = await competitionsOf(
    deps.db,
    groups.map(({ id }) => id),
  );
  const items: MyTippingGroup[] = [];
  for (const group of groups) {
    const { rowOf, tableOf } = await standingOf(deps, group);
    const own = rowOf.get(userId);
    const me = tableOf({}).rows.find(({ row }) => row === own);
    const open = await missingOf(deps, group, group.member_id);
    items.push({
      ...brief(group, competitions),
      role: group.role as GroupRole,
      place: me && (me.tips > 0 || me.bonusPoints > 0) ? me.place : null,
      points: me?.points ?? 0,
      missing: open.length,
      next_deadline: open[0]?.toISOString() ?? null,
    });
  }
  return { items };
}

/** Returns the deadlines of the matches that close within a week and that the member has not tipped, the next one first. */
export async function missingOf(deps: Deps, group: GroupRow, memberId: number): Promise<Date[]> {
  const now = deps.now();
  const { matches, closesAt } = await standingOf(deps, group);
  const soon = matches.filter((match) => {
    const at = closesAt.get(match.id) ?? null;
    return at !== null && !isDue(match, at, now) && at.getTime() <= now.getTime() + MISSING_WITHIN_MS;
  });
  if (soon.length === 0) return [];
  const rows = await deps.db
    .selectFrom('tips')
    .select('match_id')
    .where('group_id', '=', group.id)
    .where('member_id', '=', memberId)
    .where('match_id', '=', sql<number>`any(${soon.map(({ id }) => id)}::int[])`)
    .execute();
  const tipped = new Set(rows.map(({ match_id }) => match_id));
  return soon
    .filter(({ id }) => !tipped.has(id))
    .map(({ id }) => closesAt.get(id)!)
    .sort((a, b) => a.getTime() - b.getTime());
}
