import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { evidenceFlagsOf } from '#server/modules/withdrawals/fraud-signals/assess.ts';
import { evidenceOf, provenancesOf } from '#server/modules/withdrawals/fraud-signals/service.ts';
import { winningsOf } from '#server/modules/withdrawals/fraud-signals/winnings.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { useTestApp } from '#test/support/app.ts';
import { createMatch, createUser } from '#test/support/factories.ts';
import { plansOf } from '#test/support/query-plans.ts';
import { createRedeemer } from '#test/support/redeemer.ts';
import { createWithdrawal } from '#test/support/withdrawals.ts';
import { findAccount, findNextPending, findPastWallets, findWithdrawalsOf, sumApproved } from './account-queries.ts';
import { countReviews, findReview, findReviews } from './queries.ts';

/*
 * What a reviewer sees is found by lookups: with tens of thousands of rows in every table that grows, no query scans any of these tables
 * completely.
 */

const test = useTestApp();
const USERS = 15_000;
const CONTESTS = 150;
const BETS_A_CONTEST = 90;

let userId: string;
let withdrawalId: string;

beforeAll(async () => {
  const { deps } = test.current;
  const { db } = deps;
  const user = await createRedeemer(test.current, 5_000);
  userId = user.id;
  withdrawalId = await createWithdrawal(test.current, user);
  await sql`update users set registration_device_id = ${randomUUID()}, registration_ip = '203.0.113.7' where id = ${userId}`.execute(db);
  const now = deps.now();
  await sql`
    insert into users (id, email, email_identity, public_handle, invite_code, terms_version, created_at, registration_device_id, registration_ip, invited_by)
    select gen_random_uuid(), n || '@example.com', n || '@example.com', 'many' || n, 'many' || n, '1', ${now}::timestamptz - n * interval '1 minute',
      gen_random_uuid(), inet '10.0.0.0' + n, case when n % 400 = 0 then ${userId}::uuid end
    from generate_series(1, ${USERS}) n`.execute(db);
  await sql`insert into user_stats (user_id, updated_at) select id, ${now} from users on conflict do nothing`.execute(db);
  await sql`
    insert into accounts (kind, owner) select kind, id from users, unnest(array['balance', 'held']) kind on conflict do nothing`.execute(
    db,
  );
  await sql`insert into past_wallets (user_id, wallet_address) select id, 'wallet ' || id from users`.execute(db);
  await sql`
    insert into sessions (id, user_id, remember, device_id, ip, created_at, last_seen_at, expires_at, ended_at, ended_because)
    select gen_random_uuid(), id, false, gen_random_uuid(), inet '10.9.0.0' + row_number() over ()::integer, ${now}, ${now}, ${now}, ${now}, 'logout'
    from users, generate_series(1, 2)`.execute(db);
  await sql`
    insert into withdrawals (id, user_id, points, amount, wallet_address, wallet_since, contact_channel, contact, status, decided_at, created_at)
    select gen_random_uuid(), id, 1000, 1, 'wallet ' || id, ${now}, 'email', 'a@example.com', 'approved', created_at, created_at
    from users where id <> ${userId}`.execute(db);
  await sql`
    insert into invite_rewards (invitee_id, inviter_id, state, reasons, qualified_at, created_at)
    select id, coalesce(invited_by, (select id from users where public_handle = 'many1')), 'in_review', '{device}', ${now}, ${now}
    from users where id <> ${userId}`.execute(db);
  await fillContests(db, now);
  await sql`
    insert into transfers (key, source, from_kind, from_owner, to_kind, to_owner, amount, from_balance, to_balance, created_at)
    select 'many:' || owner, 'daily_login', 'issuance', ${'00000000-0000-0000-0000-000000000000'}, 'balance', owner, 10, 0, 10, ${now}
    from accounts where kind = 'balance'`.execute(db);
  await sql`analyze`.execute(db);
});

/** Inserts pools that the user won and others lost, with different losers each time. */
async function fillContests(db: Db, now: Date): Promise<void> {
  const matchId = await createMatch(db, { kickoffAt: now });
  await sql`
    insert into contests (id, match_id, market, state, draw_possible, home_team_id, away_team_id, state_since, ending, winner, stake_home, stake_away, created_at)
    select gen_random_uuid(), m.id, 'wdl', 'settled', true, m.home_team_id, m.away_team_id, ${now}, 'settle', 'home', 100, ${BETS_A_CONTEST * 10}, ${now}
    from matches m, generate_series(1, ${CONTESTS}) where m.id = ${matchId}`.execute(db);
  await sql`
    insert into bets (id, user_id, contest_id, pick, stake, state, payout, hit, placed_at, settled_at)
    select gen_random_uuid(), ${userId}::uuid, id, 'home', 100, 'settled', 1100, true, ${now}::timestamptz, ${now}::timestamptz from contests
    union all
    select gen_random_uuid(), u.id, c.id, 'away', 10, 'settled', 0, false, ${now}, ${now}
    from (select id, row_number() over () as n from contests) c
    join (select id, row_number() over () as n from users where id <> ${userId}) u on u.n / ${BETS_A_CONTEST} = c.n`.execute(db);
  await sql`
    insert into contests (id, match_id, market, state, draw_possible, home_team_id, away_team_id, state_since, ending, void_reason, created_at)
    select gen_random_uuid(), m.id, 'wdl', 'void', true, m.home_team_id, m.away_team_id, ${now}, 'void', 'cancelled', ${now}
    from matches m, generate_series(1, 5000) where m.id = ${matchId}`.execute(db);
}

const GROWING = [
  'users',
  'sessions',
  'past_wallets',
  'withdrawals',
  'bets',
  'transfers',
  'contests',
  'accounts',
  'user_stats',
  'invite_rewards',
];
const SCAN = new RegExp(`Seq Scan on (${GROWING.join('|')})\\b`);

const search = { beginning: 'many123%', email: 'many123%', wallet: 'wallet', txHash: null, id: null };

it.each<[string, (db: Db) => Promise<unknown>]>([
  ['evidence', (db) => evidenceOf(db, userId)],
  ['winnings', (db) => winningsOf(db, userId)],
  ['provenance', (db) => provenancesOf(db, [userId])],
  ['flags', (db) => evidenceFlagsOf(db, [userId])],
  ['one withdrawal', (db) => findReview(db, withdrawalId)],
  ['the account', (db) => findAccount(db, userId)],
  ['wallets', (db) => findPastWallets(db, userId, 50)],
  ['other withdrawals', (db) => findWithdrawalsOf(db, userId, { butId: withdrawalId, limit: 20 })],
  ['approved ones', (db) => sumApproved(db, userId, withdrawalId)],
  ['the next one', (db) => findNextPending(db, { id: withdrawalId })],
  ['a page', (db) => findReviews(db, { status: 'all', search: null }, 20, 0)],
  ['a page of approved ones', (db) => findReviews(db, { status: 'approved', search: null }, 20, 200)],
  ['a search', (db) => findReviews(db, { status: 'all', search }, 20, 0)],
  ['a page of ring members', (db) => findReviews(db, { status: 'all', flag: 'ring' }, 20, 0)],
  ['a page of disabled users', (db) => findReviews(db, { status: 'all', flag: 'disabled', now: new Date() }, 20, 0)],
  ['a page by size', (db) => findReviews(db, { status: 'all', sort: 'points' }, 20, 200)],
  ['a page of large ones', (db) => findReviews(db, { status: 'all', points_min: 4_000 }, 20, 0)],
  ['a page of a day', (db) => findReviews(db, { status: 'sent', days: 'paid', from: '2026-11-01', to: '2026-11-01' }, 20, 0)],
  [
    'a page of second approvals',
    (db) => findReviews(db, { status: 'pending', work: { kind: 'second_approval', adminId: userId, mayApprove: true } }, 20, 0),
  ],
  [
    'a page of those somebody looks at',
    (db) => findReviews(db, { status: 'all', work: { kind: 'assigned', adminId: userId, mayApprove: true } }, 20, 0),
  ],
  ['a count of what is found', (db) => countReviews(db, { status: 'all', search }, 10_001)],
])('%s scans no table completely', async (_, act) => {
  const plans = await plansOf(test.current.database, act);
  expect(plans.length).toBeGreaterThan(0);
  for (const plan of plans) expect(plan).not.toMatch(SCAN);
});

it('a page of decided withdrawals is read from its place in the index of decisions, without sorting', async () => {
  const [plan] = await plansOf(test.current.database, (db) => findReviews(db, { status: 'approved', search: null }, 20, 200));
  expect(plan).toMatch(/Index Scan Backward using withdrawals_decided on withdrawals/);
});

it('a search looks up its results without scanning the list', async () => {
  const plans = await plansOf(test.current.database, (db) => findReviews(db, { status: 'all', search }, 20, 0));
  for (const plan of plans) expect(plan).not.toMatch(/using withdrawals_(decided|by_status|by_time|pending)/);
});

it('flags a ring of many accounts that each contribute a tenth of a percent, and lose all they have to one user', async () => {
  const winnings = await winningsOf(test.current.deps.db, userId);
  expect(winnings).toMatchObject({ won: CONTESTS * 1_000, traced: CONTESTS * 1_000, is_concentrated: false });
  expect(winnings.losers).toHaveLength(10);
  expect((await evidenceFlagsOf(test.current.deps.db, [userId])).get(userId)).toEqual(['ring']);
  const nobody = await createUser(test.current);
  expect((await evidenceFlagsOf(test.current.deps.db, [nobody.id])).get(nobody.id)).toEqual([]);
});
