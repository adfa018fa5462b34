import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkIn, getOverview } from '#contract/account.ts';
import { placeBet } from '#contract/bets.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { excludeSelf, getLimits } from '#contract/play-limits.ts';
import { getInvite } from '#contract/referrals.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { advanceContest } from '#server/modules/betting/contests/advance.ts';
import { signAccessToken } from '#server/platform/http/access-token.ts';
import { errorText } from '#server/platform/http/app-error.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createContest, createMatch, createUser, type TestUser } from '#test/support/factories.ts';
import { signUp } from '#test/support/sign-in.ts';
import { purgeExclusionMarks } from './exclusions.ts';

const NOW = new Date(TEST_NOW);

const test = useTestApp({ FEED: 'none' });
const db = () => test.current.deps.db;

beforeEach(() => {
  test.current.clock.set(NOW);
  test.current.published.length = 0;
});

async function tokenOf({ id, email }: TestUser): Promise<string> {
  const { deps, clock } = test.current;
  return signAccessToken(deps.serverKeys, { id, email, sessionId: randomUUID() }, clock.now());
}

const exclude = async (user: TestUser, input: InputOf<typeof excludeSelf>) =>
  callApp(test.current.app, excludeSelf, input, { token: await tokenOf(user) });

async function openMatch() {
  const now = test.current.clock.now();
  const matchId = await createMatch(db(), { kickoffAt: new Date(now.getTime() + HOUR_MS) });
  return { matchId, contestId: await createContest(db(), matchId, now) };
}

async function stake(user: TestUser, matchId: number) {
  const body = { market: 'wdl', match_id: matchId, pick: 'home', stake: 100 } as const;
  return callApp(test.current.app, placeBet, body, { token: await tokenOf(user), key: randomUUID() });
}

const exclusionsOf = (user: TestUser) =>
  db().selectFrom('exclusions').selectAll().where('user_id', '=', user.id).orderBy('until').execute();

describe('a time-out or self-exclusion', () => {
  it.each([
    [{ kind: 'time_out', hours: 24 }, '2026-11-21T12:00:00.000Z'],
    [{ kind: 'time_out', hours: 1_008 }, '2027-01-01T12:00:00.000Z'],
    [{ kind: 'self_exclusion', months: 6 }, '2027-05-20T12:00:00.000Z'],
    [{ kind: 'self_exclusion', months: 60 }, '2031-11-20T12:00:00.000Z'],
  ] as const)('lasts as long as requested: %j', async (input, until) => {
    const user = await createUser(test.current);
    const answer = await exclude(user, input);
    expect(answer).toMatchObject({ status: 200, reply: { kind: input.kind, until } });
    const exclusion = { kind: input.kind, until };
    expect((await callApp(test.current.app, getLimits, {}, { token: user.token })).reply.exclusion).toEqual(exclusion);
    expect((await callApp(test.current.app, getOverview, {}, { token: user.token })).reply.exclusion).toEqual(exclusion);
    expect(test.current.published).toEqual([{ topic: `me:${user.id}`, change: { t: 'account' } }]);
  });

  it.each([
    [{ kind: 'time_out' }, 'missing_fields'],
    [{ kind: 'self_exclusion' }, 'missing_fields'],
    [{ kind: 'time_out', hours: 23 }, 'invalid_payload'],
    [{ kind: 'time_out', hours: 1_009 }, 'invalid_payload'],
    [{ kind: 'time_out', hours: 24.5 }, 'invalid_payload'],
    [{ kind: 'self_exclusion', months: 5 }, 'invalid_payload'],
    [{ kind: 'self_exclusion', months: 61 }, 'invalid_payload'],
    [{ kind: 'time_out', months: 6 }, 'invalid_payload'],
    [{ kind: 'self_exclusion', hours: 24 }, 'invalid_payload'],
    [{ kind: 'time_out', hours: 24, months: 6 }, 'invalid_payload'],
    [{ kind: 'for_ever', months: 6 }, 'invalid_payload'],
  ])('is refused for %j: %s', async (input, code) => {
    const user = await createUser(test.current);
    expect(await exclude(user, input as InputOf<typeof excludeSelf>)).toMatchObject({ status: 400, problem: { code } });
    expect(await exclusionsOf(user)).toEqual([]);
  });

  it('is never shortened, and may be extended', async () => {
    const user = await createUser(test.current);
    await exclude(user, { kind: 'self_exclusion', months: 12 });
    const present = { kind: 'self_exclusion', until: '2027-11-20T12:00:00.000Z' };
    expect((await exclude(user, { kind: 'self_exclusion', months: 6 })).reply).toEqual(present);
    expect((await exclude(user, { kind: 'time_out', hours: 24 })).reply).toEqual(present);
    expect((await exclude(user, { kind: 'self_exclusion', months: 12 })).reply).toEqual(present);
    expect(await exclusionsOf(user)).toHaveLength(1);
    expect((await exclude(user, { kind: 'self_exclusion', months: 24 })).reply.until).toBe('2028-11-20T12:00:00.000Z');
    test.current.clock.set('2027-11-20T12:00:00.000Z');
    const token = await tokenOf(user);
    expect((await callApp(test.current.app, getLimits, {}, { token })).reply.exclusion?.until).toBe('2028-11-20T12:00:00.000Z');
  });

  it('is created once by ten simultaneous requests', async () => {
    const user = await createUser(test.current);
    const answers = await Promise.all(Array.from({ length: 10 }, () => exclude(user, { kind: 'self_exclusion', months: 6 })));
    expect(new Set(answers.map(({ reply }) => reply.until)).size).toBe(1);
    expect(await exclusionsOf(user)).toHaveLength(1);
  });
});

describe('during an exclusion', () => {
  it('stakes and check-ins are refused, and both work again afterwards', async () => {
    const user = await createUser(test.current, 1_000);
    await exclude(user, { kind: 'time_out', hours: 24 });
    const { matchId } = await openMatch();
    const params = { until: '2026-11-21T12:00:00.000Z' };
    const refused = { status: 403, problem: { code: 'self_excluded', params } };
    expect(await stake(user, matchId)).toMatchObject(refused);
    expect(await callApp(test.current.app, checkIn, {}, { token: user.token })).toMatchObject({
      ...refused,
      problem: { ...refused.problem, detail: errorText('self_excluded', params, 'en') },
    });

    test.current.clock.set('2026-11-21T12:00:00.000Z');
    expect(await callApp(test.current.app, checkIn, {}, { token: await tokenOf(user) })).toMatchObject({ status: 200 });
    expect(await stake(user, (await openMatch()).matchId)).toMatchObject({ status: 201 });
  });

  it.each([
    ['en', '20 May 2027 at 12:00 UTC'],
    ['zh-CN', '2027年5月20日 12:00 UTC'],
    ['vi', '12:00 20/5/2027 UTC'],
  ] as const)('the refusal names the end of the exclusion in %s', async (locale, end) => {
    const user = await createUser(test.current);
    const until = (await exclude(user, { kind: 'self_exclusion', months: 6 })).reply.until;
    const refused = await callApp(test.current.app, checkIn, {}, { token: user.token, headers: { 'Accept-Language': locale } });
    expect(refused.problem.detail).toBe(errorText('self_excluded', { until }, locale));
    expect(refused.problem.detail).toContain(end);
  });

  it('placed bets continue and pay', async () => {
    const [user, other] = [await createUser(test.current, 1_000), await createUser(test.current, 1_000)];
    const { matchId, contestId } = await openMatch();
    await stake(user, matchId);
    await callApp(
      test.current.app,
      placeBet,
      { market: 'wdl', match_id: matchId, pick: 'away', stake: 100 },
      { token: other.token, key: randomUUID() },
    );
    await exclude(user, { kind: 'self_exclusion', months: 6 });
    test.current.clock.advance(3 * HOUR_MS);
    const now = test.current.clock.now();
    const result = { status: 'ft', status_since: now, fulltime: [1, 0], fulltime_since: now };
    await db()
      .updateTable('matches')
      .set({ ...result, confirmed_at: new Date(now.getTime() + MINUTE_MS) })
      .where('id', '=', matchId)
      .execute();
    test.current.clock.advance(MINUTE_MS);
    await advanceContest(test.current.deps, contestId);
    const overview = await callApp(test.current.app, getOverview, {}, { token: await tokenOf(user) });
    expect(overview.reply.stats.points_balance).toBe(1_100);
  });

  it('no stake is placed once the exclusion was answered: stakes in progress finish first', async () => {
    const user = await createUser(test.current, 10_000);
    const matches = await Promise.all(Array.from({ length: 20 }, openMatch));
    const staking = matches.map(({ matchId }) => stake(user, matchId));
    await exclude(user, { kind: 'time_out', hours: 24 });
    const placed = await db().selectFrom('bets').select('id').where('user_id', '=', user.id).execute();
    const answers = await Promise.all(staking);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(placed.length);
    for (const { problem } of answers.filter(({ status }) => status !== 201)) expect(problem.code).toBe('self_excluded');
  });

  it('the user’s invite code invites nobody, and can still be read', async () => {
    const user = await createUser(test.current);
    const { code } = (await callApp(test.current.app, getInvite, {}, { token: user.token })).reply;
    await exclude(user, { kind: 'time_out', hours: 24 });
    expect((await callApp(test.current.app, getInvite, {}, { token: user.token })).reply.code).toBe(code);
    expect(await signUp(test.current, { invite_code: code })).toMatchObject({ status: 422, problem: { code: 'invalid_invite_code' } });
    test.current.clock.set('2026-11-21T12:00:00.000Z');
    expect(await signUp(test.current, { invite_code: code })).toMatchObject({ status: 201 });
  });
});

it('deletes the marks of an exclusion when it is over, and not before', async () => {
  const user = await createUser(test.current);
  await db()
    .updateTable('users')
    .set({ wallet_address: 'T'.padEnd(34, 'x') })
    .where('id', '=', user.id)
    .execute();
  await exclude(user, { kind: 'self_exclusion', months: 6 });
  const marks = async () => (await db().selectFrom('exclusion_marks').selectAll().execute()).length;
  const before = await marks();
  expect(before).toBeGreaterThan(0);
  await purgeExclusionMarks(test.current.deps);
  expect(await marks()).toBe(before);
  test.current.clock.set('2100-01-01T00:00:00.000Z');
  expect(await purgeExclusionMarks(test.current.deps)).toBe(before);
  expect(await marks()).toBe(0);
});
