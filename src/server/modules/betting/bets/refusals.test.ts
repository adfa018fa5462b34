import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { placeBet } from '#contract/bets.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { ErrorCode, ErrorParams } from '#contract/errors.ts';
import { HOUR_MS } from '#domain/time.ts';
import { signAccessToken } from '#server/platform/http/access-token.ts';
import { errorText } from '#server/platform/http/app-error.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createContest, createLeague, createMatch, createUser, type TestUser } from '#test/support/factories.ts';

const test = useTestApp();
const blocked = useTestApp({ STAKE_BLOCKED_COUNTRIES: 'FR,SG', TRUST_PROXY: '127.0.0.1' });
const NOW = new Date(TEST_NOW);

beforeEach(() => test.current.clock.set(NOW));

async function openMatch(drawPossible = true, app = test.current) {
  const { db } = app.deps;
  const matchId = await createMatch(db, {
    kickoffAt: new Date(NOW.getTime() + HOUR_MS),
    leagueId: await createLeague(db, { drawPossible }),
  });
  for (const market of ['wdl', '1x2'] as const) {
    const contestId = await createContest(db, matchId, NOW, market);
    await db.updateTable('contests').set({ draw_possible: drawPossible }).where('id', '=', contestId).execute();
  }
  return matchId;
}

interface Sent {
  key?: string;
  headers?: Record<string, string>;
  app?: typeof test.current;
}
const send = (user: TestUser, body: object, { key = randomUUID(), headers = {}, app = test.current }: Sent = {}) =>
  callApp(app.app, placeBet, body as InputOf<typeof placeBet>, {
    token: user.token,
    key,
    headers: { 'Accept-Language': 'en', ...headers },
  });

const balanceOf = async (user: TestUser, app = test.current) =>
  (
    await app.deps.db
      .selectFrom('accounts')
      .select('balance')
      .where('kind', '=', 'balance')
      .where('owner', '=', user.id)
      .executeTakeFirstOrThrow()
  ).balance;

describe('the error text of a rejected bet', () => {
  const [STAKE, ODDS] = [{ field: 'stake' }, { field: 'odds' }];
  const [MIN, MAX] = [{ min: 10 }, { max: 5_000 }];

  it.each<[string, object, number, ErrorCode, ErrorParams?]>([
    ['a stake of 0', { stake: 0 }, 422, 'stake_below_min', MIN],
    ['a stake of -1', { stake: -1 }, 422, 'stake_below_min', MIN],
    ['a stake of 1.5', { stake: 1.5 }, 400, 'invalid_payload', STAKE],
    ['a stake of 2^53', { stake: 2 ** 53 }, 400, 'invalid_payload', STAKE],
    ['a stake of 2^53 - 1', { stake: 2 ** 53 - 1 }, 422, 'stake_above_max', MAX],
    ['a stake of "10"', { stake: '10' }, 400, 'invalid_payload', STAKE],
    ['a stake above the maximum', { stake: 5_001 }, 422, 'stake_above_max', MAX],
    ['a stake above the balance', { stake: 101 }, 422, 'insufficient_points'],
    ['no option', { pick: null }, 422, 'option_required'],
    ['fixed odds without a price', { market: '1x2' }, 400, 'missing_fields', ODDS],
    ['a price in a pool', { odds: 2 }, 400, 'invalid_payload', ODDS],
    ['fixed odds without any price', { market: '1x2', odds: 2 }, 409, 'market_suspended'],
  ])('explains %s', async (_, body, status, code, params) => {
    const user = await createUser(test.current, 100);
    const answer = await send(user, { market: 'wdl', match_id: await openMatch(), pick: 'home', stake: 10, ...body });
    expect(answer).toMatchObject({ status, problem: { code, ...(params && { params }), detail: errorText(code, params, 'en') } });
    // The limit that a sentence states is the one that was exceeded.
    for (const limit of Object.values(params ?? {})) {
      if (typeof limit === 'number') expect(answer.problem.detail).toContain(limit.toLocaleString('en'));
    }
    expect(await balanceOf(user)).toBe(100);
  });

  it.each(['wdl', '1x2'])('explains a draw in a sport without draws, in %s', async (market) => {
    const user = await createUser(test.current, 100);
    const body = { market, match_id: await openMatch(false), pick: 'draw', stake: 10, ...(market === '1x2' && { odds: 3 }) };
    expect(await send(user, body)).toMatchObject({
      status: 422,
      problem: { code: 'option_required', detail: errorText('option_required', {}, 'en') },
    });
  });

  it.each([0, 1])('explains a bet %i ms after the deadline', async (lateMs) => {
    const user = await createUser(test.current, 100);
    const body = { market: 'wdl', match_id: await openMatch(), pick: 'home', stake: 10 };
    test.current.clock.advance(HOUR_MS + lateMs);
    const token = await signAccessToken(test.current.deps.serverKeys, { ...user, sessionId: randomUUID() }, test.current.clock.now());
    const refused = { status: 409, problem: { code: 'contest_not_open', detail: errorText('contest_not_open', {}, 'en') } };
    expect(await send({ ...user, token }, body)).toMatchObject(refused);
  });

  it('explains an idempotency key that was used with another body', async () => {
    const user = await createUser(test.current, 100);
    const [body, key] = [{ market: 'wdl', match_id: await openMatch(), pick: 'home', stake: 10 }, randomUUID()];
    await send(user, body, { key });
    const detail = errorText('idempotency_mismatch', {}, 'en');
    for (const other of [{ stake: 11 }, { pick: 'away' }, { market: '1x2', odds: 2 }]) {
      expect(await send(user, { ...body, ...other }, { key })).toMatchObject({
        status: 409,
        problem: { code: 'idempotency_mismatch', detail },
      });
    }
    expect(await balanceOf(user)).toBe(90);
  });
});

describe('where staking is not allowed', () => {
  const from = (ip: string) => ({ app: blocked.current, headers: { 'X-Forwarded-For': ip } });
  const FRANCE = '212.27.48.10';

  it('rejects every stake with region_blocked, whatever else is wrong with it', async () => {
    blocked.current.clock.set(NOW);
    const user = await createUser(blocked.current, 100);
    const match_id = await openMatch(true, blocked.current);
    const body = { market: 'wdl', match_id, pick: 'home', stake: 10 };
    expect(blocked.current.deps.countryOf(FRANCE)).toBe('FR');
    const refused = { status: 403, problem: { code: 'region_blocked', detail: errorText('region_blocked', {}, 'en') } };
    for (const wrong of [{}, { pick: null }, { stake: 1_000 }, { match_id: 2_000_000_000 }, { market: '1x2' }]) {
      expect(await send(user, { ...body, ...wrong }, from(FRANCE))).toMatchObject(refused);
    }
    expect(await balanceOf(user, blocked.current)).toBe(100);
    // Stakes from other countries and from unknown countries are accepted.
    for (const ip of ['8.8.8.8', '192.168.1.1']) expect(await send(user, body, from(ip))).toMatchObject({ status: 201 });
  });
});
