import { type Selectable, sql } from 'kysely';
import type { Webhook } from '#contract/webhooks.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { Webhooks } from '#server/platform/db/schema.ts';

export type WebhookRow = Selectable<Webhooks>;

interface Named {
  id: number;
  name: string;
  names: { 'zh-CN'?: string; vi?: string };
}

/** Returns webhooks as their owner sees them: without secrets, and with the names of what they cover. */
export async function webhookViews(db: Db, rows: readonly WebhookRow[], at: Date): Promise<Webhook[]> {
  const idsOf = (column: 'match_ids' | 'team_ids' | 'league_ids') => [...new Set(rows.flatMap((row) => row[column]))];
  const [matches, teams, leagues] = await Promise.all([
    findMatchNames(db, idsOf('match_ids')),
    findNames(db, 'teams', idsOf('team_ids')),
    findNames(db, 'leagues', idsOf('league_ids')),
  ]);
  const pick = <T>(known: ReadonlyMap<number, T>, ids: readonly number[]): T[] => ids.flatMap((id) => known.get(id) ?? []);
  return rows.map((row) => ({
    ...{ id: row.id, url: row.url, description: row.description, events: row.events as Webhook['events'] },
    filters: {
      ...{ matches: pick(matches, row.match_ids), teams: pick(teams, row.team_ids), leagues: pick(leagues, row.league_ids) },
      ...{ sports: row.sports as Webhook['filters']['sports'], favorites: row.follows_favorites },
    },
    ...{ forecast_points: row.forecast_points, state: row.state as Webhook['state'] },
    disabled_because: row.disabled_because as Webhook['disabled_because'],
    ...{ state_since: row.state_since.toISOString(), failing_since: row.failing_since?.toISOString() ?? null },
    old_secret_until: row.old_secret_until !== null && row.old_secret_until > at ? row.old_secret_until.toISOString() : null,
    created_at: row.created_at.toISOString(),
  }));
}

async function findNames(db: Db, table: 'teams' | 'leagues', ids: readonly number[]): Promise<Map<number, Named>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Named>`select id, name, names from ${sql.table(table)} where id = any(${[...ids]}::integer[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

async function findMatchNames(db: Db, ids: readonly number[]): Promise<Map<number, { id: number; name: string }>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; name: string }>`
    select m.id, h.name || ' – ' || a.name as name from matches m join teams h on h.id = m.home_team_id join teams a on a.id = m.away_team_id
    where m.id = any(${[...ids]}::integer[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** For the export of an account: returns the user's webhooks without their secrets, and what they were told lately. */
export const findOwnWebhooks = async (db: Db, userId: string) => ({
  webhooks: await db
    .selectFrom('webhooks')
    .select(['id', 'url', 'description', 'events', 'match_ids', 'team_ids', 'league_ids', 'sports', 'follows_favorites', 'forecast_points'])
    .select(['state', 'disabled_because', 'state_since', 'failing_since', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute(),
  deliveries: await db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhooks as w', 'w.id', 'd.webhook_id')
    .innerJoin('webhook_events as e', 'e.id', 'd.event_id')
    .select(['d.webhook_id', 'd.event_id', 'e.type', 'd.match_id', 'd.state', 'd.queued_at', 'd.ended_at', 'd.status'])
    .where('w.user_id', '=', userId)
    .orderBy('d.id')
    .execute(),
});
