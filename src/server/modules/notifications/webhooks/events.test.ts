import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ToldEvent, webhookBody } from '#contract/v1/webhook-events.ts';
import { createWebhook } from '#contract/webhooks.ts';
import type { WebhookEvent } from '#domain/notifications/webhook-event.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { advanceDueContests } from '#server/modules/betting/public.ts';
import { transact } from '#server/platform/transact.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createContest, createLeague, createMatch, createTeam, createUser, type TestUser } from '#test/support/factories.ts';
import { playRounds } from '#test/support/tipping-news.ts';
import { listDeliveries } from './delivery-log.ts';
import { tellTips } from './tip-events.ts';
import { watchForecasts } from './watch-forecasts.ts';
import { watchForWebhooks } from './watch-matches.ts';

const test = useTestApp({ FEED: 'none' });
const db = () => test.current.deps.db;
let user: TestUser;
beforeEach(async () => {
  for (const table of ['webhooks', 'webhook_events', 'webhook_watch', 'webhook_forecasts', 'webhook_tips', 'favorites'] as const)
    await db().deleteFrom(table).execute();
  await db().updateTable('matches').set({ status: 'canc', kickoff_at: null }).execute();
  test.current.clock.set(TEST_NOW);
  user = await createUser(test.current);
});

type Filters = Partial<{
  match_ids: number[];
  team_ids: number[];
  league_ids: number[];
  sports: ('football' | 'tennis' | 'basketball')[];
  favorites: boolean;
}>;
async function createHook(events: WebhookEvent[], filters: Filters, { owner = user, points = 10 } = {}): Promise<string> {
  const input = { url: 'https://hooks.example.com/', events, filters, forecast_points: points };
  const { reply, status } = await callApp(test.current.app, createWebhook, input, { token: owner.token });
  expect(status).toBe(201);
  return reply.webhook.id;
}

/** Returns what a webhook is told, in order: types, and the data without the match. */
async function told(webhookId: string) {
  const rows = await db()
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_events as e', 'e.id', 'd.event_id')
    .select(['e.type', 'e.payload', 'd.next_try_at'])
    .where('d.webhook_id', '=', webhookId)
    .orderBy('d.id')
    .execute();
  return rows.map(({ type, payload, next_try_at }) => {
    const body = JSON.parse(payload);
    // Every body is as the description of the API says, without another field.
    expect(webhookBody(type as ToldEvent).parse(body)).toEqual(body);
    return { type, data: body.data, isDue: next_try_at !== null };
  });
}
const types = async (webhookId: string) => (await told(webhookId)).map(({ type }) => type);
const countEvents = async () => (await db().selectFrom('webhook_events').select('id').execute()).length;

interface State {
  status?: string;
  score?: [number, number];
  parts?: object[];
}
async function createGame(sport: 'football' | 'tennis' | 'basketball' = 'football') {
  const [home, away, leagueId] = [await createTeam(db(), 'Avalon'), await createTeam(db(), 'Byron'), await createLeague(db(), { sport })];
  const kickoffAt = new Date(test.current.clock.now().getTime() + 30 * MINUTE_MS);
  const id = await createMatch(db(), { kickoffAt, leagueId, homeTeamId: home, awayTeamId: away });
  return {
    ...{ id, home, away, leagueId },
    /** Applies an update of the match by a feed. */
    is: ({ status, score, parts }: State) =>
      db()
        .updateTable('matches')
        .set({
          ...(status && { status }),
          ...(score && { home_score: score[0], away_score: score[1] }),
          ...(parts && { parts: JSON.stringify(parts) }),
        })
        .where('id', '=', id)
        .execute(),
  };
}
const pass = () => watchForWebhooks(test.current.deps);
/** The first run makes the mark. */
const begin = async () => {
  await pass();
  await pass();
};

const ALL: WebhookEvent[] = ['match.started', 'match.goal', 'match.part_ended', 'match.ended', 'match.corrected'];

describe('events of a match', () => {
  it('are told in order, each once, with the match as it was', async () => {
    const game = await createGame();
    const hook = await createHook(ALL, { match_ids: [game.id] });
    await begin();
    await game.is({ status: 'h1', score: [0, 0] });
    await pass();
    await game.is({ score: [1, 0] });
    await pass();
    await pass();
    await game.is({ score: [0, 0] });
    await pass();
    await game.is({ status: 'ft', score: [0, 2] });
    await pass();
    await game.is({ score: [1, 2] });
    test.current.clock.advance(2 * DAY_MS);
    await pass();
    const all = await told(hook);
    expect(all.map(({ type, data: { match, ...more } }) => [type, match.status, [match.score.home, match.score.away], more])).toEqual([
      ['match.started', 'h1', [0, 0], {}],
      ['match.goal', 'h1', [1, 0], { side: 'home', count: 1, is_taken_back: false }],
      ['match.goal', 'h1', [0, 0], { side: 'home', count: 1, is_taken_back: true }],
      ['match.goal', 'ft', [0, 2], { side: 'away', count: 2, is_taken_back: false }],
      ['match.ended', 'ft', [0, 2], {}],
      ['match.corrected', 'ft', [1, 2], { before: { status: 'ft', score: { home: 0, away: 2, shoot_out: null } } }],
    ]);
    expect(all[0]!.data.match).toMatchObject({
      ...{ id: game.id, sport: 'football', home: { id: game.home, name: 'Avalon' }, away: { id: game.away, name: 'Byron' } },
      league: { id: game.leagueId },
    });
    // Only the first is due: the others wait for it.
    expect(all.map(({ isDue }) => isDue)).toEqual([true, false, false, false, false, false]);
  });

  it('are told late after a break, and none is lost to a crash', async () => {
    const { deps, clock } = test.current;
    const game = await createGame();
    const hook = await createHook(ALL, { match_ids: [game.id] });
    await begin();
    await game.is({ status: 'h1', score: [1, 0] });
    // The transaction that notices them fails at its end.
    const failing = {
      ...deps,
      randomBytes: () => {
        throw new Error('crash');
      },
    };
    await expect(watchForWebhooks(failing)).rejects.toThrow('crash');
    expect(await told(hook)).toEqual([]);
    clock.advance(HOUR_MS);
    await pass();
    expect(await types(hook)).toEqual(['match.started', 'match.goal']);
  });

  it('are noticed once by several processes at once', async () => {
    const game = await createGame();
    const hook = await createHook(ALL, { match_ids: [game.id] });
    await begin();
    await game.is({ status: 'h1', score: [0, 0] });
    await Promise.all([pass(), pass(), pass()]);
    expect(await types(hook)).toEqual(['match.started']);
  });

  it('of other sports are starts, ends and the ends of parts', async () => {
    const [tennis, basketball] = [await createGame('tennis'), await createGame('basketball')];
    const hook = await createHook(ALL, { sports: ['tennis', 'basketball'] });
    await begin();
    await tennis.is({ status: 'live', score: [0, 0], parts: [{ home: 0, away: 0 }] });
    await basketball.is({ status: 'live', score: [2, 0], parts: [{ home: 2, away: 0 }] });
    await pass();
    await tennis.is({ score: [1, 0], parts: [{ home: 6, away: 3 }] });
    await basketball.is({ score: [20, 12], parts: [{ home: 20, away: 12 }] });
    await pass();
    await basketball.is({
      score: [22, 12],
      parts: [
        { home: 20, away: 12 },
        { home: 2, away: 0 },
      ],
    });
    await pass();
    expect((await told(hook)).map(({ type, data }) => [type, data.match.sport, data.part])).toEqual([
      ['match.started', 'tennis', undefined],
      ['match.started', 'basketball', undefined],
      ['match.part_ended', 'tennis', { kind: 'set', number: 1 }],
      ['match.part_ended', 'basketball', { kind: 'quarter', number: 1 }],
    ]);
  });
});

describe('a webhook is told', () => {
  it('what its filters cover and its types name, and nothing else', async () => {
    const [game, other] = [await createGame(), await createGame()];
    const fan = await createUser(test.current);
    const at = test.current.clock.now();
    await db().insertInto('favorites').values({ user_id: fan.id, kind: 'team', target_id: game.away, created_at: at }).execute();
    const covering = [
      await createHook(['match.started'], { match_ids: [game.id] }),
      await createHook(['match.started'], { team_ids: [game.home] }),
      await createHook(['match.started'], { league_ids: [game.leagueId] }),
      await createHook(['match.started', 'match.goal'], { favorites: true }, { owner: fan }),
    ];
    const both = await createHook(['match.started'], { sports: ['football'] });
    const none = [
      await createHook(['match.goal'], { match_ids: [game.id] }),
      await createHook(['match.started'], { sports: ['tennis'] }),
      await createHook(['match.started'], { match_ids: [game.id + 9_999], team_ids: [game.home + 9_999] }),
      await createHook(['match.started'], { favorites: true }),
    ];
    await begin();
    for (const one of [game, other]) await one.is({ status: 'h1', score: [0, 0] });
    await pass();
    for (const hook of covering) expect((await told(hook)).map(({ data }) => data.match.id)).toEqual([game.id]);
    expect((await told(both)).map(({ data }) => data.match.id)).toEqual([game.id, other.id]);
    for (const hook of none) expect(await told(hook)).toEqual([]);
    // One event for all webhooks, and another for the other match.
    expect(await countEvents()).toBe(2);
  });

  it('nothing while it is off, or its owner is disabled or leaves', async () => {
    const game = await createGame();
    const users = [await createUser(test.current), await createUser(test.current), await createUser(test.current)];
    const hooks = [];
    for (const owner of users) hooks.push(await createHook(['match.started'], { match_ids: [game.id] }, { owner }));
    await createHook(['match.ended'], { match_ids: [game.id] });
    await begin();
    await db().updateTable('webhooks').set({ state: 'off' }).where('id', '=', hooks[0]!).execute();
    await db().updateTable('users').set({ status: 'disabled' }).where('id', '=', users[1]!.id).execute();
    await db().updateTable('users').set({ deletion_due_at: test.current.clock.now() }).where('id', '=', users[2]!.id).execute();
    await game.is({ status: 'h1', score: [0, 0] });
    await pass();
    expect(await countEvents()).toBe(0);
  });

  it('nothing that happened before it was made', async () => {
    const game = await createGame();
    await game.is({ status: 'h1', score: [3, 0] });
    await begin();
    expect(await db().selectFrom('webhook_watch').selectAll().execute()).toEqual([]);
    const hook = await createHook(ALL, { match_ids: [game.id] });
    await begin();
    expect(await told(hook)).toEqual([]);
    await game.is({ score: [4, 0] });
    await pass();
    expect(await types(hook)).toEqual(['match.goal']);
  });
});

describe('a moved forecast', () => {
  const forecast = async (game: Awaited<ReturnType<typeof createGame>>, home: number, draw: number, away: number) => {
    const football = { rates: { home: 1.4, away: 1.1 }, leading: {}, rest: { home: 0, away: 0 }, top: [] };
    const content = { home_team_id: game.home, away_team_id: game.away, format: null, outcomes: { home, draw, away }, football };
    const values = { model: 'football-1', made_at: test.current.clock.now(), content: JSON.stringify(content) };
    await db()
      .insertInto('forecasts')
      .values({ match_id: game.id, ...values })
      .onConflict((oc) => oc.column('match_id').doUpdateSet(values))
      .execute();
  };
  const look = () => watchForecasts(test.current.deps);

  it('is told once it moved by the threshold of a webhook since that was last told', async () => {
    const game = await createGame();
    const [fine, coarse] = [
      await createHook(['forecast.moved'], { match_ids: [game.id] }, { points: 3 }),
      await createHook(['forecast.moved'], { match_ids: [game.id] }, { points: 10 }),
    ];
    await forecast(game, 0.5, 0.3, 0.2);
    await look();
    for (const [home, away] of [
      [0.54, 0.16],
      [0.56, 0.14],
      [0.6, 0.1],
    ] as const) {
      await forecast(game, home, 0.3, away);
      await look();
      await look();
    }
    const moves = async (hook: string) =>
      (await told(hook)).map(({ data }) => [data.before.home, data.after.home, data.points, data.is_in_play]);
    // Small steps add up.
    expect(await moves(fine)).toEqual([
      [0.5, 0.54, 4, false],
      [0.54, 0.6, 6, false],
    ]);
    expect(await moves(coarse)).toEqual([[0.5, 0.6, 10, false]]);
  });

  it('follows the probability in play during football', async () => {
    const game = await createGame();
    const hook = await createHook(['forecast.moved'], { match_ids: [game.id] }, { points: 15 });
    await forecast(game, 0.42, 0.28, 0.3);
    await look();
    await db().updateTable('forecasts').set({ frozen_at: test.current.clock.now() }).where('match_id', '=', game.id).execute();
    await game.is({ status: 'h1', score: [0, 0] });
    await db().updateTable('matches').set({ minute: 10 }).where('id', '=', game.id).execute();
    await look();
    expect(await told(hook)).toEqual([]);
    await game.is({ score: [1, 0] });
    await look();
    await look();
    const [move, ...others] = await told(hook);
    expect(move!.data).toMatchObject({ is_in_play: true, match: { score: { home: 1, away: 0 } }, before: { home: 0.42 } });
    expect(move!.data.after.home).toBeGreaterThan(0.57);
    expect(others).toEqual([]);
    await game.is({ status: 'ft' });
    await look();
    expect(await told(hook)).toHaveLength(1);
  });

  it('is not told for a match that a webhook does not cover, nor twice by two processes', async () => {
    const [game, other] = [await createGame(), await createGame()];
    const hook = await createHook(['forecast.moved'], { match_ids: [game.id] }, { points: 5 });
    for (const one of [game, other]) await forecast(one, 0.5, 0.3, 0.2);
    await look();
    for (const one of [game, other]) await forecast(one, 0.2, 0.3, 0.5);
    await Promise.all([look(), look()]);
    expect((await told(hook)).map(({ data }) => data.match.id)).toEqual([game.id]);
    expect(await countEvents()).toBe(1);
  });
});

describe('a settled contest', () => {
  it('is told when it ends, in the transaction that ends it', async () => {
    const { deps, clock } = test.current;
    const game = await createGame();
    const id = await createContest(db(), game.id, clock.now());
    const hook = await createHook(['contest.settled'], { league_ids: [game.leagueId] });
    await transact(deps, async (trx) => {
      await deps.wiring.onContestEnded(deps, trx, { id, match_id: game.id }, null, clock.now());
      throw new Error('rolled back');
    }).catch(() => {});
    expect(await told(hook)).toEqual([]);
    clock.advance(3 * HOUR_MS);
    const now = clock.now();
    await db()
      .updateTable('matches')
      .set({
        ...{ status: 'ft', status_since: now, home_score: 2, away_score: 1, fulltime: [2, 1], fulltime_since: now, confirmed_at: now },
        started_at: new Date(now.getTime() - 2 * HOUR_MS),
      })
      .where('id', '=', game.id)
      .execute();
    for (let turn = 0; turn < 3; turn++) {
      clock.advance(MINUTE_MS);
      await advanceDueContests(deps);
    }
    const { state } = await db().selectFrom('contests').select('state').where('id', '=', id).executeTakeFirstOrThrow();
    expect(await told(hook)).toMatchObject([
      { type: 'contest.settled', data: { contest: { id, market: 'wdl', state }, correction: null } },
    ]);
    expect(['settled', 'void']).toContain(state);
  });
});

describe('a scored tip', () => {
  it('is told to its owner alone, and again if a correction changes its points', async () => {
    const { deps, clock } = test.current;
    const { users, tips, matches, ends, id } = await playRounds(test.current, { members: 1, rounds: [1] });
    const [one, other] = users as [TestUser, TestUser];
    const hook = await createHook(['tip.scored'], { match_ids: [matches[0]![0]!] }, { owner: one });
    const [elsewhere, idle] = [
      await createHook(['tip.scored'], { sports: ['tennis'] }, { owner: other }),
      await createHook(['tip.scored'], { sports: ['football'] }, { owner: user }),
    ];
    await tips(0, 0, [
      [one, 2, 1],
      [other, 0, 0],
    ]);
    const at = (hours: number) => clock.set(new Date(Date.parse(TEST_NOW) + hours * HOUR_MS));
    await ends(0, 0, [2, 1], 3);
    await db()
      .insertInto('tipping_closed')
      .values({ group_id: id, match_id: matches[0]![0]!, closed_at: clock.now(), rules_version: 1, round_key: 'r' })
      .onConflict((oc) => oc.doNothing())
      .execute();
    at(3);
    expect(await tellTips(deps)).toBe(0);
    at(3.1);
    await tellTips(deps);
    expect(await tellTips(deps)).toBe(0);
    const data = { tip: { home: 2, away: 1, is_joker: false }, result: { home: 2, away: 1 }, hit: 'exact', points: 4, points_before: null };
    expect(await told(hook)).toMatchObject([{ type: 'tip.scored', data: { ...data, group: { id, name: 'Friends' } } }]);
    await ends(0, 0, [3, 1], 4);
    at(4.1);
    await tellTips(deps);
    expect((await told(hook))[1]).toMatchObject({ data: { result: { home: 3, away: 1 }, hit: 'tendency', points: 2, points_before: 4 } });
    for (const silent of [elsewhere, idle]) expect(await told(silent)).toEqual([]);
    const owners = await db().selectFrom('webhook_events').select('user_id').execute();
    expect(new Set(owners.map(({ user_id }) => user_id))).toEqual(new Set([one.id]));
  });
});

describe('the log behind a spoiler shield', () => {
  it('leaves out what its reader does not want to know yet', async () => {
    const { deps } = test.current;
    const [game, early] = [await createGame(), await createGame()];
    const hook = await createHook(['match.started'], { sports: ['football'] });
    await begin();
    // The shield reads the clock of the database.
    await db().updateTable('matches').set({ kickoff_at: new Date() }).where('id', '=', game.id).execute();
    await db()
      .updateTable('matches')
      .set({ kickoff_at: new Date(Date.now() - 3 * DAY_MS) })
      .where('id', '=', early.id)
      .execute();
    for (const one of [game, early]) await one.is({ status: 'h1', score: [0, 0] });
    await pass();
    const shown = (shield: string | null) =>
      transact(deps, async (trx) => {
        if (shield !== null)
          await sql`select set_config('search_path', 'shield, public', true), set_config('matchpoint.shield', ${shield}, true)`.execute(
            trx,
          );
        const { items } = await listDeliveries(
          { ...deps, db: trx },
          { id: user.id, sessionId: user.sessionId },
          { id: hook, page: 1, page_size: 20 },
        );
        return items.map(({ match_id }) => match_id);
      });
    expect(await shown(null)).toEqual([early.id, game.id]);
    expect(await shown('reveal')).toEqual([early.id]);
    await db()
      .updateTable('webhook_events')
      .set({ happened_at: new Date(Date.now() - 60_000) })
      .where('match_id', '=', game.id)
      .execute();
    await db().updateTable('webhook_events').set({ happened_at: new Date() }).where('match_id', '=', early.id).execute();
    expect(await shown('45')).toEqual([game.id]);
  });
});
