import { sql } from 'kysely';
import type { V1Match } from '#contract/v1/parts.ts';
import { groupBy } from '#domain/grouping.ts';
import { statusesOf } from '#domain/matches/match-status.ts';
import { type MatchEvent, matchEventsBetween, type WatchedState, type WebhookEvent } from '#domain/notifications/webhook-event.ts';
import { DAY_MS, HOUR_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { transact } from '#server/platform/transact.ts';
import { findMatchData } from './match-data.ts';
import { findListeners, isAnybodyListening, type NewEvent, storeEvents } from './store-events.ts';

/** Matches are watched from two hours before kick-off, so that the start of a match which begins early is noticed. */
const AHEAD_MS = 2 * HOUR_MS;
const BEHIND_MS = 8 * HOUR_MS;
/** Results are corrected within three days of the end. */
const WATCHED_FOR_MS = 4 * DAY_MS;

const TYPES: readonly WebhookEvent[] = ['match.started', 'match.goal', 'match.part_ended', 'match.ended', 'match.corrected'];

/**
 * Compares matches with their state at the last run, and stores the differences as events for the webhooks that want them, in the same
 * transaction: a crash loses and repeats none. After a break it tells everything that it missed. One process runs it at a time. Without any
 * webhook nothing is watched; matches are then first seen as they are when one is made.
 */
export async function watchForWebhooks(deps: Deps): Promise<void> {
  const at = deps.now();
  await transact(deps, async (db) => {
    if (!(await isAnybodyListening(db, TYPES))) return stopWatching(db);
    if (!(await takeMark(db, at))) return;
    const changed = await findChanged(db, at);
    const events = changed.flatMap(({ id, before, after }) =>
      before === null ? [] : matchEventsBetween(before, after).map((event) => ({ id, event })),
    );
    await tell(deps, db, events);
    await saveStates(db, changed, at);
    await db
      .deleteFrom('webhook_watch')
      .where('changed_at', '<', new Date(at.getTime() - WATCHED_FOR_MS))
      .execute();
  });
}

interface Noticed {
  id: number;
  event: MatchEvent;
}

async function tell(deps: Deps, db: Db, noticed: readonly Noticed[]): Promise<void> {
  if (noticed.length === 0) return;
  const byMatch = groupBy(noticed, ({ id }) => String(id));
  const matches = await findMatchData(
    db,
    noticed.map(({ id }) => id),
  );
  const told: NewEvent[] = [];
  for (const events of byMatch.values()) {
    const matchId = events[0].id;
    const listeners = await findListeners(
      db,
      matchId,
      events.map(({ event }) => event.type),
    );
    for (const { event } of events) {
      const webhookIds = listeners.filter(({ events }) => events.includes(event.type)).map(({ id }) => id);
      told.push({ type: event.type, matchId, userId: null, data: dataOf(event, matches.get(matchId)!), webhookIds });
    }
  }
  await storeEvents(deps, db, told);
}

/** Returns what an event tells. */
function dataOf(event: MatchEvent, match: V1Match): object {
  if (event.type === 'match.goal') return { match, side: event.side, count: event.count, is_taken_back: event.isTakenBack };
  if (event.type === 'match.part_ended') return { match, part: { kind: event.part.kind, number: event.part.n } };
  if (event.type !== 'match.corrected') return { match };
  const { status, score, penalty } = event.before;
  const shoot_out = penalty && { home: penalty[0], away: penalty[1] };
  return { match, before: { status, score: { home: score?.[0] ?? null, away: score?.[1] ?? null, shoot_out } } };
}

/** Locks the mark until the transaction ends; returns false if another process holds it, or there is none yet. */
async function takeMark(db: Db, at: Date): Promise<boolean> {
  const held = await db.selectFrom('webhook_mark').select('looked_at').forUpdate().skipLocked().executeTakeFirst();
  if (held === undefined) {
    await db
      .insertInto('webhook_mark')
      .values({ looked_at: at })
      .onConflict((oc) => oc.column('singleton').doNothing())
      .execute();
    return false;
  }
  await db.updateTable('webhook_mark').set({ looked_at: at }).execute();
  return true;
}

async function stopWatching(db: Db): Promise<void> {
  await db.deleteFrom('webhook_watch').execute();
}

interface Changed {
  id: number;
  /** Null if the match was not watched before. */
  before: WatchedState | null;
  after: WatchedState;
}

/** Returns the matches near their play, and those watched until now, that differ from what was seen of them. */
async function findChanged(db: Db, at: Date): Promise<Changed[]> {
  const listed = (group: 'live' | 'finished') => sql.join(statusesOf(group).map((status) => sql.lit(status)));
  const { rows } = await sql<Changed>`
    with near as (
      select id from matches where status in (${listed('live')})
      union select id from matches
        where kickoff_at between ${new Date(at.getTime() - BEHIND_MS)} and ${new Date(at.getTime() + AHEAD_MS)}
          and status not in (${listed('finished')})
      union select match_id from webhook_watch
    ), now as (
      select m.id, jsonb_build_object('sport', l.sport, 'status', m.status,
        -- The score of basketball changes every minute, and is told at the end of parts only.
        'score', case when m.home_score is not null and m.away_score is not null
          and (l.sport <> 'basketball' or m.status in (${listed('finished')})) then jsonb_build_array(m.home_score, m.away_score) end,
        'penalty', to_jsonb(m.penalty), 'awardedTo', m.awarded_to, 'parts', coalesce(jsonb_array_length(m.parts), 0)) as seen
      from near join matches m on m.id = near.id join leagues l on l.id = m.league_id
    )
    select now.id, w.seen as before, now.seen as after from now left join webhook_watch w on w.match_id = now.id
    where w.seen is distinct from now.seen order by now.id`.execute(db);
  return rows;
}

async function saveStates(db: Db, changed: readonly Changed[], at: Date): Promise<void> {
  if (changed.length === 0) return;
  await sql`
    insert into webhook_watch (match_id, seen, changed_at)
    select id, seen, ${at} from unnest(${changed.map(({ id }) => id)}::integer[],
      ${changed.map(({ after }) => JSON.stringify(after))}::jsonb[]) as now (id, seen)
    on conflict (match_id) do update set seen = excluded.seen, changed_at = excluded.changed_at`.execute(db);
}
