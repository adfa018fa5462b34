import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { getOverview, pointsHistory } from '#contract/account.ts';
import { emailIdentity } from '#domain/identity/email.ts';
import { DAY_MS } from '#domain/time.ts';
import { createUser as registerUser, type UserToCreate } from '#server/modules/identity/auth/registration.ts';
import { proveLedger } from '#server/modules/ledger/ledger-proof.ts';
import { transact } from '#server/platform/transact.ts';
import { callApp, TEST_NOW, type TestApp, useTestApp } from '#test/support/app.ts';
import { createContest, createMatch, createUser, type TestUser } from '#test/support/factories.ts';
import { decideInvite, payInvites } from './rewards.ts';
import { mine } from './service.ts';

const test = useTestApp();
const capped = useTestApp({ INVITES_PER_DAY: '2', INVITES_PER_MONTH: '3', INVITER_REWARD: '7', INVITEE_REWARD: '0' });
const day = (offset: number) => new Date(Date.parse(TEST_NOW) + offset * DAY_MS);
const DEVICE = randomUUID();
const [WALLET, OTHER_WALLET] = ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy'];

beforeEach(() => {
  for (const { current } of [test, capped]) {
    current.clock.set(TEST_NOW);
    current.published.length = 0;
  }
});

let serial = 0;
type Way = Partial<Pick<UserToCreate, 'email' | 'ip' | 'deviceId'>> & { at?: Date };

/** Creates an invitee who qualifies: the third bet was settled at `at`, a day after the first. */
async function qualify(app: TestApp, inviter: TestUser, { at = day(-1), ...way }: Way = {}): Promise<string> {
  const { deps, clock } = app;
  const { invite_code: code } = await deps.db
    .selectFrom('users')
    .select('invite_code')
    .where('id', '=', inviter.id)
    .executeTakeFirstOrThrow();
  const present = clock.now();
  clock.set(new Date(at.getTime() - 3 * DAY_MS));
  const { id } = await registerUser(deps, {
    ...{ email: `invitee${++serial}@example.com`, password: null, locale: 'en', ip: null, ...way },
    ...{ emailVerifiedAt: clock.now(), invitation: { inviterId: inviter.id, code } },
  });
  for (const offset of [-1, -0.5, 0]) {
    const settled = new Date(at.getTime() + offset * DAY_MS);
    const contest_id = await createContest(deps.db, await createMatch(deps.db, { kickoffAt: settled }), settled);
    const ended = {
      stake: 10,
      state: 'settled',
      placed_at: settled,
      settled_at: settled,
      at_risk: 10,
      at_risk_reason: 'full',
      net_won: -10,
    };
    await deps.db
      .insertInto('bets')
      .values({ id: randomUUID(), user_id: id, contest_id, pick: 'home', ...ended })
      .execute();
  }
  await deps.db.updateTable('user_stats').set({ played: 3 }).where('user_id', '=', id).execute();
  clock.set(present);
  return id;
}

const update = (app: TestApp, id: string, values: object) => app.deps.db.updateTable('users').set(values).where('id', '=', id).execute();
/** Returns the invite page's data. Not over HTTP, as the clock passes the lifetime of a token. */
const invitesOf = (app: TestApp, { id }: TestUser) => mine(app.deps, { id, sessionId: '' });
const statusesOf = async (app: TestApp, user: TestUser) =>
  Object.fromEntries((await invitesOf(app, user)).recent.map(({ id, status }) => [id, status]));
const reasonsOf = async (id: string) =>
  (await test.current.deps.db.selectFrom('invite_rewards').select('reasons').where('invitee_id', '=', id).executeTakeFirst())?.reasons;

async function balanceOf(app: TestApp, id: string): Promise<number> {
  const account = app.deps.db.selectFrom('accounts').select('balance').where('kind', '=', 'balance').where('owner', '=', id);
  return (await account.executeTakeFirstOrThrow()).balance;
}

const sourcesOf = async (app: TestApp, user: TestUser) =>
  (await callApp(app.app, pointsHistory, {}, { token: user.token })).reply.items.map(({ source, delta }) => [source, delta]);

const decide = (app: TestApp, id: string, decision: 'pay' | 'refuse') =>
  transact(app.deps, (db, announce) => decideInvite(app.deps, db, announce, id, decision));

describe('an invite is paid', () => {
  it('to both sides, and both are notified', async () => {
    const app = test.current;
    const inviter = await createUser(app, 5);
    const id = await qualify(app, inviter);
    expect(await statusesOf(app, inviter)).toEqual({ [id]: 'qualified' });
    expect(await payInvites(app.deps)).toBe(1);
    expect([await balanceOf(app, inviter.id), await balanceOf(app, id)]).toEqual([105, 50]);
    expect(app.published).toEqual([
      { topic: `me:${inviter.id}`, change: { t: 'balance', balance: 105 } },
      { topic: `me:${id}`, change: { t: 'balance', balance: 50 } },
    ]);
    expect(await invitesOf(app, inviter)).toMatchObject({
      ...{ qualified: 1, points_earned: 100 },
      recent: [{ status: 'rewarded', activated_at: day(-1).toISOString(), rewarded_at: TEST_NOW, source: null }],
    });
    expect((await sourcesOf(app, inviter))[0]).toEqual(['invite_reward_inviter', 100]);
    expect((await callApp(app.app, getOverview, {}, { token: inviter.token })).reply.stats.lifetime_earned).toBe(105);
    expect((await proveLedger(app.deps.db)).faults).toEqual([]);
  });

  it('once, however often and in however many processes the job runs', async () => {
    const app = test.current;
    const inviter = await createUser(app);
    for (let i = 0; i < 6; i++) await qualify(app, inviter);
    const counts = await Promise.all(Array.from({ length: 4 }, () => payInvites(app.deps)));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(6);
    expect(await payInvites(app.deps)).toBe(0);
    expect(await balanceOf(app, inviter.id)).toBe(600);
    expect((await proveLedger(app.deps.db)).faults).toEqual([]);
  });

  it('atomically: if the second side fails nothing is paid, and the next run pays everything', async () => {
    const app = test.current;
    const inviter = await createUser(app);
    const id = await qualify(app, inviter);
    await app.deps.pool.query(`
      create function fail_reward() returns trigger language plpgsql as $$ begin raise exception 'crash'; end $$;
      create trigger fail_reward before update on invite_rewards for each row execute function fail_reward()`);
    expect(await payInvites(app.deps)).toBe(0);
    expect([await balanceOf(app, inviter.id), await balanceOf(app, id), app.published]).toEqual([0, 0, []]);
    await app.deps.pool.query('drop trigger fail_reward on invite_rewards; drop function fail_reward');
    expect(await payInvites(app.deps)).toBe(1);
    expect([await balanceOf(app, inviter.id), await balanceOf(app, id)]).toEqual([100, 50]);
  });

  it('to no invitee who does not qualify, and to no user who invited nobody', async () => {
    const app = test.current;
    const inviter = await createUser(app);
    const id = await qualify(app, inviter);
    await update(app, id, { email_verified_at: null });
    expect(await payInvites(app.deps)).toBe(0);
    expect(await statusesOf(app, inviter)).toEqual({ [id]: 'registered' });
  });

  it.each(['inviter', 'invitee'] as const)('not while the %s is excluded from play, being deleted, or disabled', async (side) => {
    const app = test.current;
    const inviter = await createUser(app);
    const id = await qualify(app, inviter);
    const held = side === 'inviter' ? inviter.id : id;
    const exclusion = { id: randomUUID(), user_id: held, kind: 'time_out', began_at: day(-1), until: day(1) };
    await app.deps.db.insertInto('exclusions').values(exclusion).execute();
    await update(app, held, { deletion_due_at: day(9) });
    expect(await payInvites(app.deps)).toBe(0);
    app.clock.set(day(1));
    expect(await payInvites(app.deps)).toBe(0);
    await update(app, held, { deletion_due_at: null, status: 'disabled' });
    expect(await payInvites(app.deps)).toBe(0);
    await update(app, held, { status: 'normal' });
    expect(await payInvites(app.deps)).toBe(1);
    expect(await balanceOf(app, inviter.id)).toBe(100);
  });
});

describe('the caps of an inviter', () => {
  it('make further invites wait for the next UTC day or month, oldest first', async () => {
    const app = capped.current;
    app.clock.set('2026-11-29T12:00:00Z');
    const [inviter, other] = [await createUser(app), await createUser(app)];
    const ids: string[] = [];
    for (const hours of [5, 4, 3, 2, 1])
      ids.push(await qualify(app, inviter, { at: new Date(Date.parse('2026-11-29T12:00:00Z') - hours * 3_600_000) }));
    await qualify(app, other);
    const paid = async () => {
      const statuses = await statusesOf(app, inviter);
      return ids.map((id) => statuses[id] === 'rewarded');
    };
    expect(await payInvites(app.deps)).toBe(3);
    expect(await paid()).toEqual([true, true, false, false, false]);
    expect((await invitesOf(app, inviter)).paid_again_at).toBe('2026-11-30T00:00:00.000Z');
    app.clock.set('2026-11-29T23:59:59.999Z');
    expect(await payInvites(app.deps)).toBe(0);
    app.clock.set('2026-11-30T00:00:00Z');
    expect(await payInvites(app.deps)).toBe(1);
    expect(await paid()).toEqual([true, true, true, false, false]);
    expect((await invitesOf(app, inviter)).paid_again_at).toBe('2026-12-01T00:00:00.000Z');
    app.clock.set('2026-12-01T00:00:00Z');
    expect(await payInvites(app.deps)).toBe(2);
    expect(await paid()).toEqual([true, true, true, true, true]);
    expect(await balanceOf(app, inviter.id)).toBe(5 * 7);
  });

  it('hold when several processes pay at once', async () => {
    const app = capped.current;
    const inviter = await createUser(app);
    for (let i = 0; i < 8; i++) await qualify(app, inviter);
    await Promise.all(Array.from({ length: 5 }, () => payInvites(app.deps)));
    expect(await balanceOf(app, inviter.id)).toBe(2 * 7);
  });
});

describe('an invite is held for review because of', () => {
  const expectReview = async (inviter: TestUser, id: string, reasons: string[]) => {
    await payInvites(test.current.deps);
    expect(await reasonsOf(id)).toEqual(reasons);
    expect(await statusesOf(test.current, inviter)).toEqual({ [id]: reasons.length > 0 ? 'in_review' : 'rewarded' });
    expect(await balanceOf(test.current, id)).toBe(reasons.length > 0 ? 0 : 50);
  };

  it('one browser in which both sides registered or signed in', async () => {
    const app = test.current;
    const [first, second] = [await createUser(app), await createUser(app)];
    await update(app, first.id, { registration_device_id: DEVICE });
    await app.deps.db
      .updateTable('sessions')
      .set({ device_id: DEVICE, ended_at: day(0) })
      .where('user_id', '=', second.id)
      .execute();
    for (const inviter of [first, second]) await expectReview(inviter, await qualify(app, inviter, { deviceId: DEVICE }), ['device']);
  });

  it('a wallet that one side has and the other had', async () => {
    const app = test.current;
    const inviter = await createUser(app);
    await update(app, inviter.id, { wallet_address: WALLET });
    await update(app, inviter.id, { wallet_address: OTHER_WALLET });
    const id = await qualify(app, inviter);
    await update(app, id, { wallet_address: WALLET });
    await expectReview(inviter, id, ['wallet']);
    await update(app, inviter.id, { wallet_address: null });
    await update(app, id, { wallet_address: null });
  });

  it('an address of one side that is the other’s mailbox at Google, in any spelling', async () => {
    const app = test.current;
    const inviter = await createUser(app);
    const email = 'an.na.lee@gmail.com';
    await update(app, inviter.id, { email, email_identity: emailIdentity(email) });
    const id = await qualify(app, inviter);
    const link = { id: randomUUID(), user_id: id, type: 'google', subject: 'g-1', identifier: 'annalee+2@googlemail.com' };
    await app.deps.db
      .insertInto('linked_accounts')
      .values({ ...link, created_at: day(0), verified_at: day(0) })
      .execute();
    await expectReview(inviter, id, ['mailbox']);
  });

  it.each([
    ['IPv4', (n: number) => (n < 6 ? '203.0.113.7' : '203.0.113.8')],
    ['IPv6, by its /64', (n: number) => (n < 6 ? `2001:db8:1:2::${n + 1}` : '2001:db8:1:3::1')],
  ])('the sixth account within seven days from one IP address: %s', async (_, ipOf) => {
    const app = test.current;
    const inviters = await Promise.all(Array.from({ length: 7 }, () => createUser(app)));
    // Five registrations lie within seven days, one more a little later: no seven days that include the first contain more than five.
    const ages = [-10, -9, -8, -7, -6, -2.9, -3];
    const ids = [];
    for (const [n, inviter] of inviters.entries()) ids.push(await qualify(app, inviter, { ip: ipOf(n), at: day(ages[n]!) }));
    for (const n of [0, 6]) await expectReview(inviters[n]!, ids[n]!, []);
    const seventh = await createUser(app);
    const late = await qualify(app, seventh, { ip: ipOf(0), at: day(-2.5) });
    await expectReview(seventh, late, ['ip']);
  });
});

describe('a decision about a held invite', () => {
  /** Creates an inviter whose invitee shares their browser. */
  async function inReview(app: TestApp) {
    const inviter = await createUser(app);
    const deviceId = randomUUID();
    await update(app, inviter.id, { registration_device_id: deviceId });
    const id = await qualify(app, inviter, { deviceId });
    await payInvites(app.deps);
    return { inviter, id };
  }

  it('pays both sides as released from review, and pays nothing a second time', async () => {
    const app = test.current;
    const { inviter, id } = await inReview(app);
    const decisions = await Promise.allSettled([decide(app, id, 'pay'), decide(app, id, 'pay')]);
    expect(decisions.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(decisions).toContainEqual({ status: 'fulfilled', value: 'rewarded' });
    expect(decisions).toContainEqual({ status: 'rejected', reason: expect.objectContaining({ code: 'already_decided' }) });
    expect(await payInvites(app.deps)).toBe(0);
    expect(await sourcesOf(app, inviter)).toEqual([['invite_reward', 100]]);
    expect(app.published).toContainEqual({ topic: `me:${id}`, change: { t: 'balance', balance: 50 } });
    expect(await invitesOf(app, inviter)).toMatchObject({ points_earned: 100, recent: [{ status: 'rewarded', rewarded_at: TEST_NOW }] });
    await expect(decide(app, id, 'refuse')).rejects.toMatchObject({ code: 'already_decided' });
    expect((await proveLedger(app.deps.db)).faults).toEqual([]);
  });

  it('to refuse is final', async () => {
    const app = test.current;
    const { inviter, id } = await inReview(app);
    expect(await decide(app, id, 'refuse')).toBe('refused');
    await payInvites(app.deps);
    expect(await statusesOf(app, inviter)).toEqual({ [id]: 'refused' });
    for (const again of ['refuse', 'pay'] as const) await expect(decide(app, id, again)).rejects.toMatchObject({ code: 'already_decided' });
    expect([await balanceOf(app, inviter.id), await balanceOf(app, id)]).toEqual([0, 0]);
  });

  it('to pay waits for the caps, like other invites', async () => {
    const app = capped.current;
    const { inviter, id } = await inReview(app);
    for (let i = 0; i < 2; i++) await qualify(app, inviter, { at: day(-0.5) });
    await payInvites(app.deps);
    expect(await decide(app, id, 'pay')).toBe('due');
    expect((await statusesOf(app, inviter))[id]).toBe('qualified');
    app.clock.advance(DAY_MS);
    await payInvites(app.deps);
    expect((await statusesOf(app, inviter))[id]).toBe('rewarded');
    const released = app.deps.db.selectFrom('transfers').select(['source', 'amount']).where('key', '=', `invite:${id}:inviter`);
    expect(await released.execute()).toEqual([{ source: 'invite_reward', amount: 7 }]);
  });

  it('is refused for invites that are not in review', async () => {
    const app = test.current;
    await expect(decide(app, randomUUID(), 'pay')).rejects.toMatchObject({ code: 'not_found' });
    const inviter = await createUser(app);
    const id = await qualify(app, inviter);
    await payInvites(app.deps);
    await expect(decide(app, id, 'pay')).rejects.toMatchObject({ code: 'already_decided' });
  });
});
