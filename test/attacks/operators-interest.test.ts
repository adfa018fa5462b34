import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { adjustUser, endUserSessions, setUserStatus } from '#contract/admin-users.ts';
import { inviteAdmin } from '#contract/admins.ts';
import { approve } from '#contract/approvals.ts';
import { liftChatMute, muteUser } from '#contract/chat-moderation.ts';
import { changeFixture, settleContest, voidContest } from '#contract/contest-admin.ts';
import type { Endpoint, InputOf } from '#contract/endpoint.ts';
import { decideInviteReview } from '#contract/user-reviews.ts';
import { approveWithdrawal, getReview, rejectWithdrawal } from '#contract/withdrawal-review.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { createAdmin, signInAdmin, type TestAdmin } from '#test/support/admins.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createUser, type TestUser } from '#test/support/factories.ts';
import { heldBy, stakeOn } from '#test/support/match-course.ts';
import { contestOf, enter, enterMatch, fillContest, runJobs, waitingFor } from '#test/support/operators.ts';
import { createKnownRedeemer, createWithdrawal } from '#test/support/withdrawals.ts';

/* An operator decides about a user of their own (same mailbox, browser, address, wallet or invite), or pays out points they granted. */

const test = useTestApp({ FEED: 'none' });
const reason = 'because';
const db = () => test.current.deps.db;
const at = (ms: number) => new Date(Date.parse(TEST_NOW) + ms);

let admin: TestAdmin;
let colleague: TestAdmin;
beforeEach(async () => {
  test.current.clock.set(TEST_NOW);
  admin = await createAdmin(test.current, 'super');
  colleague = await createAdmin(test.current, 'super');
});

const call = async <E extends Endpoint>(by: TestAdmin, endpoint: E, input: InputOf<E>) =>
  callApp(test.current.app, endpoint, input, { token: await signInAdmin(test.current, by), key: randomUUID() });
async function outcome<E extends Endpoint>(by: TestAdmin, endpoint: E, input: InputOf<E>): Promise<string> {
  const { status, problem } = await call(by, endpoint, input);
  return status < 300 ? 'done' : problem.code;
}

const setUser = (id: string, values: object) => db().updateTable('users').set(values).where('id', '=', id).execute();
const session = (admin_id: string, values: { ip?: string; device_id?: string }) =>
  db()
    .insertInto('admin_sessions')
    .values({ id: randomUUID(), admin_id, created_at: at(0), last_input_at: at(0), expires_at: at(HOUR_MS), ...values })
    .execute();

let network = 0;
/** Ways in which a user belongs to an admin or is tied to one. */
const TIES: Record<string, (userId: string, of: TestAdmin) => Promise<unknown>> = {
  'a browser of their sessions': async (id, of) => {
    const device = randomUUID();
    await session(of.id, { device_id: device });
    await setUser(id, { registration_device_id: device });
  },
  'an address of their sessions': async (id, of) => {
    const [v6, other] = [`2001:db8:${(++network).toString(16)}::1`, `2001:db8:${network.toString(16)}::ffff`];
    await session(of.id, { ip: v6 });
    await setUser(id, { registration_ip: other });
  },
  'a wallet of their own user': async (id, of) => {
    const own = await createUser(test.current);
    await TIES['a browser of their sessions']!(own.id, of);
    // One account has this wallet now, another had it before.
    const wallet_address = `T${id.replaceAll('-', '')}1`;
    await setUser(id, { wallet_address, wallet_changed_at: at(0) });
    await db().insertInto('past_wallets').values({ user_id: own.id, wallet_address }).execute();
  },
  'an invite of their own user': async (id, of) => {
    const own = await createUser(test.current);
    await TIES['a browser of their sessions']!(own.id, of);
    await setUser(id, { invited_by: own.id, invited_with: 'QWERTY23' });
  },
};

describe.each(Object.keys(TIES))('a user tied to an admin by %s', (tie) => {
  let user: TestUser;
  beforeEach(async () => {
    user = await createUser(test.current, 10_000);
    await TIES[tie]!(user.id, admin);
  });

  it('cannot be enabled, disabled, signed out, adjusted or muted by that admin', async () => {
    const userId = user.id;
    const all = async (by: TestAdmin) => [
      await outcome(by, setUserStatus, { id: userId, status: 'disabled', reason }),
      await outcome(by, endUserSessions, { id: userId, reason }),
      await outcome(by, adjustUser, { id: userId, delta: 10, source: 'manual_adjust', reason }),
      await outcome(by, muteUser, { user_id: userId, hours: 24, reason }),
    ];
    expect(await all(admin)).toEqual(['own_interest', 'own_interest', 'own_interest', 'own_interest']);
    expect(await all(colleague)).toEqual(['done', 'done', 'done', 'done']);
    expect(await outcome(admin, setUserStatus, { id: userId, status: 'normal', reason })).toBe('own_interest');
    const { id } = await db().selectFrom('chat_mutes').select('id').where('user_id', '=', userId).executeTakeFirstOrThrow();
    expect(await outcome(admin, liftChatMute, { id, reason })).toBe('own_interest');
  });

  it('gets no stake voided, contest settled or facts entered by that admin, nor with that admin’s approval', async () => {
    const matchId = await enterMatch(test.current, colleague, at(HOUR_MS));
    await fillContest(test.current, matchId, 'wdl', [
      ['home', 5_000],
      ['home', 5_000],
    ]);
    await stakeOn(test.current, matchId, 'wdl', 'away', 1_000, user);
    const { id } = await contestOf(test.current, matchId);
    expect(await outcome(admin, voidContest, { id, reason })).toBe('own_interest');
    expect(await outcome(admin, changeFixture, { id: matchId, status: 'canc', reason })).toBe('own_interest');
    test.current.clock.set(at(4 * HOUR_MS));
    expect(await outcome(admin, settleContest, { id, home_score: 0, away_score: 1, reason })).toBe('own_interest');
    const { reply } = await call(colleague, voidContest, { id, reason });
    expect((await waitingFor(test.current, admin, id))[0]).toMatchObject({ refusal: 'own_interest', may_reject: false });
    expect(await outcome(admin, approve, { id: reply.approval!.id })).toBe('own_interest');
  });

  it('does not win by facts that admin entered before the stake, without a second admin', async () => {
    const matchId = await enterMatch(test.current, admin, at(HOUR_MS));
    await fillContest(test.current, matchId, 'wdl', [['home', 100]]);
    await stakeOn(test.current, matchId, 'wdl', 'away', 10, user);
    // The operator may not enter facts any more; those entered before still count as theirs.
    await enter(test.current, colleague, matchId, { kickoff_at: at(10 * 24 * HOUR_MS).toISOString() });
    await runJobs(test.current, at(MINUTE_MS));
    expect((await contestOf(test.current, matchId)).state).toBe('locked');
    expect(await heldBy(db(), 'balance', user.id)).toBe(9_990);
  });

  it('is not paid by that admin', async () => {
    const redeemer = await createKnownRedeemer(test.current);
    await TIES[tie]!(redeemer.id, admin);
    const id = await createWithdrawal(test.current, redeemer);
    expect((await call(admin, getReview, { id })).reply.can).toMatchObject({ approve: 'own_interest', reject: 'own_interest' });
    expect(await outcome(admin, approveWithdrawal, { id })).toBe('own_interest');
    expect(await outcome(admin, rejectWithdrawal, { id, reason_code: 'other' })).toBe('own_interest');
    expect(await outcome(colleague, approveWithdrawal, { id })).toBe('done');
  });
});

it('gets no decision about their invites by that admin', async () => {
  const [inviter, invitee] = [await createUser(test.current), await createUser(test.current)];
  await setUser(invitee.id, { invited_by: inviter.id, invited_with: 'QWERTY23' });
  await TIES['a browser of their sessions']!(inviter.id, admin);
  await db()
    .insertInto('invite_rewards')
    .values({
      invitee_id: invitee.id,
      inviter_id: inviter.id,
      state: 'in_review',
      reasons: ['device'],
      qualified_at: at(0),
      created_at: at(0),
    } as never)
    .execute();
  expect(await outcome(admin, decideInviteReview, { invitee_id: invitee.id, decision: 'pay', reason })).toBe('own_interest');
});

describe('points granted by an admin', () => {
  it('cannot be approved for payout by that admin, by who approved the grant, or by either’s puppet', async () => {
    const user = await createKnownRedeemer(test.current);
    const { reply } = await call(admin, adjustUser, { id: user.id, delta: 20_000, source: 'manual_adjust', reason });
    await call(colleague, approve, { id: reply.approval!.id });
    const puppet = await createAdmin(test.current, 'finance');
    await db()
      .insertInto('admin_events')
      .values({ admin_id: puppet.id, kind: 'create', asked_by: admin.id, agreed_by: null, at: at(0) })
      .execute();
    const id = await createWithdrawal(test.current, user);
    for (const by of [admin, colleague, puppet]) expect(await outcome(by, approveWithdrawal, { id })).toBe('own_interest');
    expect((await call(admin, getReview, { id })).reply.can).toMatchObject({ approve: 'own_interest', reject: null });
    expect(await outcome(await createAdmin(test.current, 'finance'), approveWithdrawal, { id })).toBe('done');
  });
});

it('are not tied by addresses of this machine or of private networks', async () => {
  const user = await createUser(test.current);
  for (const ip of ['127.0.0.1', '10.1.2.3', '192.168.1.1', '::1', 'fd00::1']) {
    await session(admin.id, { ip });
    await setUser(user.id, { registration_ip: ip });
    expect(await outcome(admin, adjustUser, { id: user.id, delta: 1, source: 'manual_adjust', reason })).toBe('done');
  }
});

/* Every kind of approval, attempted by admins who are not independent. */

const WAITING: Record<string, (user: TestUser) => Promise<string>> = {
  adjust: async (user) =>
    (await call(admin, adjustUser, { id: user.id, delta: 50_000, source: 'manual_adjust', reason })).reply.approval!.id,
  void: async (user) => (await call(admin, voidContest, { id: await large(user), reason })).reply.approval!.id,
  ending: async (user) => {
    const id = await large(user);
    const { match_id } = await db().selectFrom('contests').select('match_id').where('id', '=', id).executeTakeFirstOrThrow();
    await enter(test.current, admin, match_id, { status: 'canc' });
    await runJobs(test.current, at(MINUTE_MS));
    return (await waitingFor(test.current, colleague, id))[0]!.id;
  },
  admin_create: async () => (await call(admin, inviteAdmin, { email: `${randomUUID()}@ops.example`, role: 'super' })).reply.approval.id,
};

/** Creates a pool above one admin's limit, with a stake of that user. */
async function large(user: TestUser): Promise<string> {
  const matchId = await enterMatch(test.current, admin, at(HOUR_MS));
  await fillContest(test.current, matchId, 'wdl', [
    ['home', 5_000],
    ['home', 5_000],
  ]);
  await stakeOn(test.current, matchId, 'wdl', 'away', 1_000, user);
  return (await contestOf(test.current, matchId)).id;
}

describe.each(Object.keys(WAITING))('the approval of %s', (kind) => {
  it('cannot be given by a puppet of the requester or by an admin with an interest in it', async () => {
    const user = await createUser(test.current, 10_000);
    const puppet = await createAdmin(test.current, 'super');
    await db()
      .insertInto('admin_events')
      .values({ admin_id: puppet.id, kind: 'create', asked_by: admin.id, agreed_by: null, at: at(0) })
      .execute();
    const interested = await createAdmin(test.current, 'super');
    const id = await WAITING[kind]!(user);
    await TIES['an address of their sessions']!(user.id, interested);
    expect(await outcome(admin, approve, { id })).toBe('same_reviewer');
    expect(await outcome(puppet, approve, { id })).toBe('one_hand');
    if (kind !== 'admin_create') expect(await outcome(interested, approve, { id })).toBe('own_interest');
    expect(await outcome(colleague, approve, { id })).toBe('done');
  });
});
