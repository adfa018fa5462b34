import { sql } from 'kysely';
import { statusesOf } from '#domain/matches/match-status.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { type ScoredTipOf, scoredTips } from '#server/modules/tipping/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { transact } from '#server/platform/transact.ts';
import { findMatchData } from './match-data.ts';
import { findListeners, isAnybodyListening, LISTENS, type NewEvent, storeEvents } from './store-events.ts';

/** A result is told once it has not changed for this long, as contests settle. */
const SETTLED_MS = MINUTE_MS;
/** Results are corrected within three days. */
const CORRECTED_FOR_MS = 3 * DAY_MS;
/** Pairs of a group and a match that are scored in one run. */
const AT_ONCE = 200;

/**
 * Stores the points of tips on matches that are over for the webhooks of those who entered them, and again if a corrected result changes
 * them. Returns how many pairs of a group and a match it scored.
 */
export async function tellTips(deps: Deps, mayGoOn = () => true): Promise<number> {
  if (!(await isAnybodyListening(deps.db, ['tip.scored']))) return 0;
  let scored = 0;
  for (const due of await findDue(deps.db, deps.now())) {
    if (!mayGoOn()) break;
    await tell(deps, due, await scoredTips(deps, due.groupId, due.matchId, due.memberIds));
    scored += 1;
  }
  return scored;
}

interface Due {
  groupId: string;
  matchId: number;
  resultSince: Date;
  /** Members who have such a webhook, and were not told this result. */
  memberIds: number[];
}

async function findDue(db: Db, at: Date): Promise<Due[]> {
  const { rows } = await sql<Due>`
    with ended as materialized (
      select m.id, greatest(m.status_since, m.fulltime_since) as since from matches m
      where m.kickoff_at > ${new Date(at.getTime() - CORRECTED_FOR_MS - DAY_MS)} and m.kickoff_at <= ${at}
        and m.status in (${sql.join(statusesOf('finished').map((status) => sql.lit(status)))})
        and greatest(m.status_since, m.fulltime_since) between ${new Date(at.getTime() - CORRECTED_FOR_MS)} and ${new Date(at.getTime() - SETTLED_MS)}
    )
    select t.group_id as "groupId", t.match_id as "matchId", e.since as "resultSince", array_agg(t.member_id order by t.member_id) as "memberIds"
    from (select w.user_id, min(w.state_since) as listens_since from webhooks w join users u on u.id = w.user_id
        where ${LISTENS} and w.events && '{tip.scored}' group by w.user_id) w
    join tipping_members i on i.user_id = w.user_id and i.left_at is null
    join tips t on t.member_id = i.id
    join ended e on e.id = t.match_id and e.since >= w.listens_since
    join tipping_closed c on c.group_id = t.group_id and c.match_id = t.match_id
    where not exists (select from webhook_tips k where k.member_id = t.member_id and k.match_id = t.match_id and k.result_since = e.since)
    group by 1, 2, 3 order by 3, 1, 2 limit ${AT_ONCE}`.execute(db);
  return rows;
}

async function tell(deps: Deps, { groupId, matchId, resultSince, memberIds }: Due, tips: readonly ScoredTipOf[]): Promise<void> {
  const at = deps.now();
  await transact(deps, async (db) => {
    const known = new Map((await lockTold(db, matchId, memberIds)).map((row) => [row.member_id, row]));
    const listeners = await findListeners(db, matchId, ['tip.scored']);
    const match = (await findMatchData(db, [matchId])).get(matchId);
    const events = tips.flatMap(({ memberId, userId, groupName, tip, isJoker, result, hit, points }): NewEvent[] => {
      const before = known.get(memberId);
      if (before && before.points === points && before.home === result[0] && before.away === result[1]) return [];
      const data = {
        match,
        group: { id: groupId, name: groupName },
        tip: { home: tip[0], away: tip[1], is_joker: isJoker },
        ...{ result: { home: result[0], away: result[1] }, hit, points, points_before: before?.points ?? null },
      };
      const webhookIds = listeners.filter(({ user_id }) => user_id === userId).map(({ id }) => id);
      return [{ type: 'tip.scored', matchId, userId, data, webhookIds }];
    });
    await storeEvents(deps, db, events);
    // Members without points are remembered too, or they would be looked for again and again.
    const scored = new Map(tips.map((one) => [one.memberId, one]));
    await saveTold(
      db,
      memberIds.map((memberId) => {
        const { result, points } = scored.get(memberId) ?? { result: [0, 0] as const, points: 0 };
        return { member_id: memberId, match_id: matchId, result_since: resultSince, home: result[0], away: result[1], points, told_at: at };
      }),
    );
  });
}

const lockTold = (db: Db, matchId: number, memberIds: readonly number[]) =>
  db
    .selectFrom('webhook_tips')
    .select(['member_id', 'home', 'away', 'points'])
    .where('match_id', '=', matchId)
    .where('member_id', '=', sql<number>`any(${[...memberIds]}::integer[])`)
    .forUpdate()
    .execute();

interface ToldTip {
  member_id: number;
  match_id: number;
  result_since: Date;
  home: number;
  away: number;
  points: number;
  told_at: Date;
}

async function saveTold(db: Db, rows: readonly ToldTip[]): Promise<void> {
  await db
    .insertInto('webhook_tips')
    .values([...rows])
    .onConflict((oc) =>
      oc.columns(['member_id', 'match_id']).doUpdateSet((eb) => ({
        ...{ result_since: eb.ref('excluded.result_since'), home: eb.ref('excluded.home'), away: eb.ref('excluded.away') },
        ...{ points: eb.ref('excluded.points'), told_at: eb.ref('excluded.told_at') },
      })),
    )
    .execute();
}
