import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addFavorite } from '#contract/favorites.ts';
import {
  addPushDevice,
  type NotificationChoices,
  putMute,
  putNotificationSettings,
  putShield,
  removeMutes,
} from '#contract/notifications.ts';
import { RETENTION_DAYS } from '#domain/identity/retention.ts';
import type { MatchStatus } from '#domain/matches/match-status.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { eraseUser } from '#server/modules/account-closure/deletion.ts';
import { findNotificationSettings, findNotifications, findPushDevices } from '#server/modules/account-closure/export-queries.ts';
import { endSessions } from '#server/modules/identity/auth/sessions.ts';
import { callApp, useTestApp } from '#test/support/app.ts';
import { createContest, createMatch, createTeam, createUser, type TestUser } from '#test/support/factories.ts';
import { type Browser, type StartedPushService, startPushService, subscribe } from '#test/support/push-browser.ts';
import { notificationWords, withdrawalWords } from '#test/support/words.ts';
import { addBetNews, addWithdrawalNews } from './news-queries.ts';
import { purgeNotifications } from './notification-jobs.ts';
import { notifyFollowers } from './notify-followers.ts';
import { createPushService, type PushService } from './push-service.ts';
import { sendPushes } from './send-push.ts';
import { settingsOf } from './settings.ts';
import { notifySummaries } from './summaries.ts';
import { vapidKey } from './vapid.ts';
import { watchMatches } from './watch.ts';

const KICK_OFF = notificationWords('kickoff');
const FULL_TIME = notificationWords('full_time');
const GOAL = notificationWords('goal', { team: 'Avalon' });
const GOAL_OF_BELL = notificationWords('goal_by', { team: 'Avalon', player: 'Ana Bell' });

const test = useTestApp({ FEED: 'none' });
let pushes: StartedPushService;
let push: PushService;
beforeAll(async () => {
  pushes = await startPushService();
  push = createPushService(test.current.deps, { standIn: pushes.url, answerMs: 500 });
});
afterAll(async () => {
  push.close();
  await pushes.close();
});
beforeEach(async () => {
  const { db } = test.current.deps;
  for (const table of ['news', 'notifications', 'notification_budgets', 'news_watch', 'bet_summaries', 'favorites'] as const)
    await db.deleteFrom(table).execute();
  test.current.clock.advance(25 * HOUR_MS);
  await watchMatches(test.current.deps);
  await watchMatches(test.current.deps);
});

type Fan = TestUser & { browser: Browser };
/** Creates a user with a push device who follows these. */
async function createFan(...follows: [kind: 'match' | 'team' | 'league', id: number][]): Promise<Fan> {
  const { app, deps } = test.current;
  const user = await createUser(test.current);
  const browser = subscribe(user.id);
  const vapid_public_key = (await vapidKey(deps)).publicKey;
  await callApp(app, addPushDevice, { ...browser.subscription, vapid_public_key }, { token: user.token });
  for (const [kind, target_id] of follows)
    await deps.db.insertInto('favorites').values({ user_id: user.id, kind, target_id, created_at: deps.now() }).execute();
  return { ...user, browser };
}
const shown = ({ browser }: Fan) => browser.shown(pushes.taken);
const bodies = (fan: Fan) => shown(fan).map(({ body, silent }) => (silent ? `(${body})` : body));

async function choose(fan: Fan, change: Partial<NotificationChoices>): Promise<void> {
  const { choices } = await settingsOf(test.current.deps, { id: fan.id, sessionId: randomUUID() });
  const { status } = await callApp(test.current.app, putNotificationSettings, { ...choices, ...change }, { token: fan.token });
  expect(status).toBe(200);
}

async function createGame(status: MatchStatus = 'ns') {
  const { db, now } = test.current.deps;
  const [home, away] = [await createTeam(db, 'Avalon'), await createTeam(db, 'Byron')];
  const id = await createMatch(db, { kickoffAt: new Date(now().getTime() + 30 * MINUTE_MS), homeTeamId: home, awayTeamId: away, status });
  const { league_id: league } = await db.selectFrom('matches').select('league_id').where('id', '=', id).executeTakeFirstOrThrow();
  let events = 0;
  return {
    ...{ id, home, away, league },
    /** Applies an update of the match by a feed. */
    is: (values: { status?: MatchStatus; score?: [number, number]; minute?: number | null }) =>
      db
        .updateTable('matches')
        .set({
          ...(values.status && { status: values.status }),
          ...(values.score && { home_score: values.score[0], away_score: values.score[1] }),
          ...(values.minute !== undefined && { minute: values.minute }),
        })
        .where('id', '=', id)
        .execute(),
    event: (type: string, side: 'home' | 'away', minute: number, player: string | null) =>
      db
        .insertInto('match_events')
        .values({ match_id: id, feed_event_id: String(++events), position: events, period: 'H1', type, side, minute, player })
        .execute(),
    lineups: () =>
      db
        .insertInto('lineups')
        .values((['home', 'away'] as const).map((side) => ({ match_id: id, side, players: JSON.stringify([{ name: 'A' }]) })))
        .execute(),
  };
}

/** Runs all notification jobs once. */
async function pass(): Promise<void> {
  await watchMatches(test.current.deps);
  await send();
}
async function send(): Promise<void> {
  await notifyFollowers(test.current.deps);
  await sendPushes(test.current.deps, push);
}

describe('notifications about a match', () => {
  it('run from line-ups to full time as one card that is replaced', async () => {
    const game = await createGame();
    const fan = await createFan(['match', game.id]);
    await choose(fan, {
      kinds: { ...(await kindsOf(fan)), lineups: { push: true, telegram: false }, half_time: { push: true, telegram: false } },
    });
    await pass();
    await game.lineups();
    await pass();
    await game.is({ status: 'h1', score: [0, 0], minute: 1 });
    await pass();
    await game.is({ score: [1, 0], minute: 23 });
    await game.event('goal', 'home', 22, 'Ana Bell');
    await pass();
    await game.is({ minute: 30 });
    await game.event('red', 'away', 30, null);
    await pass();
    await game.is({ score: [0, 0], minute: 31 });
    await pass();
    await game.is({ status: 'ht', minute: null });
    await pass();
    await game.is({ status: 'h2', minute: 46 });
    await pass();
    await game.is({ status: 'ft', score: [0, 1], minute: null });
    await pass();
    await pass();
    expect(bodies(fan)).toEqual([
      ...[notificationWords('lineups'), KICK_OFF, `22′ ${GOAL_OF_BELL}`, `30′ ${notificationWords('red_card', { team: 'Byron' })}`],
      // After the first half of the budget only important events have a sound.
      ...[`(${notificationWords('goal_back', { team: 'Avalon' })})`, `(${notificationWords('half_time')})`, FULL_TIME],
    ]);
    expect(new Set(shown(fan).map(({ tag, url }) => `${tag} ${url}`))).toEqual(new Set([`match:${game.id} /match/${game.id}`]));
    expect(shown(fan).map(({ title }) => title)).toEqual([
      ...['Avalon – Byron', 'Avalon 0–0 Byron', 'Avalon 1–0 Byron', 'Avalon 1–0 Byron'],
      ...['Avalon 0–0 Byron', 'Avalon 0–0 Byron', 'Avalon 0–1 Byron'],
    ]);
  });

  it("are delayed like the browser's pages, and hide results from users with a spoiler shield", async () => {
    const { app, clock } = test.current;
    const game = await createGame();
    const [plain, behind, hiding] = [
      await createFan(['match', game.id]),
      await createFan(['match', game.id]),
      await createFan(['match', game.id]),
    ];
    const wear = (fan: Fan, shield: string | null) => callApp(app, putShield, { shield }, { token: fan.token });
    for (const bad of ['7', 'reveal.12', '']) expect((await wear(plain, bad)).status).toBe(400);
    expect([(await wear(behind, '45')).status, (await wear(hiding, 'reveal')).status]).toEqual([200, 200]);
    await pass();
    await game.is({ status: 'h1', score: [0, 0], minute: 1 });
    await pass();
    clock.advance(46_000);
    await sendPushes(test.current.deps, push);
    await game.is({ score: [1, 0], minute: 23 });
    await game.event('goal', 'home', 22, 'Ana Bell');
    await pass();
    const goal = `22′ ${GOAL_OF_BELL}`;
    expect([plain, behind, hiding].map(bodies)).toEqual([[KICK_OFF, goal], [KICK_OFF], [KICK_OFF]]);
    clock.advance(46_000);
    await sendPushes(test.current.deps, push);
    expect([plain, behind, hiding].map(bodies)).toEqual([[KICK_OFF, goal], [KICK_OFF, goal], [KICK_OFF]]);
    await wear(hiding, null);
    await game.is({ status: 'ft', minute: null });
    await pass();
    expect(bodies(hiding)).toEqual([KICK_OFF, FULL_TIME]);
  });

  it('go to users who follow the match, a team or the league, or have an open bet, in their languages, and to nobody else', async () => {
    const { db, now } = test.current.deps;
    const game = await createGame();
    const contestId = await createContest(db, game.id, now());
    const fans = [await createFan(['team', game.home]), await createFan(['team', game.away]), await createFan(['league', game.league])];
    const [bettor, both, stranger] = [
      await createFan(),
      await createFan(['match', game.id], ['team', game.home]),
      await createFan(['team', game.home + 9_999]),
    ];
    await db
      .insertInto('bets')
      .values({ id: randomUUID(), user_id: bettor.id, contest_id: contestId, pick: 'home', stake: 10, placed_at: now() })
      .execute();
    await db.updateTable('users').set({ locale: 'vi' }).where('id', '=', fans[0]!.id).execute();
    await db.updateTable('users').set({ locale: 'zh-CN' }).where('id', '=', fans[1]!.id).execute();
    await pass();
    await game.is({ status: 'h1', score: [0, 0], minute: 1 });
    await pass();
    expect([...fans, bettor, both, stranger].map(bodies)).toEqual([
      ...[[notificationWords('kickoff', {}, 'vi')], [notificationWords('kickoff', {}, 'zh-CN')], [KICK_OFF], [KICK_OFF], [KICK_OFF], []],
    ]);
  });

  it('do not go to users who turned them off, are disabled, are leaving, are excluded from play or have signed out', async () => {
    const { db, now } = test.current.deps;
    const game = await createGame();
    const fans: Fan[] = [];
    for (let n = 0; n < 5; n++) fans.push(await createFan(['match', game.id]));
    const [off, disabled, leaving, away, out] = fans as [Fan, Fan, Fan, Fan, Fan];
    await choose(off, { kinds: { ...(await kindsOf(off)), kickoff: { push: false, telegram: true } } });
    await db.updateTable('users').set({ status: 'disabled' }).where('id', '=', disabled.id).execute();
    await db.updateTable('users').set({ deletion_due_at: now() }).where('id', '=', leaving.id).execute();
    const until = new Date(now().getTime() + HOUR_MS);
    await db.insertInto('exclusions').values({ id: randomUUID(), user_id: away.id, kind: 'time_out', began_at: now(), until }).execute();
    await endSessions(test.current.deps, out.id, { because: 'revoked' });
    await pass();
    await game.is({ status: 'h1', score: [0, 0], minute: 1 });
    await pass();
    expect(fans.map(bodies)).toEqual(fans.map(() => []));
    await purgeNotifications(test.current.deps);
    expect(await db.selectFrom('push_devices').select('id').where('user_id', '=', out.id).execute()).toEqual([]);
  });

  it('are dropped when ten minutes late or when events happened while no process watched', async () => {
    const { clock } = test.current;
    const game = await createGame();
    const fan = await createFan(['match', game.id]);
    await pass();
    await game.is({ status: 'h1', score: [0, 0], minute: 1 });
    await watchMatches(test.current.deps);
    clock.advance(10 * MINUTE_MS);
    await send();
    await game.is({ score: [1, 0], minute: 30 });
    clock.advance(MINUTE_MS);
    await pass();
    expect(bodies(fan)).toEqual([]);
    await game.is({ score: [2, 0], minute: 31 });
    await pass();
    expect(bodies(fan)).toEqual([`31′ ${GOAL}`]);
  });

  it('respect the budgets per match and per day', async () => {
    const fan = await createFan();
    await choose(fan, { match_max: 2, day_max: 3 });
    const { db, now } = test.current.deps;
    const games: Awaited<ReturnType<typeof createGame>>[] = [];
    for (let n = 0; n < 3; n++) {
      const game = await createGame();
      games.push(game);
      await db.insertInto('favorites').values({ user_id: fan.id, kind: 'match', target_id: game.id, created_at: now() }).execute();
    }
    await pass();
    for (const game of games) {
      await game.is({ status: 'h1', score: [0, 0], minute: 1 });
      await pass();
    }
    await games[0]!.is({ score: [1, 0], minute: 2 });
    await pass();
    // With a budget of three the third kick-off is not important enough; with a budget of two a goal that changes little updates the card
    // silently.
    expect(bodies(fan)).toEqual([KICK_OFF, KICK_OFF, `(2′ ${GOAL})`]);
    for (const game of games) {
      await game.is({ status: 'ft' });
      await pass();
    }
    expect(bodies(fan).slice(3)).toEqual([FULL_TIME, `(${FULL_TIME})`]);
    test.current.clock.advance(24 * HOUR_MS + MINUTE_MS);
    await watchMatches(test.current.deps);
    const next = await createGame();
    await db.insertInto('favorites').values({ user_id: fan.id, kind: 'match', target_id: next.id, created_at: now() }).execute();
    await pass();
    await next.is({ status: 'h1', score: [0, 0], minute: 1 });
    await pass();
    // The user signed in more than a day ago, so the session has ended and receives nothing more.
    expect(bodies(fan)).toHaveLength(5);
    const [{ used }] = (await db
      .selectFrom('notification_budgets')
      .select('used')
      .where('user_id', '=', fan.id)
      .where('match_id', '=', 0)
      .execute()) as [{ used: number }];
    expect(used).toBe(3);
  });
});

const kindsOf = async (fan: Fan) => (await settingsOf(test.current.deps, { id: fan.id, sessionId: randomUUID() })).choices.kinds;

/** Ends a contest with a bet of each of these users. */
async function endContest(ends: [Fan, { state: 'settled' | 'refunded'; payout?: number; refund?: number }][]) {
  const { db, now } = test.current.deps;
  const game = await createGame('ft');
  await game.is({ score: [2, 1] });
  const contestId = await createContest(db, game.id, now());
  const rows = ends.map(([fan, { state, payout = 0, refund = 0 }]) => ({
    ...{ id: randomUUID(), user_id: fan.id, contest_id: contestId, pick: 'home', stake: 10, placed_at: now(), settled_at: now() },
    ...{ state, payout, refund, hit: state === 'settled' ? payout > 0 : null },
  }));
  if (rows.length > 0) await db.insertInto('bets').values(rows).execute();
  await addBetNews(db, { id: contestId, match_id: game.id }, null, now());
  return { game, contestId };
}

describe('a match that is muted by the button of its card', () => {
  const mute = (proof: string, is_muted = true) => callApp(test.current.app, putMute, { proof, is_muted });
  /** Sends the kick-off, and returns the proof that its card carries. */
  async function proofOf(fan: Fan, game: Awaited<ReturnType<typeof createGame>>): Promise<string> {
    await pass();
    await game.is({ status: 'h1', score: [0, 0], minute: 1 });
    await pass();
    return shown(fan).at(-1)!.mute!;
  }

  it('is news to its other followers alone, until that is undone, without a session', async () => {
    const game = await createGame();
    const [fan, other] = [await createFan(['match', game.id]), await createFan(['match', game.id])];
    const proof = await proofOf(fan, game);
    expect([(await mute(proof)).status, (await mute(proof)).status]).toEqual([200, 200]);
    expect(await settingsOf(test.current.deps, { id: fan.id, sessionId: randomUUID() })).toMatchObject({ muted: 1 });
    await game.is({ score: [1, 0], minute: 23 });
    await pass();
    expect([fan, other].map((one) => bodies(one).length)).toEqual([1, 2]);
    expect((await mute(proof, false)).status).toBe(200);
    await game.is({ score: [2, 0], minute: 24 });
    await pass();
    expect([fan, other].map((one) => bodies(one).length)).toEqual([2, 3]);
  });

  it('drops what waits to be sent, but not the end of a bet', async () => {
    const game = await createGame();
    const fan = await createFan(['match', game.id]);
    const proof = await proofOf(fan, game);
    await game.is({ score: [1, 0], minute: 23 });
    await watchMatches(test.current.deps);
    await notifyFollowers(test.current.deps);
    await mute(proof);
    await sendPushes(test.current.deps, push);
    expect(bodies(fan)).toEqual([KICK_OFF]);
    const { db, now } = test.current.deps;
    const contestId = await createContest(db, game.id, now());
    await db
      .insertInto('bets')
      .values({
        ...{ id: randomUUID(), user_id: fan.id, contest_id: contestId, pick: 'home', stake: 10, placed_at: now(), settled_at: now() },
        ...{ state: 'settled', payout: 20, hit: true },
      })
      .execute();
    await addBetNews(db, { id: contestId, match_id: game.id }, null, now());
    await send();
    expect(bodies(fan)).toEqual([KICK_OFF, notificationWords('bet_won', { points: 20 })]);
    expect(shown(fan).at(-1)!.mute).toBeNull();
  });

  it('is heard of again after a star that is younger, and after all are unmuted', async () => {
    const { app, deps, clock } = test.current;
    const game = await createGame();
    const [starred, asked] = [await createFan(['team', game.home]), await createFan(['match', game.id])];
    const proof = await proofOf(starred, game);
    await mute(proof);
    await mute(shown(asked).at(-1)!.mute!);
    clock.advance(1_000);
    await callApp(app, addFavorite, { kind: 'match', id: game.id }, { token: starred.token });
    expect((await callApp(app, removeMutes, {}, { token: asked.token })).status).toBe(200);
    expect(await settingsOf(deps, { id: asked.id, sessionId: randomUUID() })).toMatchObject({ muted: 0 });
    await game.is({ score: [1, 0], minute: 23 });
    await pass();
    expect([starred, asked].map((one) => bodies(one).length)).toEqual([2, 2]);
  });

  it('needs the proof of a device that still gets notifications', async () => {
    const { deps } = test.current;
    const game = await createGame();
    const [fan, other] = [await createFan(['match', game.id]), await createFan(['match', game.id])];
    const [proof, foreign] = [await proofOf(fan, game), shown(other).at(-1)!.mute!];
    const [device, match, hash] = proof.split('.') as [string, string, string];
    const [strange] = foreign.split('.') as [string];
    const forged = [
      '',
      '..',
      hash,
      `${device}.${match}.`,
      `${strange}.${match}.${hash}`,
      `${device}.${Number(match) + 1}.${hash}`,
      `${proof}.x`,
    ];
    for (const one of forged) expect(await mute(one), one).toMatchObject({ status: 404, problem: { code: 'not_found' } });
    expect(await mute('x'.repeat(121))).toMatchObject({ status: 400 });
    await endSessions(deps, fan.id, { because: 'revoked' });
    expect(await mute(proof)).toMatchObject({ status: 404 });
    expect(await deps.db.selectFrom('match_mutes').select('user_id').where('match_id', '=', game.id).execute()).toEqual([]);
  });

  it('takes 30 changes a minute', async () => {
    const game = await createGame();
    const proof = await proofOf(await createFan(['match', game.id]), game);
    for (let n = 0; n < 30; n++) expect((await mute(proof, n % 2 === 0)).status).toBe(200);
    expect(await mute(proof)).toMatchObject({ status: 429, problem: { code: 'rate_limited' } });
  });

  it('is forgotten when it is long over', async () => {
    const { deps, clock } = test.current;
    const game = await createGame();
    const fan = await createFan(['match', game.id]);
    await mute(await proofOf(fan, game));
    clock.advance(RETENTION_DAYS.notification * DAY_MS + 1_000);
    await purgeNotifications(deps);
    expect(await deps.db.selectFrom('match_mutes').select('user_id').where('user_id', '=', fan.id).execute()).toEqual([]);
  });
});

describe("notifications about a user's own bets and withdrawals", () => {
  it('report the end of each bet once, regardless of budgets', async () => {
    const [won, lost, back] = [await createFan(), await createFan(), await createFan()];
    await choose(won, { match_max: 1, day_max: 1 });
    const { contestId, game } = await endContest([
      [won, { state: 'settled', payout: 1_250 }],
      [lost, { state: 'settled' }],
      [back, { state: 'refunded', refund: 10 }],
    ]);
    await addBetNews(test.current.deps.db, { id: contestId, match_id: game.id }, null, test.current.deps.now());
    await send();
    expect(shown(won)).toMatchObject([{ kind: 'bet', title: 'Avalon 2–1 Byron', tag: `bet:${contestId}`, silent: false }]);
    expect([won, lost, back].map(bodies)).toEqual([
      [notificationWords('bet_won', { points: 1_250 })],
      [notificationWords('bet_lost')],
      [notificationWords('bet_refunded', { points: 10 })],
    ]);
    expect([won, back].map((fan) => bodies(fan)[0])).toEqual([expect.stringContaining('1,250'), expect.stringContaining('10')]);
  });

  it('report a withdrawal even to a user who is excluded from play', async () => {
    const { db, now } = test.current.deps;
    const fan = await createFan();
    const until = new Date(now().getTime() + HOUR_MS);
    await db
      .insertInto('exclusions')
      .values({ id: randomUUID(), user_id: fan.id, kind: 'self_exclusion', began_at: now(), until })
      .execute();
    const id = randomUUID();
    await sql`insert into withdrawals (id, user_id, points, amount, wallet_address, wallet_since, contact_channel, contact, created_at)
      values (${id}, ${fan.id}, 2000, 2.00, 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', ${now()}, 'email', 'a@example.com', ${now()})`.execute(
      db,
    );
    for (const what of ['redeem_approved', 'redeem_approved', 'redeem_sent'] as const)
      await addWithdrawalNews(db, { id, what, points: 2_000 }, now());
    await send();
    expect(shown(fan).at(-1)).toMatchObject({ tag: `withdrawal:${id}`, url: '/account?tab=redeem' });
    expect(bodies(fan)).toEqual([withdrawalWords('redeem_sent', 2_000)]);
    expect(bodies(fan)[0]).toContain('2,000');
  });

  it("wait in quiet hours and are sent as one summary at their end in the user's time zone", async () => {
    const { clock, deps } = test.current;
    clock.set(`${nextDay()}T15:30:00.000Z`);
    const [fan, loud] = [await createFan(), await createFan()];
    // 23:00 to 07:00 in Vietnam is 16:00 to 00:00 UTC.
    const quiet = { from: '23:00', to: '07:00', kinds: [] };
    for (const one of [fan, loud])
      await deps.db.updateTable('users').set({ time_zone: 'Asia/Ho_Chi_Minh' }).where('id', '=', one.id).execute();
    await choose(fan, { quiet });
    await choose(loud, { quiet: { ...quiet, kinds: ['bet'] } });
    clock.advance(40 * MINUTE_MS);
    await watchMatches(deps);
    for (const end of [{ payout: 300 }, { payout: 0 }])
      await endContest([
        [fan, { state: 'settled', ...end }],
        [loud, { state: 'settled', ...end }],
      ]);
    await endContest([[fan, { state: 'refunded', refund: 40 }]]);
    await send();
    expect([bodies(fan), bodies(loud).length]).toEqual([[], 2]);
    clock.advance(7 * HOUR_MS + 49 * MINUTE_MS);
    await notifySummaries(deps);
    await sendPushes(deps, push);
    expect(bodies(fan)).toEqual([]);
    clock.advance(MINUTE_MS);
    expect(await Promise.all([notifySummaries(deps), notifySummaries(deps)])).toContain(1);
    await sendPushes(deps, push);
    const body = notificationWords('summary_bets', { bets: 3, won: 1, refunded: 1, points: 340 });
    expect(shown(fan)).toMatchObject([{ kind: 'summary', tag: 'bets', body }]);
    expect(body).toMatch(/^3\D+1\D+1\D+340\D+$/);
  });

  it('are mailed as a daily digest if the user asked for it', async () => {
    const { clock, deps } = test.current;
    const fan = await createFan();
    await deps.db.updateTable('users').set({ email_verified_at: deps.now() }).where('id', '=', fan.id).execute();
    const kinds = await kindsOf(fan);
    await choose(fan, { kinds: { ...kinds, bet: { push: false, telegram: false, mail: true } } });
    clock.set(`${nextDay()}T08:00:00.000Z`);
    await endContest([[fan, { state: 'settled', payout: 20 }]]);
    await send();
    await notifySummaries(deps);
    const queued = () => deps.db.selectFrom('messages').select(['kind', 'channel']).where('user_id', '=', fan.id).execute();
    expect(await queued()).toEqual([]);
    clock.advance(HOUR_MS);
    await notifySummaries(deps);
    await notifySummaries(deps);
    expect([await queued(), bodies(fan)]).toEqual([[{ kind: 'bets_digest', channel: 'email' }], []]);
  });
});

const nextDay = () => new Date(test.current.clock.now().getTime() + 24 * HOUR_MS).toISOString().slice(0, 10);

it("a user's notification data is in their export without keys, and is erased with the account", async () => {
  const { db } = test.current.deps;
  const fan = await createFan();
  await choose(fan, { match_max: 3 });
  await endContest([[fan, { state: 'settled', payout: 5 }]]);
  await notifyFollowers(test.current.deps);
  await db
    .insertInto('bet_summaries')
    .values({ user_id: fan.id, channel: 'email', due_at: new Date(), bets: 1, won: 1, refunded: 0, points: 5 })
    .execute();
  await db.insertInto('notification_budgets').values({ user_id: fan.id, match_id: 0, used: 1, since: new Date() }).execute();
  const exported = [await findNotificationSettings(db, fan.id), await findPushDevices(db, fan.id), await findNotifications(db, fan.id)];
  expect(exported).toMatchObject([{ match_max: 3 }, [{ endpoint: fan.browser.endpoint }], [{ payload: { kind: 'bet' } }]]);
  const { p256dh, auth } = fan.browser.subscription.keys;
  for (const secret of [p256dh, auth]) expect(JSON.stringify(exported)).not.toContain(secret);
  await eraseUser(db, fan.id, 'gone_1');
  for (const table of ['notification_settings', 'push_devices', 'notifications', 'notification_budgets', 'bet_summaries'] as const)
    expect(await db.selectFrom(table).select('user_id').where('user_id', '=', fan.id).execute(), table).toEqual([]);
  await sendPushes(test.current.deps, push);
  expect(bodies(fan)).toEqual([]);
});

describe('sending push notifications', () => {
  async function told(): Promise<{ fan: Fan; game: Awaited<ReturnType<typeof createGame>> }> {
    const game = await createGame();
    const fan = await createFan(['match', game.id]);
    await watchMatches(test.current.deps);
    await game.is({ status: 'h1', score: [0, 0], minute: 1 });
    await watchMatches(test.current.deps);
    while ((await notifyFollowers(test.current.deps)) > 0);
    return { fan, game };
  }
  const waiting = (fan: Fan) => test.current.deps.db.selectFrom('notifications').selectAll().where('user_id', '=', fan.id).execute();

  it('deletes a device whose push service reports it as gone', async () => {
    const { fan } = await told();
    pushes.answer(fan.browser, { status: 410 });
    await sendPushes(test.current.deps, push);
    const devices = await test.current.deps.db.selectFrom('push_devices').select('id').where('user_id', '=', fan.id).execute();
    expect([devices, await waiting(fan)]).toEqual([[], []]);
  });

  it('retries after the delay the push service asks for, unless that is too late', async () => {
    const { deps, clock } = test.current;
    const { fan, game } = await told();
    pushes.answer(fan.browser, { status: 500 }, { status: 429, headers: { 'Retry-After': '120' } });
    await sendPushes(deps, push);
    await sendPushes(deps, push);
    expect(await waiting(fan)).toMatchObject([{ tries: 1 }]);
    clock.advance(5_000);
    await sendPushes(deps, push);
    clock.advance(119_000);
    await sendPushes(deps, push);
    expect(bodies(fan)).toEqual([]);
    clock.advance(1_000);
    await sendPushes(deps, push);
    expect([bodies(fan), await waiting(fan)]).toEqual([[KICK_OFF], []]);
    await game.is({ score: [1, 0], minute: 5 });
    await watchMatches(deps);
    await notifyFollowers(deps);
    pushes.answer(fan.browser, { status: 429, headers: { 'Retry-After': '601' } });
    await sendPushes(deps, push);
    expect([bodies(fan).length, await waiting(fan)]).toEqual([1, []]);
  });

  it('drops a device that fails repeatedly for days, but not one whose push service fails for an evening', async () => {
    const { deps, clock } = test.current;
    const { fan, game } = await told();
    const devices = () => deps.db.selectFrom('push_devices').select(['failures', 'failing_since']).where('user_id', '=', fan.id).execute();
    const fail = async (happened: Parameters<typeof game.is>[0], at = game) => {
      pushes.answer(fan.browser, { status: 403 });
      await at.is(happened);
      await watchMatches(deps);
      await notifyFollowers(deps);
      await sendPushes(deps, push);
    };
    const since = deps.now();
    for (let goals = 1; goals <= 21; goals++) {
      await fail({ score: [goals, 0], minute: goals });
      clock.advance(1_000);
    }
    expect(await devices()).toEqual([{ failures: 21, failing_since: since }]);
    clock.advance(3 * 24 * HOUR_MS);
    await deps.db
      .updateTable('sessions')
      .set({ expires_at: new Date(deps.now().getTime() + HOUR_MS) })
      .where('user_id', '=', fan.id)
      .execute();
    const next = await createGame();
    await deps.db.insertInto('favorites').values({ user_id: fan.id, kind: 'match', target_id: next.id, created_at: deps.now() }).execute();
    await watchMatches(deps);
    await fail({ status: 'h1', score: [0, 0], minute: 1 }, next);
    expect(await devices()).toEqual([]);
  });

  it("resets a device's failure count after a successful delivery", async () => {
    const { deps, clock } = test.current;
    const { fan } = await told();
    pushes.answer(fan.browser, { status: 500 });
    await sendPushes(deps, push);
    clock.advance(5_000);
    await sendPushes(deps, push);
    const devices = await deps.db.selectFrom('push_devices').select(['failures', 'failing_since']).where('user_id', '=', fan.id).execute();
    expect(devices).toEqual([{ failures: 0, failing_since: null }]);
  });

  it('sends each notification once with two processes', async () => {
    const { deps } = test.current;
    const game = await createGame();
    const fans = await Promise.all(Array.from({ length: 12 }, () => createFan(['match', game.id])));
    await watchMatches(deps);
    await game.is({ status: 'h1', score: [0, 0], minute: 1 });
    await Promise.all([watchMatches(deps), watchMatches(deps), watchMatches(deps)]);
    await Promise.all([notifyFollowers(deps), notifyFollowers(deps)]);
    await Promise.all([sendPushes(deps, push), sendPushes(deps, push), sendPushes(deps, push)]);
    expect(fans.map(bodies)).toEqual(fans.map(() => [KICK_OFF]));
  });

  it('does not wait for slow devices, and stops when told to', async () => {
    const { deps } = test.current;
    const { fan: stuck } = await told();
    const game = await createGame();
    const fan = await createFan(['match', game.id]);
    await watchMatches(deps);
    await game.is({ status: 'h1', score: [0, 0], minute: 1 });
    expect(await sendPushes(deps, push, () => false)).toBe(0);
    let release = () => {};
    const othersAreTold = new Promise<void>((resolve) => {
      release = resolve;
    });
    const patient: PushService = {
      close: () => {},
      send: async (to, ...rest) => {
        if (to.endpoint !== stuck.browser.endpoint) return push.send(to, ...rest).finally(release);
        await watchMatches(deps);
        await notifyFollowers(deps);
        await othersAreTold;
        return { kind: 'not_sent', problem: 'no answer' };
      },
    };
    expect(await sendPushes(deps, patient)).toBe(2);
    expect([stuck, fan].map(bodies)).toEqual([[], [KICK_OFF]]);
  });

  it('resumes after a process died with a notification claimed, with the same card', async () => {
    const { deps, clock } = test.current;
    const { fan } = await told();
    const dying: PushService = {
      close: () => {},
      send: async (...sent) => {
        await push.send(...sent);
        throw new Error('the process died');
      },
    };
    await expect(sendPushes(deps, dying)).rejects.toThrow('died');
    await sendPushes(deps, push);
    expect(bodies(fan)).toEqual([KICK_OFF]);
    clock.advance(2 * MINUTE_MS);
    await sendPushes(deps, push);
    const [first, second, ...more] = shown(fan);
    expect([second, more]).toEqual([first, []]);
    expect(await waiting(fan)).toEqual([]);
  });

  it('sends a newer notification that arrived while the older was being sent, and only the newest of several waiting', async () => {
    const { deps } = test.current;
    const { fan, game } = await told();
    const goal = async (score: [number, number]) => {
      await game.is({ score, minute: 10 + score[0] });
      await watchMatches(deps);
      await notifyFollowers(deps);
    };
    pushes.meanwhile(async () => {
      pushes.meanwhile(async () => {});
      await goal([1, 0]);
    });
    await sendPushes(deps, push);
    await goal([2, 0]);
    await sendPushes(deps, push);
    expect(shown(fan).map(({ title }) => title)).toEqual(['Avalon 0–0 Byron', 'Avalon 2–0 Byron']);
    expect(await waiting(fan)).toEqual([]);
  });

  it('reaches all of many readers, page by page', async () => {
    const { deps } = test.current;
    const game = await createGame();
    const fan = await createFan(['match', game.id]);
    await sql`with u as (
        insert into users (id, email, email_identity, public_handle, invite_code, terms_version, created_at)
        select id, id::text, id::text, id::text, id::text, '1', ${deps.now()} from (select gen_random_uuid() as id from generate_series(1, 2600)) as g returning id),
      f as (insert into favorites (user_id, kind, target_id, created_at) select id, 'match', ${game.id}, ${deps.now()} from u),
      s as (insert into sessions (id, user_id, remember, created_at, last_seen_at, expires_at)
        select id, id, true, ${deps.now()}, ${deps.now()}, ${new Date(deps.now().getTime() + HOUR_MS)} from u)
      select count(*) from u`.execute(deps.db);
    const { publicKey } = await vapidKey(deps);
    const { p256dh, auth } = fan.browser.subscription.keys;
    await sql`insert into push_devices (id, user_id, session_id, endpoint, p256dh, auth, vapid_public_key, created_at)
      select id, id, id, 'https://push.example.com/crowd/' || id, ${p256dh}, ${auth}, ${publicKey}, ${deps.now()} from sessions
      where id = user_id`.execute(deps.db);
    await watchMatches(deps);
    await game.is({ status: 'h1', score: [0, 0], minute: 1 });
    await watchMatches(deps);
    let pages = 0;
    expect([await notifyFollowers(deps, () => pages++ < 4), await notifyFollowers(deps)]).toEqual([4, 2]);
    const { rows } = await sql<{
      all: number;
      users: number;
    }>`select count(*) as all, count(distinct user_id) as users from notifications`.execute(deps.db);
    expect(rows).toEqual([{ all: 2_601, users: 2_601 }]);
  });
});
