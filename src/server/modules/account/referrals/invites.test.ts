import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { getInvite } from '#contract/referrals.ts';
import { DAY_MS } from '#domain/time.ts';
import { createUser as registerUser } from '#server/modules/identity/auth/registration.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createContest, createMatch, createUser, type TestUser } from '#test/support/factories.ts';

const test = useTestApp();
const day = (offset: number) => new Date(Date.parse(TEST_NOW) + offset * DAY_MS);

const invitesOf = async (user: TestUser) => (await callApp(test.current.app, getInvite, {}, { token: user.token })).reply;

let serial = 0;
/** Registers a user now with the inviter's code. */
async function invite(inviter: TestUser, emailVerifiedAt: Date | null = day(0)): Promise<string> {
  const { invite_code } = await test.current.deps.db
    .selectFrom('users')
    .select('invite_code')
    .where('id', '=', inviter.id)
    .executeTakeFirstOrThrow();
  const { id } = await registerUser(test.current.deps, {
    email: `invitee${++serial}@example.com`,
    password: 'Correct7Horse',
    locale: 'en',
    ip: null,
    invitation: { inviterId: inviter.id, code: invite_code },
    ...(emailVerifiedAt && { emailVerifiedAt }),
  });
  return id;
}

/** Inserts ended bets of 10 points, with the given points at risk. */
async function endBets(userId: string, settledAt: Date[], state: 'settled' | 'refunded' = 'settled', atRisk = 10): Promise<void> {
  const { db } = test.current.deps;
  for (const at of settledAt) {
    const contestId = await createContest(db, await createMatch(db, { kickoffAt: at }), at);
    const bet = { id: randomUUID(), user_id: userId, contest_id: contestId, pick: 'home', stake: 10, state, placed_at: at, settled_at: at };
    const counted = {
      at_risk: state === 'settled' ? atRisk : 0,
      at_risk_reason: state === 'settled' ? 'others_staked' : 'refunded',
      net_won: 0,
    };
    await db
      .insertInto('bets')
      .values({ ...bet, ...counted })
      .execute();
  }
}

const statusOf = async (inviter: TestUser) => (await invitesOf(inviter)).recent[0]!;

describe('the invite page', () => {
  it('shows a code and a link to users who have invited nobody', async () => {
    const inviter = await createUser(test.current);
    const reply = await invitesOf(inviter);
    expect(reply).toEqual({
      code: expect.stringMatching(/^[A-Z2-9]{8}$/),
      link: `/matches?invite=${reply.code}`,
      invited: 0,
      qualified: 0,
      points_earned: 0,
      paid_per_day_max: 10,
      paid_per_month_max: 50,
      paid_again_at: null,
      recent: [],
    });
  });

  it('lists invitees, latest first, with masked addresses', async () => {
    const inviter = await createUser(test.current);
    await invite(await createUser(test.current));
    const ids = [];
    for (let i = 0; i < 22; i++) ids.push(await invite(inviter));
    const { invited, recent, code } = await invitesOf(inviter);
    expect(invited).toBe(22);
    expect(recent.map(({ id }) => id).sort()).toEqual(ids.sort().slice(-20));
    expect(recent[0]).toEqual({
      id: expect.any(String),
      email: 'i***@example.com',
      registered_at: TEST_NOW,
      status: 'registered',
      source: null,
      code,
      activated_at: null,
      rewarded_at: null,
    });
  });

  it('requires a signed-in user', async () => {
    expect(await callApp(test.current.app, getInvite, {})).toMatchObject({ status: 401, problem: { code: 'token_missing' } });
  });
});

describe('an invitee qualifies', () => {
  it('with a confirmed address and the third settled bet, on at least two days', async () => {
    const inviter = await createUser(test.current);
    const id = await invite(inviter);
    await endBets(id, [day(1), day(1), day(1.2)]);
    expect(await statusOf(inviter)).toMatchObject({ status: 'registered', activated_at: null });
    await endBets(id, [day(3), day(4)]);
    expect(await statusOf(inviter)).toMatchObject({ status: 'qualified', activated_at: day(3).toISOString() });
    expect(await invitesOf(inviter)).toMatchObject({ invited: 1, qualified: 1, points_earned: 0 });
  });

  it('not with bets that had fewer than ten points at risk', async () => {
    const inviter = await createUser(test.current);
    const id = await invite(inviter);
    await endBets(id, [day(1), day(2), day(3)], 'settled', 9);
    expect(await statusOf(inviter)).toMatchObject({ status: 'registered' });
    await endBets(id, [day(4), day(5), day(6)]);
    expect(await statusOf(inviter)).toMatchObject({ status: 'qualified', activated_at: day(6).toISOString() });
  });

  it('when the address is confirmed, if that is later', async () => {
    const inviter = await createUser(test.current);
    const id = await invite(inviter, null);
    await endBets(id, [day(1), day(2), day(3)]);
    expect(await statusOf(inviter)).toMatchObject({ status: 'registered' });
    await test.current.deps.db
      .updateTable('users')
      .set({ email_verified_at: day(40) })
      .where('id', '=', id)
      .execute();
    expect(await statusOf(inviter)).toMatchObject({ status: 'qualified', activated_at: day(40).toISOString() });
  });

  it('not by refunded bets, nor by bets settled after 30 days', async () => {
    const inviter = await createUser(test.current);
    const id = await invite(inviter);
    await endBets(id, [day(1), day(2)]);
    await endBets(id, [day(3), day(4)], 'refunded');
    await endBets(id, [new Date(day(30).getTime() + 1)]);
    expect(await statusOf(inviter)).toMatchObject({ status: 'registered' });
    await endBets(id, [day(30)]);
    expect(await statusOf(inviter)).toMatchObject({ status: 'qualified', activated_at: day(30).toISOString() });
  });
});
