import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { putForecast } from '#contract/forecast-league.ts';
import { createShare, getShared, listShares, removeShare } from '#contract/shares.ts';
import { HOUR_MS } from '#domain/time.ts';
import { eraseUser } from '#server/modules/account-closure/deletion.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createContest, createMatch, createTeam, createUser, type TestUser } from '#test/support/factories.ts';

const test = useTestApp();
const NOW = new Date(TEST_NOW);
beforeEach(async () => {
  test.current.clock.set(NOW);
  await test.current.deps.db.deleteFrom('rate_limits').execute();
});

interface Ended {
  state: 'ongoing' | 'settled' | 'refunded';
  hit?: boolean | null;
  payout?: number;
}
/** Writes a bet of 100 points at 3.40 on Avalon, as it ended. */
async function createBet(user: TestUser, { state, hit = null, payout = 0 }: Ended = { state: 'settled', hit: true, payout: 340 }) {
  const { db } = test.current.deps;
  const [home, away] = [await createTeam(db, 'Avalon'), await createTeam(db, 'Byron')];
  const kickoffAt = new Date(NOW.getTime() - 3 * HOUR_MS);
  const matchId = await createMatch(db, { kickoffAt, homeTeamId: home, awayTeamId: away, status: 'ft', score: [2, 1] });
  const contestId = await createContest(db, matchId, NOW, '1x2');
  const id = randomUUID();
  await db
    .insertInto('bets')
    .values({
      ...{ id, user_id: user.id, contest_id: contestId, pick: 'home', stake: 100, fixed_payout: 340, placed_at: kickoffAt },
      ...{ state, hit, payout, settled_at: state === 'ongoing' ? null : NOW },
    })
    .execute();
  return { id, matchId, contestId };
}

const NOTHING_ELSE = { shows_name: false, shows_points: false };
const share = (user: TestUser | null, input: Record<string, unknown>) =>
  callApp(test.current.app, createShare, { ...NOTHING_ELSE, ...input } as never, user ? { token: user.token } : {});
const look = (id: string) => callApp(test.current.app, getShared, { id });
const mine = (user: TestUser, query = {}) => callApp(test.current.app, listShares, query, { token: user.token });

describe('a shared bet', () => {
  it('shows the match, the pick and the odds, and nothing that its user did not choose', async () => {
    const user = await createUser(test.current);
    const bet = await createBet(user);
    const { status, reply } = await share(user, { bet_id: bet.id });
    expect([status, reply.bet_id]).toEqual([200, bet.id]);
    const shown = (await look(reply.id)).reply;
    expect(shown).toMatchObject({ name: null, is_hidden: false, forecast: null, match: { id: bet.matchId, home: { name: 'Avalon' } } });
    expect(shown.bet).toEqual({ contest_id: bet.contestId, market: '1x2', pick: 'home', odds: 3.4, ending: 'won', points: null });
    const text = JSON.stringify(shown);
    const { public_handle } = await test.current.deps.db
      .selectFrom('users')
      .select('public_handle')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow();
    for (const secret of [user.id, user.email, public_handle, bet.id, '340', '100']) expect(text).not.toContain(`"${secret}"`);
    const changed = await share(user, { bet_id: bet.id, shows_name: true, shows_points: true });
    expect(changed.reply.id).toBe(reply.id);
    expect((await look(reply.id)).reply).toMatchObject({ name: public_handle, bet: { points: { stake: 100, payout: 340, refund: 0 } } });
  });

  it('is only one’s own, and only one that won', async () => {
    const [user, other] = [await createUser(test.current), await createUser(test.current)];
    const { id } = await createBet(user);
    expect(await share(other, { bet_id: id })).toMatchObject({ status: 404, problem: { code: 'not_found' } });
    expect(await share(null, { bet_id: id })).toMatchObject({ status: 401 });
    expect(await share(user, { bet_id: randomUUID() })).toMatchObject({ status: 404 });
    for (const ended of [{ state: 'settled', hit: false }, { state: 'refunded' }, { state: 'ongoing' }] as const)
      expect(await share(user, { bet_id: (await createBet(user, ended)).id })).toMatchObject({
        status: 409,
        problem: { code: 'bet_not_won' },
      });
    expect((await mine(user)).reply.total).toBe(0);
  });

  it('follows a correction: a win that was none is shown as none', async () => {
    const { db } = test.current.deps;
    const user = await createUser(test.current);
    const bet = await createBet(user);
    const { id } = (await share(user, { bet_id: bet.id, shows_points: true })).reply;
    await db.updateTable('bets').set({ hit: false, payout: 0 }).where('id', '=', bet.id).execute();
    expect((await look(id)).reply.bet).toMatchObject({ ending: 'lost', points: { payout: 0 } });
    await db.updateTable('bets').set({ state: 'refunded', hit: null, refund: 100 }).where('id', '=', bet.id).execute();
    expect((await look(id)).reply.bet).toMatchObject({ ending: 'refunded', points: { refund: 100 } });
  });

  it('can be withdrawn by its user alone, for ever', async () => {
    const { app } = test.current;
    const [user, other] = [await createUser(test.current), await createUser(test.current)];
    const bet = await createBet(user);
    const { id } = (await share(user, { bet_id: bet.id })).reply;
    await callApp(app, removeShare, { id }, { token: other.token });
    expect((await look(id)).status).toBe(200);
    for (let twice = 0; twice < 2; twice++) expect((await callApp(app, removeShare, { id }, { token: user.token })).status).toBe(200);
    expect(await look(id)).toMatchObject({ status: 404, problem: { code: 'not_found' } });
    expect((await share(user, { bet_id: bet.id })).reply.id).not.toBe(id);
    expect((await look(id)).status).toBe(404);
  });

  it('has an address that cannot be guessed, and vanishes with its user', async () => {
    const { db } = test.current.deps;
    const user = await createUser(test.current);
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) ids.push((await share(user, { bet_id: (await createBet(user)).id })).reply.id);
    expect(ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab]/.test(id))).toBe(true);
    expect(new Set(ids.map((id) => id.slice(0, 8))).size).toBe(3);
    for (const bad of ['1', 'latest', `${ids[0]}0`, `${ids[0]!.slice(0, -1)}g`]) expect((await look(bad)).status).toBe(404);
    const [id] = ids as [string];
    const become = (values: object) => db.updateTable('users').set(values).where('id', '=', user.id).execute();
    await become({ status: 'disabled' });
    expect((await look(id)).status).toBe(404);
    await become({ status: 'normal', deletion_due_at: NOW });
    expect((await look(id)).status).toBe(404);
    await become({ deletion_due_at: null });
    expect((await look(id)).status).toBe(200);
    await eraseUser(db, user.id, 'gone-1');
    expect((await look(id)).status).toBe(404);
    expect(await db.selectFrom('shares').select('id').where('user_id', '=', user.id).execute()).toEqual([]);
  });

  it('is listed for its user, newest first, and found by its bet', async () => {
    const [user, other] = [await createUser(test.current), await createUser(test.current)];
    const bets = [await createBet(user), await createBet(user)];
    for (const { id } of bets) {
      await share(user, { bet_id: id });
      test.current.clock.advance(1_000);
    }
    expect((await mine(user)).reply.items.map(({ bet_id }) => bet_id)).toEqual([bets[1]!.id, bets[0]!.id]);
    expect((await mine(user, { page: 2, page_size: 1 })).reply).toMatchObject({ items: [{ bet_id: bets[0]!.id }], total: 2 });
    expect((await mine(user, { bet_id: bets[0]!.id })).reply).toMatchObject({ items: [{ bet_id: bets[0]!.id }], total: 1 });
    expect((await mine(other, { bet_id: bets[0]!.id })).reply.total).toBe(0);
    expect((await mine(user, { page: 501 })).status).toBe(400);
  });

  it.each([
    [{}],
    [{ bet_id: randomUUID(), forecast_match_id: 1 }],
    [{ bet_id: 'one' }],
    [{ forecast_match_id: 0 }],
    [{ bet_id: randomUUID(), shows_name: 'yes' }],
    [{ bet_id: randomUUID(), title: 'I won a million' }],
  ])('is not made from %j', async (input) => {
    expect((await share(await createUser(test.current), input)).status).toBe(400);
  });

  it('is made 30 times a minute', async () => {
    const user = await createUser(test.current);
    const { id } = await createBet(user);
    for (let n = 0; n < 30; n++) expect((await share(user, { bet_id: id })).status).toBe(200);
    expect(await share(user, { bet_id: id })).toMatchObject({ status: 429, problem: { code: 'rate_limited' } });
  });
});

describe('a shared forecast', () => {
  async function createForecast(user: TestUser) {
    const { app, deps } = test.current;
    const matchId = await createMatch(deps.db, { kickoffAt: new Date(NOW.getTime() + HOUR_MS) });
    await createContest(deps.db, matchId, NOW);
    const { status } = await callApp(app, putForecast, { match_id: matchId, home: 52, draw: 28, away: 20 }, { token: user.token });
    expect(status).toBe(200);
    return matchId;
  }

  it('shows the percentages as they are now, and later how they scored', async () => {
    const { app, deps } = test.current;
    const user = await createUser(test.current);
    const matchId = await createForecast(user);
    const { id } = (await share(user, { forecast_match_id: matchId })).reply;
    expect((await look(id)).reply).toMatchObject({ bet: null, name: null, forecast: { home: 52, draw: 28, away: 20, scored: null } });
    await callApp(app, putForecast, { match_id: matchId, home: 60, draw: 30, away: 10 }, { token: user.token });
    expect((await look(id)).reply.forecast).toMatchObject({ home: 60, draw: 30, away: 10 });
    await deps.db
      .updateTable('user_forecasts')
      .set({ result_since: NOW, outcome: 'home', score: -0.51, model_score: -0.7 })
      .where('match_id', '=', matchId)
      .execute();
    expect((await look(id)).reply.forecast?.scored).toEqual({ outcome: 'home', mine: -0.51, model: -0.7 });
  });

  it('is only one’s own, and ends with the forecast', async () => {
    const { db } = test.current.deps;
    const [user, other] = [await createUser(test.current), await createUser(test.current)];
    const matchId = await createForecast(user);
    expect(await share(other, { forecast_match_id: matchId })).toMatchObject({ status: 404 });
    const { id } = (await share(user, { forecast_match_id: matchId })).reply;
    await db.deleteFrom('user_forecasts').where('user_id', '=', user.id).execute();
    expect((await look(id)).status).toBe(404);
  });
});
