import { sql } from 'kysely';
import type { Deps } from '#server/deps.ts';
import type { FeedUpdate, StatusUpdate } from '#server/modules/match-data/import/feed.ts';
import { importUpdates } from '#server/modules/match-data/import/importer.ts';
import { publishImported } from '#server/modules/match-data/matches/imported.ts';
import { vapidKey } from '#server/modules/notifications/news/vapid.ts';
import { subscribe } from '#test/support/push-browser.ts';

/** Match names in the feed; `matchIdOf` returns our ids. */
export type GameName = 'crowded' | 'quiet';

const status = (name: GameName, goals: number): StatusUpdate => ({
  ...{ kind: 'status', matchId: name, status: 'h1', minute: 10 + goals, stoppage: null, period: null, seenAt: new Date() },
  score: { home: goals, away: 0, halftime: null, fulltime: null, extratime: null, penalty: null },
});

/** Imports updates the same way as a feed's. */
async function tell(deps: Deps, updates: FeedUpdate[]): Promise<void> {
  const { changes, refused } = await importUpdates(deps, 'bench', updates);
  if (refused.length > 0) throw new Error(`update rejected: ${JSON.stringify(refused[0])}`);
  await publishImported(deps, changes);
}

/** Imports a goal: the score becomes `goals` to nil. */
export const tellGoal = (deps: Deps, name: GameName, goals: number): Promise<void> => tell(deps, [status(name, goals)]);

/** Creates two matches that have kicked off, nil all. */
export async function tellKickOffs(deps: Deps): Promise<Record<GameName, number>> {
  const teams = ['a', 'b', 'c', 'd'].map(
    (id): FeedUpdate => ({ kind: 'team', id, sport: 'football', name: `Team ${id}`, countryCode: 'vn' }),
  );
  const fixture = (name: GameName, homeTeamId: string, awayTeamId: string): FeedUpdate => ({
    ...{ kind: 'fixture', id: name, leagueId: 'l', season: '2026', round: 'Round 1', homeTeamId, awayTeamId, kickoffAt: new Date() },
  });
  await tell(deps, [
    { kind: 'league', id: 'l', sport: 'football', name: 'League', countryCode: 'vn', season: '2026', form: 'league', drawPossible: true },
    ...teams,
    ...[fixture('crowded', 'a', 'b'), fixture('quiet', 'c', 'd'), status('crowded', 0), status('quiet', 0)],
  ]);
  const { rows } = await sql<{ id: number }>`select id from matches order by home_team_id`.execute(deps.db);
  return { crowded: rows[0]!.id, quiet: rows[1]!.id };
}

/** Number of browser keys shared by all users: encryption costs the same for any key. */
const KEYS = 100;

/**
 * Creates users who follow a match, each signed in with a push device. One in ten has a second one; one in five has custom settings, most
 * of them quiet hours, in time zones all round the world; one in twenty has a chat with goal notifications, and as many have a spoiler
 * shield.
 */
export async function createFollowers(deps: Deps, matchId: number, count: number): Promise<void> {
  const { publicKey } = await vapidKey(deps);
  const keys = Array.from({ length: KEYS }, () => subscribe('anybody').subscription.keys);
  const at = deps.now();
  await sql`
    with f as materialized (select gen_random_uuid() as id, n from generate_series(1, ${count}) n),
      u as (insert into users (id, email, email_identity, public_handle, invite_code, terms_version, locale, time_zone, created_at)
        select id, id || '@bench', id || '@bench', id, id, '1', (array['en', 'vi', 'zh-CN'])[1 + n % 3],
          (array['UTC', 'Africa/Nairobi', 'Asia/Dhaka', 'Asia/Tokyo', 'Pacific/Auckland', 'Pacific/Honolulu', 'America/Denver',
            'America/Sao_Paulo'])[1 + n / 20 % 8], ${at} from f returning id),
      v as (insert into favorites (user_id, kind, target_id, created_at) select id, 'match', ${matchId}, ${at} from u),
      s as (insert into sessions (id, user_id, remember, created_at, last_seen_at, expires_at, shield, shield_at)
        select gen_random_uuid(), id, true, ${at}, ${at}, ${at}::timestamptz + interval '30 days', case when n % 20 = 3 then '45' end,
          case when n % 20 = 3 then ${at}::timestamptz end
        from f, generate_series(1, case when n % 10 = 1 then 2 else 1 end) returning id, user_id),
      d as (insert into push_devices (id, user_id, session_id, endpoint, p256dh, auth, vapid_public_key, created_at)
        select gen_random_uuid(), user_id, id, 'https://push.example.com/wpush/' || id, p256dh, auth, ${publicKey}, ${at}
        from (select id, user_id, 1 + row_number() over () % ${KEYS} as key from s) as s
        join unnest(${keys.map(({ p256dh }) => p256dh)}::text[], ${keys.map(({ auth }) => auth)}::text[]) with ordinality as k (p256dh, auth, key) using (key)),
      c as (insert into notification_settings (user_id, kinds, match_max, day_max, quiet_from, quiet_to, quiet_kinds, changed_at)
        select id, case when n % 20 = 0 then '{"goal": {"push": true, "telegram": true}}' else '{}' end::jsonb, 6, 30,
          case when n % 20 <> 0 then '22:00' end, case when n % 20 <> 0 then '07:00' end, '{}', ${at} from f where n % 5 = 0)
    insert into linked_accounts (id, user_id, type, subject, identifier, reachable, created_at, verified_at)
    select gen_random_uuid(), id, 'telegram', id, 'Fan', true, ${at}, ${at} from f where n % 20 = 0`.execute(deps.db);
}

/** Returns the number of cards queued for a match's readers, and of readers without quiet hours who have none. */
export async function toldOf(deps: Deps, matchId: number): Promise<{ cards: number; missed: number }> {
  const { rows } = await sql<{ cards: number; missed: number }>`
    select (select count(*)::integer from notifications where tag = ${`match:${matchId}`}) as cards,
      (select count(*)::integer from favorites f where f.kind = 'match' and f.target_id = ${matchId}
        and not exists (select from notifications n where n.user_id = f.user_id and n.tag = ${`match:${matchId}`})
        and not exists (select from notification_settings c where c.user_id = f.user_id and c.quiet_from is not null)) as missed`.execute(
    deps.db,
  );
  return rows[0]!;
}
