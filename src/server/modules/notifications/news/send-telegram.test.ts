import { randomUUID } from 'node:crypto';
import { Api } from 'grammy';
import { beforeEach, expect, it } from 'vitest';
import { telegramClient } from '#server/platform/messaging/telegram.ts';
import { createContest, createMatch, createTeam } from '#test/support/factories.ts';
import { BOT_TOKEN, refusal } from '#test/support/telegram-bot-api.ts';
import { type TelegramPerson, useTelegramChats } from '#test/support/telegram-chats.ts';
import { notificationWords } from '#test/support/words.ts';
import { addBetNews } from './news-queries.ts';
import { notifyFollowers } from './notify-followers.ts';
import { sendToChats } from './send-telegram.ts';
import { writeSettings } from './settings-queries.ts';
import { watchMatches } from './watch.ts';

const chats = useTelegramChats('webhook');
const ALL = { push: true, telegram: true };
const KICKED_OFF = `Avalon 0–0 Byron: ${notificationWords('kickoff')}`;
const GOAL = notificationWords('goal', { team: 'Avalon' });
const seen = (person: TelegramPerson) => person.sees().map(({ text }) => text.split('\n').slice(0, 2).join(': '));

beforeEach(async () => {
  for (const table of ['news', 'notifications', 'news_watch'] as const) await chats.test.deps.db.deleteFrom(table).execute();
  await watchMatches(chats.test.deps);
});

async function createGame(): Promise<number> {
  const { db, now } = chats.test.deps;
  const [homeTeamId, awayTeamId] = [await createTeam(db, 'Avalon'), await createTeam(db, 'Byron')];
  return createMatch(db, { kickoffAt: now(), homeTeamId, awayTeamId });
}

/** Creates a user who gets all notifications about a match in their chat. */
async function createFollower(matchId: number) {
  const { db, now } = chats.test.deps;
  const { user, person } = await chats.bound();
  const kinds = { kickoff: ALL, goal: ALL, red_card: ALL, full_time: ALL };
  const row = { user_id: user.id, kinds: JSON.stringify(kinds), match_max: 6, day_max: 30, quiet_kinds: [], changed_at: now() };
  await writeSettings(db, row);
  await db.insertInto('favorites').values({ user_id: user.id, kind: 'match', target_id: matchId, created_at: now() }).execute();
  return { user, person };
}

async function pass(): Promise<void> {
  const { deps, config } = { deps: chats.test.deps, config: chats.test.deps.config.telegram! };
  await watchMatches(deps);
  await notifyFollowers(deps);
  await sendToChats(deps, new Api(BOT_TOKEN, telegramClient(config)), { apartMs: 0 });
}

const become = (id: number, status: string, home_score: number) =>
  chats.test.deps.db.updateTable('matches').set({ status, home_score, away_score: 0, minute: 10 }).where('id', '=', id).execute();

it('a match is one message that is edited, and a new one after the user deleted it', async () => {
  const game = await createGame();
  const { person } = await createFollower(game);
  await pass();
  await become(game, 'h1', 0);
  await pass();
  expect(seen(person)).toEqual([KICKED_OFF]);
  expect(person.sees()[0]?.text).toMatch(/\nhttps:\/\/matchpoint\.example\/match\/\d+$/);
  await become(game, 'h1', 1);
  await pass();
  expect(seen(person)).toEqual([`Avalon 1–0 Byron: 10′ ${GOAL}`]);
  person.forgetsMessages();
  await become(game, 'h1', 2);
  await pass();
  expect(seen(person)).toEqual([`Avalon 2–0 Byron: 10′ ${GOAL}`]);
  await pass();
  expect(chats.api.calls('sendMessage').filter(({ body }) => body.chat_id === String(person.id))).not.toHaveLength(0);
});

it("bet results are sent as one message each in their owner's language, unless turned off", async () => {
  const { db, now } = chats.test.deps;
  const game = await createGame();
  await become(game, 'ft', 2);
  const [winner, loser, off, blocked, disabled, away] = [
    ...[await chats.bound(), await chats.bound(), await chats.bound()],
    ...[await chats.bound(), await chats.bound(), await chats.bound()],
  ];
  await db.updateTable('users').set({ locale: 'vi' }).where('id', '=', loser!.user.id).execute();
  await db.updateTable('users').set({ telegram_notices: false }).where('id', '=', off!.user.id).execute();
  await db.updateTable('linked_accounts').set({ reachable: false }).where('user_id', '=', blocked!.user.id).execute();
  await db.updateTable('users').set({ status: 'disabled' }).where('id', '=', disabled!.user.id).execute();
  const until = new Date(now().getTime() + 3_600_000);
  await db
    .insertInto('exclusions')
    .values({ id: randomUUID(), user_id: away!.user.id, kind: 'time_out', began_at: now(), until })
    .execute();
  for (const market of ['wdl', '1x2'] as const) {
    const contestId = await createContest(db, game, now(), market);
    const rows = [winner, loser, off, blocked, disabled, away].map((one) => ({
      ...{ id: randomUUID(), user_id: one!.user.id, contest_id: contestId, pick: 'home', stake: 10, placed_at: now(), settled_at: now() },
      ...{ state: 'settled', payout: one === winner ? 1_250 : 0, hit: one === winner },
    }));
    await db.insertInto('bets').values(rows).execute();
    await addBetNews(db, { id: contestId, match_id: game }, null, now());
  }
  await pass();
  expect(seen(winner!.person)).toEqual(Array(2).fill(`Avalon 2–0 Byron: ${notificationWords('bet_won', { points: 1_250 })}`));
  expect(seen(loser!.person)).toEqual(Array(2).fill(`Avalon 2–0 Byron: ${notificationWords('bet_lost', {}, 'vi')}`));
  for (const one of [off, blocked, disabled, away]) expect(one!.person.sees()).toEqual([]);
});

it('all chats wait as long as Telegram asks and then get their messages; a user who blocked the bot gets none', async () => {
  const { deps, clock } = chats.test;
  const game = await createGame();
  const fans = [await createFollower(game), await createFollower(game)];
  const blocking = await createFollower(game);
  await pass();
  await become(game, 'h1', 0);
  chats.api.refuse('sendMessage', refusal(429, 'Too Many Requests: retry after 60', { retry_after: 60 }));
  await blocking.person.blocks();
  await deps.db.updateTable('linked_accounts').set({ reachable: true }).where('user_id', '=', blocking.user.id).execute();
  await pass();
  expect(fans.map(({ person }) => seen(person))).toEqual([[], []]);
  clock.advance(59_000);
  await pass();
  expect(fans.map(({ person }) => seen(person))).toEqual([[], []]);
  clock.advance(6_000);
  await pass();
  expect(fans.map(({ person }) => seen(person))).toEqual(Array(2).fill([KICKED_OFF]));
  const left = await deps.db.selectFrom('notifications').select('target').where('target', '=', blocking.user.id).execute();
  expect([left, blocking.person.sees()]).toEqual([[], []]);
});
