import { sql } from 'kysely';
import type { WebhookEvent } from '#domain/notifications/webhook-event.ts';
import type { Deps } from '#server/deps.ts';
import { newIds } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** A webhook that wants at least one of the asked types. */
export interface Listener {
  id: string;
  user_id: string;
  events: string[];
  forecast_points: number;
}

/** The condition that a webhook `w` covers a match `m` of a league `l`. */
export const COVERS = sql<boolean>`(m.id = any(w.match_ids) or m.home_team_id = any(w.team_ids) or m.away_team_id = any(w.team_ids)
  or m.league_id = any(w.league_ids) or l.sport = any(w.sports)
  or (w.follows_favorites and exists (select from favorites f where f.user_id = w.user_id
    and ((f.kind = 'match' and f.target_id = m.id) or (f.kind = 'league' and f.target_id = m.league_id)
      or (f.kind = 'team' and f.target_id in (m.home_team_id, m.away_team_id))))))`;

/** The condition that a webhook `w` of a user `u` is told anything: it is on, and its owner may use the site and stays. */
export const LISTENS = sql<boolean>`(w.state = 'on' and u.status = 'normal' and u.deletion_due_at is null)`;

/** Returns the webhooks that cover a match and want one of these types. */
export async function findListeners(db: Db, matchId: number, types: readonly WebhookEvent[]): Promise<Listener[]> {
  const { rows } = await sql<Listener>`
    select w.id, w.user_id, w.events, w.forecast_points
    from webhooks w join users u on u.id = w.user_id cross join matches m join leagues l on l.id = m.league_id
    where m.id = ${matchId} and ${LISTENS} and w.events && ${[...types]}::text[] and ${COVERS}
    order by w.id`.execute(db);
  return rows;
}

/** Returns whether any webhook wants one of these types at all. */
export async function isAnybodyListening(db: Db, types: readonly WebhookEvent[]): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from webhooks w join users u on u.id = w.user_id where ${LISTENS} and w.events && ${[...types]}::text[]) as is`.execute(
    db,
  );
  return rows[0]!.is;
}

export interface NewEvent {
  type: WebhookEvent;
  matchId: number;
  /** Whose own event it is; null for an event of a match. */
  userId: string | null;
  data: object;
  webhookIds: readonly string[];
}

/** Returns the body of a request. */
export const bodyOf = (id: string, type: string, at: Date, data: object): string =>
  JSON.stringify({ id, type, timestamp: at.toISOString(), data });

/**
 * Stores events with a delivery for each of their webhooks, in the transaction that noticed them; those without webhooks are not stored.
 * An event waits while an earlier one of the same match was not delivered to the same webhook.
 */
export async function storeEvents(deps: Pick<Deps, 'now' | 'randomBytes'>, db: Db, all: readonly NewEvent[]): Promise<void> {
  const events = all.filter(({ webhookIds }) => webhookIds.length > 0);
  if (events.length === 0) return;
  const at = deps.now();
  const ids = newIds(deps, events.length);
  await db
    .insertInto('webhook_events')
    .values(
      events.map(({ type, matchId, userId, data }, index) => ({
        ...{ id: ids[index]!, type, user_id: userId, match_id: matchId, happened_at: at },
        payload: bodyOf(ids[index]!, type, at, data),
      })),
    )
    .execute();
  const deliveries = events.flatMap(({ webhookIds, matchId }, index) =>
    webhookIds.map((webhook) => ({ webhook, matchId, event: ids[index]! })),
  );
  await sql`
    insert into webhook_deliveries (webhook_id, event_id, match_id, queued_at, next_try_at)
    select n.webhook_id, n.event_id, n.match_id, ${at}::timestamptz,
      case when row_number() over (partition by n.webhook_id, n.match_id order by n.position) = 1
        and not exists (select from webhook_deliveries e where e.webhook_id = n.webhook_id and e.match_id = n.match_id and e.state = 'waiting')
        then ${at}::timestamptz end
    from unnest(${deliveries.map(({ webhook }) => webhook)}::uuid[], ${deliveries.map(({ event }) => event)}::uuid[],
      ${deliveries.map(({ matchId }) => matchId)}::integer[]) with ordinality as n (webhook_id, event_id, match_id, position)
    order by n.position`.execute(db);
}
