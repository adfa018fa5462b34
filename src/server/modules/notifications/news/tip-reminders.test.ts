import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { NotificationChoices } from '#contract/notifications.ts';
import { endTippingGroup, removeTippingMember } from '#contract/tipping-groups.ts';
import { DAY_MS, HOUR_MS } from '#domain/time.ts';
import { PRESETS, type TippingRules } from '#domain/tipping/rules.ts';
import { TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createLeague, createMatch, type TestUser } from '#test/support/factories.ts';
import { scoreMatch, tippingCalls } from '#test/support/tipping.ts';
import * as support from '#test/support/tipping-news.ts';
import { notificationWords } from '#test/support/words.ts';
import { purgeNotifications } from './notification-jobs.ts';
import { settingsOf } from './settings.ts';
import { remindOfTips } from './tip-reminders.ts';

const test = useTestApp({ FEED: 'none' });
const { call, create, join, tip, setRules } = tippingCalls(() => test.current);

/** When the players of a test join: the tests are about the matches of the next day. */
const START = Date.parse(TEST_NOW);
const at = (hours: number): Date => new Date(START + hours * HOUR_MS);
beforeEach(async () => {
  const { db } = test.current.deps;
  for (const table of ['notifications', 'tip_reminders', 'tipping_groups', 'notification_settings'] as const)
    await db.deleteFrom(table).execute();
  test.current.clock.set(TEST_NOW);
});

const createPlayer = () => support.createPlayer(test.current);
const choose = (user: TestUser, change: Partial<NotificationChoices>) => support.choose(test.current, user, change);
const told = (user: TestUser) => support.toldOf(test.current, user);

/** A group of these users on matches that begin so many hours from the start. */
async function play(users: TestUser[], hours: number[], { rules = {} as Partial<TippingRules>, leagueId = 0, name = 'Friends' } = {}) {
  const { db } = test.current.deps;
  const [owner, ...others] = users as [TestUser, ...TestUser[]];
  const league = leagueId || (await createLeague(db));
  const matchIds: number[] = [];
  for (const hour of hours) matchIds.push(await createMatch(db, { leagueId: league, kickoffAt: at(hour) }));
  const competitions = [{ kind: 'league' as const, league_id: league }];
  const { reply } = await create(owner, { name, competitions, rules: { ...PRESETS.classic, ...rules } });
  for (const other of others) await join(other, reply.code!);
  return { id: reply.id, code: reply.code!, leagueId: league, matchIds };
}

const remindAt = (hours: number): Promise<number> => {
  test.current.clock.set(at(hours));
  return remindOfTips(test.current.deps);
};

const missing = (tips: number, group: string, time: string) =>
  `${notificationWords('tips_missing', { tips })} | ${notificationWords('tips_missing_in', { group, time })}`;

const of = (match_id: number) => ({ match_id, tip: { home: 1, away: 0 }, is_joker: false });

describe('reminders of missing tips', () => {
  it('go between three hours and half an hour before tips close, once, only to those who miss some, with a day’s tips together', async () => {
    const [none, some, all] = [await createPlayer(), await createPlayer(), await createPlayer()];
    const { id, matchIds } = await play([none, some, all], [10, 14, 40]);
    await tip(some, id, [of(matchIds[0]!)]);
    await tip(all, id, [of(matchIds[0]!), of(matchIds[1]!)]);
    expect(await remindAt(6.9)).toBe(0);
    expect(await remindAt(7)).toBe(1);
    expect(await remindAt(7.1)).toBe(0);
    // The second match closes four hours after the first: who was told of it is not told again, who was not is.
    expect(await remindAt(11.5)).toBe(1);
    expect(await remindAt(13.4)).toBe(0);
    expect([await told(none), await told(some), await told(all)]).toEqual([
      [missing(2, 'Friends', '22:00')],
      [missing(1, 'Friends', '02:00')],
      [],
    ]);
  });

  it('are not sent in the last half hour, nor after the start', async () => {
    const player = await createPlayer();
    const { matchIds } = await play([player], [10, 11]);
    await scoreMatch(test.current, matchIds[1]!, [0, 0], 'h1');
    expect(await remindAt(9.51)).toBe(0);
  });

  it('are one message for all groups, in the language and the time zone of the user', async () => {
    const player = await createPlayer();
    const { db } = test.current.deps;
    await db.updateTable('users').set({ locale: 'vi', time_zone: 'Asia/Ho_Chi_Minh' }).where('id', '=', player.id).execute();
    const { leagueId } = await play([player], [10]);
    await play([player], [], { leagueId, name: 'Office' });
    await play([player], [9.5, 10], { name: 'Family' });
    expect(await remindAt(7.5)).toBe(1);
    expect(await told(player)).toEqual([
      `${notificationWords('tips_missing', { tips: 4 }, 'vi')} | ${notificationWords('tips_missing_in_groups', { groups: 3, time: '04:30' }, 'vi')}`,
    ]);
  });

  it('are not repeated when the match is moved', async () => {
    const player = await createPlayer();
    const { matchIds } = await play([player], [10]);
    expect(await remindAt(8)).toBe(1);
    const { db } = test.current.deps;
    await db
      .updateTable('matches')
      .set({ kickoff_at: at(10 + 24 * 9) })
      .where('id', '=', matchIds[0]!)
      .execute();
    test.current.clock.set(at(10 + 24 * 8));
    await purgeNotifications(test.current.deps);
    expect(await remindAt(8 + 24 * 9)).toBe(0);
    test.current.clock.set(at(10 + 24 * 13));
    await purgeNotifications(test.current.deps);
    expect(await db.selectFrom('tip_reminders').select('user_id').execute()).toEqual([]);
  });

  it('wait for the end of quiet hours, and are left out if that is too late', async () => {
    const [late, night, brave] = [await createPlayer(), await createPlayer(), await createPlayer()];
    // Matches at 22:00; reminders are sent from 19:00 to 21:30.
    await play([late, night, brave], [10]);
    await choose(late, { quiet: { from: '18:00', to: '21:00', kinds: [] } });
    await choose(night, { quiet: { from: '18:00', to: '21:45', kinds: [] } });
    await choose(brave, { quiet: { from: '18:00', to: '21:45', kinds: ['tip_reminder'] } });
    expect(await remindAt(7.5)).toBe(1);
    expect(await remindAt(8.9)).toBe(0);
    expect(await remindAt(9)).toBe(1);
    expect(await remindAt(9.8)).toBe(0);
    expect((await Promise.all([late, night, brave].map(told))).map((lines) => lines.length)).toEqual([1, 0, 1]);
  });

  it('go to users who excluded themselves from play, and not to who turned them off, left, is leaving, is disabled or has just joined', async () => {
    const { db, now } = test.current.deps;
    const users: TestUser[] = [];
    for (let n = 0; n < 6; n++) users.push(await createPlayer());
    const [excluded, off, left, leaving, disabled, fresh] = users as [TestUser, TestUser, TestUser, TestUser, TestUser, TestUser];
    const owner = await createPlayer();
    const { id, code } = await play([owner, excluded, off, left, leaving, disabled], [10]);
    const until = new Date(now().getTime() + 90 * DAY_MS);
    await db
      .insertInto('exclusions')
      .values({ id: randomUUID(), user_id: excluded.id, kind: 'self_exclusion', began_at: now(), until })
      .execute();
    const { choices } = await settingsOf(test.current.deps, { id: off.id, sessionId: randomUUID() });
    await choose(off, { kinds: { ...choices.kinds, tip_reminder: { push: false, telegram: false } } });
    const { rows } = { rows: await db.selectFrom('users').select('public_handle').where('id', '=', left.id).execute() };
    expect((await call(removeTippingMember, { group_id: id, handle: rows[0]!.public_handle }, left)).status).toBe(200);
    await db
      .updateTable('users')
      .set({ deletion_due_at: at(100) })
      .where('id', '=', leaving.id)
      .execute();
    await db.updateTable('users').set({ status: 'disabled' }).where('id', '=', disabled.id).execute();
    test.current.clock.set(at(0.01));
    await join(fresh, code);
    // Joined seven hours before: not any more.
    await db
      .updateTable('tipping_members')
      .set({ joined_at: at(6.5) })
      .where('user_id', '=', fresh.id)
      .execute();
    await remindAt(7);
    const lines = await Promise.all([owner, ...users].map(told));
    expect(lines.map(({ length }) => length)).toEqual([1, 1, 0, 0, 0, 0, 0]);
  });

  it('do not come from groups that ended', async () => {
    const player = await createPlayer();
    const { id } = await play([player], [10]);
    expect((await call(endTippingGroup, { group_id: id }, player)).status).toBe(200);
    expect(await remindAt(8)).toBe(0);
  });

  it('count the whole round if it closes at once, before its first match and not before the others', async () => {
    const [player, tipped] = [await createPlayer(), await createPlayer()];
    const { id, leagueId, matchIds } = await play([player, tipped], [10, 30, 31], { rules: { deadline: 'round' } });
    const { db } = test.current.deps;
    await createMatch(db, { leagueId, round: 'Round 2', kickoffAt: at(30.5) });
    await tip(tipped, id, [of(matchIds[0]!)]);
    expect(await remindAt(7.5)).toBe(2);
    expect([await told(player), await told(tipped)]).toEqual([[missing(3, 'Friends', '22:00')], [missing(2, 'Friends', '22:00')]]);
    // A later match of the closed round reminds nobody; the next round does, for itself.
    expect(await remindAt(27.4)).toBe(0);
    expect(await remindAt(28)).toBe(2);
    expect((await told(player)).at(-1)).toBe(missing(1, 'Friends', '18:30'));
  });

  it('know the rounds of weeks and days as the groups do', async () => {
    const player = await createPlayer();
    const { leagueId } = await play([player], []);
    await test.current.deps.db.deleteFrom('tipping_groups').execute();
    const competitions = [{ kind: 'league' as const, league_id: leagueId }];
    for (const round_kind of ['week', 'day'] as const)
      await create(player, { name: `By ${round_kind}`, competitions, round_kind, rules: { ...PRESETS.classic, deadline: 'round' } });
    const { db } = test.current.deps;
    // Friday 22:00, Saturday, Sunday 23:00 and Monday, by UTC: the week's round has three, the day's one.
    for (const hour of [10, 30, 59, 62]) await createMatch(db, { leagueId, kickoffAt: at(hour) });
    expect(await remindAt(8)).toBe(1);
    expect(await told(player)).toEqual([
      `${notificationWords('tips_missing', { tips: 4 })} | ${notificationWords('tips_missing_in_groups', { groups: 2, time: '22:00' })}`,
    ]);
  });

  it('follow the rules that are in force now', async () => {
    const player = await createPlayer();
    const { id } = await play([player], [10, 30], { rules: { deadline: 'round' } });
    expect((await setRules(player, id, { ...PRESETS.classic, deadline: 'match' })).status).toBe(200);
    expect(await remindAt(8)).toBe(1);
    expect(await told(player)).toEqual([missing(1, 'Friends', '22:00')]);
  });

  it('are sent once by two processes at the same time, and again after one that crashed before it stored them', async () => {
    const players = [await createPlayer(), await createPlayer(), await createPlayer()];
    await play(players, [10]);
    test.current.clock.set(at(8));
    const { deps } = test.current;
    const done = await Promise.all([remindOfTips(deps), remindOfTips(deps), remindOfTips(deps)]);
    expect(done.reduce((sum, one) => sum + one, 0)).toBe(3);
    expect((await Promise.all(players.map(told))).map(({ length }) => length)).toEqual([1, 1, 1]);
    await deps.db.deleteFrom('tip_reminders').execute();
    // One process found them, and dies.
    expect(await remindOfTips(deps, () => false)).toBe(0);
    expect(await remindAt(8.1)).toBe(3);
  });
});
