import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMatch, createTeam } from '#test/factories.ts';
import { refusal } from '#test/telegram-bot-api.ts';
import { soon, useTelegramChats } from '#test/telegram-chats.ts';
import { createNotices, startTelegram } from './service.ts';

const chats = useTelegramChats('webhook');
const notices = createNotices();
let stop: () => Promise<void>;
let match_id: number;

beforeAll(async () => {
  const { db } = chats.test.deps;
  match_id = await createMatch(db, {
    kickoffAt: null,
    homeTeamId: await createTeam(db, 'Avalon'),
    awayTeamId: await createTeam(db, 'Byron'),
  });
  stop = startTelegram(chats.test.deps, { notices, waitMs: () => 5 }).stop;
});
afterAll(() => stop());

type Ended = { state: 'settled' | 'refunded'; payout: number; refund: number };
const end = ({ id }: { id: string }, bet: Ended) => notices.hear(`me:${id}`, { t: 'bet', bet_id: randomUUID(), match_id, ...bet });

it('tell how bets ended, in the language of whose they are', async () => {
  const { user, person } = await chats.bound();
  const other = await chats.bound();
  await chats.test.deps.db.updateTable('users').set({ locale: 'vi' }).where('id', '=', other.user.id).execute();
  notices.hear(`me:${user.id}`, { t: 'balance', balance: 7 });
  end(user, { state: 'settled', payout: 1_250, refund: 0 });
  end(user, { state: 'settled', payout: 0, refund: 0 });
  end(user, { state: 'refunded', payout: 0, refund: 40 });
  end(other.user, { state: 'settled', payout: 9, refund: 0 });
  await soon(() => person.sees().map(({ text }) => text)).toEqual([
    'Avalon – Byron: your bet won. 1,250 points for you.',
    'Avalon – Byron: your bet did not win this time.',
    'Avalon – Byron: your bet was refunded, 40 points.',
  ]);
  await soon(() => other.person.sees().map(({ text }) => text)).toEqual(['Avalon – Byron: bạn đã thắng cược và nhận 9 điểm.']);
});

it('go to nobody who turned them off, blocked the bot, is disabled or stays away from play, and on after one that was not taken', async () => {
  const [off, blocked, disabled, away, last] = [
    ...[await chats.bound(), await chats.bound(), await chats.bound()],
    ...[await chats.bound(), await chats.bound()],
  ];
  const { db, now } = chats.test.deps;
  await db.updateTable('users').set({ telegram_notices: false }).where('id', '=', off!.user.id).execute();
  await db.updateTable('linked_accounts').set({ reachable: false }).where('user_id', '=', blocked!.user.id).execute();
  await db.updateTable('users').set({ status: 'disabled' }).where('id', '=', disabled!.user.id).execute();
  const until = new Date(now().getTime() + 3_600_000);
  await db
    .insertInto('exclusions')
    .values({ id: randomUUID(), user_id: away!.user.id, kind: 'time_out', began_at: now(), until })
    .execute();
  chats.api.refuse('sendMessage', refusal(500, 'Internal Server Error'));
  for (const { user } of [last!, off!, blocked!, disabled!, away!, last!]) end(user, { state: 'settled', payout: 5, refund: 0 });
  await soon(() => last!.person.sees()).toHaveLength(1);
  for (const { person } of [off!, blocked!, disabled!, away!]) expect(person.sees()).toEqual([]);
});
