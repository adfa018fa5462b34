import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { userEvidence } from '#contract/fraud-signals.ts';
import { HOUR_MS } from '#domain/time.ts';
import { createAdmin } from '#test/support/admins.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createMatch, createUser, type TestUser } from '#test/support/factories.ts';
import { playPool } from '#test/support/pools.ts';
import { freshWallet } from '#test/support/wallets.ts';

const test = useTestApp();
const at = (hours: number) => new Date(Date.parse(TEST_NOW) + hours * HOUR_MS);

beforeEach(() => test.current.clock.set(TEST_NOW));

async function evidenceOf({ id }: { id: string }) {
  const { token } = await createAdmin(test.current, 'support');
  return callApp(test.current.app, userEvidence, { id }, { token });
}
const change = ({ id }: TestUser, values: object) => test.current.deps.db.updateTable('users').set(values).where('id', '=', id).execute();
const openSession = ({ id: user_id }: TestUser, values: { device_id?: string; ip?: string; at?: Date }) => {
  const { at: created_at = at(0), ...rest } = values;
  const session = { id: randomUUID(), user_id, remember: false, created_at, last_seen_at: created_at, expires_at: at(24) };
  return test.current.deps.db
    .insertInto('sessions')
    .values({ ...session, ...rest })
    .execute();
};
const namesOf = (items: readonly { account: { id: string } }[]) => items.map(({ account }) => account.id);

describe('related accounts in the evidence', () => {
  it('include accounts of the same browser, by registration or any session, last seen first', async () => {
    const [user, registered, seen, other] = [
      await createUser(test.current),
      await createUser(test.current),
      await createUser(test.current),
      await createUser(test.current),
    ];
    const [own, older, foreign] = [randomUUID(), randomUUID(), randomUUID()];
    await change(user, { registration_device_id: older });
    await openSession(user, { device_id: own });
    await change(registered, { registration_device_id: own, created_at: at(-5) });
    await openSession(seen, { device_id: older, at: at(-9) });
    await openSession(seen, { device_id: older, at: at(-1) });
    await openSession(other, { device_id: foreign });
    const { devices } = (await evidenceOf(user)).reply.evidence;
    expect(devices).toEqual({
      count: 2,
      items: [
        { account: expect.objectContaining({ id: seen.id, status: 'normal' }), what: older, at: at(-1).toISOString() },
        { account: expect.objectContaining({ id: registered.id }), what: own, at: at(-5).toISOString() },
      ],
    });
    expect(devices.items[0]!.account.email).toMatch(/^u\*\*\*@example\.com$/);
  });

  it('include accounts of the same household, which is a /64 network for IPv6', async () => {
    const [user, near, far] = [await createUser(test.current), await createUser(test.current), await createUser(test.current)];
    await change(user, { registration_ip: '2001:db8:7:1::1' });
    await openSession(user, { ip: '203.0.113.7' });
    await change(near, { registration_ip: '2001:db8:7:1:ffff::2' });
    await change(far, { registration_ip: '2001:db8:7:2::1' });
    await openSession(far, { ip: '203.0.113.8' });
    expect((await evidenceOf(user)).reply.evidence.networks).toMatchObject({
      count: 1,
      items: [{ account: { id: near.id }, what: '2001:db8:7:1::/64' }],
    });
  });

  it('include accounts that have or had a present or past wallet of the user', async () => {
    const [user, before, after] = [await createUser(test.current), await createUser(test.current), await createUser(test.current)];
    const [first, second] = [freshWallet(), freshWallet()];
    await change(before, { wallet_address: first });
    await change(before, { wallet_address: null });
    await change(user, { wallet_address: first, wallet_changed_at: at(-2) });
    await change(user, { wallet_address: second, wallet_changed_at: at(-1) });
    await change(after, { wallet_address: first, wallet_changed_at: at(0) });
    const { wallets } = (await evidenceOf(user)).reply.evidence;
    expect(wallets.items.map(({ account, what, at }) => [account.id, what, at])).toEqual([
      [after.id, first, at(0).toISOString()],
      [before.id, first, null],
    ]);
  });

  it('include the inviter and the invitees, with the state of each invite', async () => {
    const [inviter, user, held, fresh] = [
      await createUser(test.current),
      await createUser(test.current),
      await createUser(test.current),
      await createUser(test.current),
    ];
    await change(user, { invited_by: inviter.id });
    await change(held, { invited_by: user.id, created_at: at(-1) });
    await change(fresh, { invited_by: user.id });
    await test.current.deps.db
      .insertInto('invite_rewards')
      .values({ invitee_id: held.id, inviter_id: user.id, state: 'in_review', reasons: ['device'], qualified_at: at(0), created_at: at(0) })
      .execute();
    const { invites } = (await evidenceOf(user)).reply.evidence;
    expect(invites.items.map(({ account, direction, status, reasons }) => [account.id, direction, status, reasons])).toEqual([
      [inviter.id, 'inviter', 'registered', []],
      [fresh.id, 'invitee', 'registered', []],
      [held.id, 'invitee', 'in_review', ['device']],
    ]);
  });

  it('are limited to fifty and counted up to a thousand', async () => {
    const user = await createUser(test.current);
    const device = randomUUID();
    await openSession(user, { device_id: device });
    await sql`
      insert into users (id, public_handle, invite_code, terms_version, registration_device_id, created_at)
      select gen_random_uuid(), 'farm' || n, 'farm' || n, '1', ${device}, ${at(0)}::timestamptz - n * interval '1 minute'
      from generate_series(1, 1200) n`.execute(test.current.deps.db);
    const { devices } = (await evidenceOf(user)).reply.evidence;
    expect(devices.count).toBe(1_000);
    expect(devices.items.map(({ account }) => account.public_handle)).toEqual(Array.from({ length: 50 }, (_, i) => `farm${i + 1}`));
  });

  it('return 404 for an unknown user', async () => {
    const { status, problem } = await evidenceOf({ id: randomUUID() });
    expect([status, problem.code]).toEqual([404, 'not_found']);
  });
});

describe('the origin of points', () => {
  it('names the accounts that lost what was won, from stakes to shares', async () => {
    const [winner, mule, ...crowd] = await Promise.all(Array.from({ length: 6 }, () => createUser(test.current, 10_000)));
    await playPool(test.current, [[winner!, 'home', 1_000], [mule!, 'away', 900], ...crowd.map((user) => [user, 'draw', 25] as const)]);
    await playPool(test.current, [
      [winner!, 'home', 100],
      [mule!, 'draw', 500],
    ]);
    const { provenance, winnings } = (await evidenceOf(winner!)).reply;
    expect(winnings).toMatchObject({ won: 1_500, from_house: 0, traced: 1_500, is_concentrated: true });
    expect(winnings.losers.map(({ account, points, contests }) => [account.id, points, contests])).toEqual([
      [mule!.id, 1_400, 2],
      ...crowd.map(({ id }) => [id, 25, 1] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
    ]);
    expect(winnings.few_share).toBeCloseTo(1_450 / 1_500, 10);
    expect(provenance.origins.filter(({ points }) => points > 0)).toEqual([
      { origin: 'contests', points: 1_500, share: 1_500 / 11_500 },
      { origin: 'top_ups', points: 10_000, share: 10_000 / 11_500 },
    ]);
    expect(namesOf((await evidenceOf(mule!)).reply.winnings.losers)).toEqual([]);
  });

  it('finds accounts that spread their losses over hundreds of pools, each with larger losers', async () => {
    const { db } = test.current.deps;
    const [winner, mule] = [await createUser(test.current), await createUser(test.current)];
    const matchId = await createMatch(db, { kickoffAt: at(1) });
    const POOLS = 400;
    await sql`
      insert into users (id, public_handle, invite_code, terms_version, created_at)
      select gen_random_uuid(), 'crowd' || n, 'crowd' || n, '1', ${at(0)} from generate_series(1, ${POOLS * 2}) n`.execute(db);
    await sql`
      with pool as (
        insert into contests (id, match_id, market, state, draw_possible, home_team_id, away_team_id, state_since, ending, winner, stake_home, stake_away, created_at)
        select gen_random_uuid(), m.id, 'wdl', 'settled', true, m.home_team_id, m.away_team_id, ${at(0)}, 'settle', 'home', 10, 100, ${at(0)}
        from matches m, generate_series(1, ${POOLS}) where m.id = ${matchId} returning id
      ), numbered as (select id, row_number() over () as n from pool)
      insert into bets (id, user_id, contest_id, pick, stake, state, payout, hit, placed_at, settled_at)
      select gen_random_uuid(), b.user_id, p.id, b.pick, b.stake, 'settled', b.payout, b.pick = 'home', ${at(0)}::timestamptz, ${at(0)}::timestamptz
      from numbered p, lateral (
        values (${winner.id}::uuid, 'home', 10, 110), (${mule.id}::uuid, 'away', 31, 0),
          ((select id from users where public_handle = 'crowd' || p.n), 'away', 32, 0),
          ((select id from users where public_handle = 'crowd' || p.n + ${POOLS}::bigint), 'away', 37, 0)
      ) b (user_id, pick, stake, payout)`.execute(db);
    const { winnings } = (await evidenceOf(winner)).reply;
    expect(winnings).toMatchObject({ won: POOLS * 100, traced: POOLS * 100, is_concentrated: true });
    expect(winnings.losers[0]).toMatchObject({ account: { id: mule.id }, points: POOLS * 31, share: 0.31, contests: POOLS });
  });
});
