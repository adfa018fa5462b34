import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getTippingGroup, removeTippingMember, setTippingRole } from '#contract/tipping-groups.ts';
import { askTelegramGroup, unbindTelegramGroup } from '#contract/tipping-telegram.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { digestRounds } from '#server/modules/notifications/news/round-digests.ts';
import { speakerOf } from '#server/modules/notifications/news/send-telegram.ts';
import { formatMessage } from '#server/modules/notifications/telegram-bot/commands.ts';
import { callApp, TEST_NOW } from '#test/support/app.ts';
import { createLeague, createMatch, createTeam, createUser, type TestUser } from '#test/support/factories.ts';
import { refusal } from '#test/support/telegram-bot-api.ts';
import { soon, useTelegramChats } from '#test/support/telegram-chats.ts';
import { tippingCalls } from '#test/support/tipping.ts';
import { playRounds } from '#test/support/tipping-news.ts';
import { botWords } from '#test/support/words.ts';
import { plainName } from './group-texts.ts';
import { remindGroupChats, sendToGroupChats } from './posts.ts';

const chats = useTelegramChats('webhook');
beforeEach(async () => {
  for (const table of ['notifications', 'news', 'tipping_groups'] as const) await chats.test.deps.db.deleteFrom(table).execute();
});
afterEach(() => chats.test.clock.set(TEST_NOW));
const { create, join } = tippingCalls(() => chats.test);

const ask = ({ token }: TestUser, group_id: string) => callApp(chats.test.app, askTelegramGroup, { group_id }, { token });
const disconnect = ({ token }: TestUser, group_id: string) => callApp(chats.test.app, unbindTelegramGroup, { group_id }, { token });
const chatOf = async ({ token }: TestUser, group_id: string) =>
  (await callApp(chats.test.app, getTippingGroup, { group_id }, { token })).reply.telegram;
type Chat = ReturnType<typeof chats.groupChat>;
const lastIn = (chat: Chat) => chat.sees().at(-1) ?? '';
const send = () => sendToGroupChats(chats.test.deps, speakerOf(chats.test.deps)!, { apartMs: 0 });

/** A group whose owner has a linked Telegram account. */
async function owned(name = 'Friends') {
  const { user, person } = await chats.bound();
  const league_id = await createLeague(chats.test.deps.db);
  const { reply } = await create(user, { name, visibility: 'private', competitions: [{ kind: 'league', league_id }] });
  return { user, person, league_id, group: { id: reply.id, code: reply.code! } };
}

async function connected(name = 'Friends', chat = chats.groupChat()) {
  const made = await owned(name);
  const { reply } = await ask(made.user, made.group.id);
  await chat.hears(made.person.id, reply.command);
  await soon(() => lastIn(chat)).toBe(botWords('chat_bound', { group: plainName(name) }));
  return { ...made, chat };
}

describe('a Telegram group chat', () => {
  it('is connected by the owner of a tipping group with a code of one use; members see it, guests do not', async () => {
    const chat = chats.groupChat('Pub <b>quiz</b>');
    const { user, person, group } = await owned();
    const { reply, status } = await ask(user, group.id);
    expect(status).toBe(201);
    const code = reply.command.split(' ')[1]!;
    expect(reply).toMatchObject({ url: `https://t.me/MatchpointTestBot?startgroup=${code}`, command: `/start@MatchpointTestBot ${code}` });
    expect(Date.parse(reply.expires_at) - Date.parse(TEST_NOW)).toBe(15 * MINUTE_MS);
    expect(JSON.stringify(await chats.test.deps.db.selectFrom('telegram_group_codes').selectAll().execute())).not.toContain(code);
    const member = await createUser(chats.test);
    await join(member, group.code);
    await chat.hears(person.id, reply.command);
    await soon(() => lastIn(chat)).toBe(botWords('chat_bound', { group: 'Friends' }));
    expect(await chatOf(member, group.id)).toEqual({ title: 'Pub <b>quiz</b>', since: TEST_NOW });
    const other = chats.groupChat();
    await other.hears(person.id, reply.command);
    await soon(() => lastIn(other)).toBe(botWords('chat_link_gone'));
  });

  it('is connected by nobody else: a stranger, a former owner, an old code, a command to another bot', async () => {
    const { user, person, group } = await owned();
    const stranger = await chats.bound();
    const chat = chats.groupChat();
    const first = (await ask(user, group.id)).reply.command;
    const second = (await ask(user, group.id)).reply.command;
    const gone = async (who: number, command: string, times: number) => {
      await chat.hears(who, command);
      await soon(() => chat.sees()).toEqual(Array.from({ length: times }, () => botWords('chat_link_gone')));
    };
    await gone(stranger.person.id, second, 1);
    await gone(chats.somebody().id, second, 2);
    await gone(person.id, first, 3);
    await chat.hears(person.id, second.replace('MatchpointTestBot', 'OtherBot'));
    await chat.hears(person.id, '/start');
    await chat.hears(person.id, 'just talking');
    const heir = await createUser(chats.test);
    await join(heir, group.code);
    const { db } = chats.test.deps;
    const { public_handle: handle } = await db
      .selectFrom('users')
      .select('public_handle')
      .where('id', '=', heir.id)
      .executeTakeFirstOrThrow();
    await callApp(chats.test.app, setTippingRole, { group_id: group.id, handle, role: 'owner' }, { token: user.token });
    await gone(person.id, second, 4);
    expect((await ask(user, group.id)).problem.code).toBe('forbidden');
    expect((await ask(stranger.user, group.id)).problem.code).toBe('not_found');
    const third = (await ask(heir, group.id)).reply.command;
    chats.test.clock.advance(16 * MINUTE_MS);
    await gone(person.id, third, 5);
    expect(await db.selectFrom('telegram_groups').selectAll().execute()).toEqual([]);
  });

  it('holds five groups, and a group has one chat', async () => {
    const { user, person, group, league_id, chat } = await connected('A');
    const another = async (name: string) => {
      const { reply } = await create(user, { name, visibility: 'private', competitions: [{ kind: 'league', league_id }] });
      chats.test.clock.advance(MINUTE_MS);
      await chat.hears(person.id, (await ask(user, reply.id)).reply.command);
    };
    for (const name of ['B', 'C', 'D', 'E']) await another(name);
    await soon(() => lastIn(chat)).toBe(botWords('chat_bound', { group: 'E' }));
    await another('F');
    await soon(() => lastIn(chat)).toBe(botWords('chat_full'));
    const other = chats.groupChat('Elsewhere');
    await other.hears(person.id, (await ask(user, group.id)).reply.command);
    await soon(() => lastIn(other)).toContain('A');
    expect(await chatOf(user, group.id)).toMatchObject({ title: 'Elsewhere' });
  });

  it('is disconnected by owner and helpers, on the page or with /stop, and when the bot is removed', async () => {
    const { user, person, group, chat } = await connected();
    const member = await createUser(chats.test);
    await join(member, group.code);
    expect((await disconnect(member, group.id)).problem.code).toBe('forbidden');
    const stranger = await chats.bound();
    expect((await disconnect(stranger.user, group.id)).problem.code).toBe('not_found');
    await chat.hears(stranger.person.id, '/stop');
    await soon(() => lastIn(chat)).toBe(botWords('chat_stop_refused'));
    await chat.hears(person.id, '/stop');
    await soon(() => lastIn(chat)).toBe(botWords('chat_stopped'));
    expect(await chatOf(user, group.id)).toBeNull();
    await chat.hears(person.id, (await ask(user, group.id)).reply.command);
    await soon(() => chatOf(user, group.id)).not.toBeNull();
    expect((await disconnect(user, group.id)).status).toBe(200);
    expect((await disconnect(user, group.id)).status).toBe(200);
    expect(await chatOf(user, group.id)).toBeNull();
    const again = await connected();
    await again.chat.removesBot(person.id);
    await soon(() => chatOf(again.user, again.group.id)).toBeNull();
  });

  it('is followed when it becomes a supergroup, and forgotten when the bot may no longer write', async () => {
    const { user, person, group, chat } = await connected();
    await chat.becomes(chat.id - 5_000_000);
    await soon(async () => (await chats.test.deps.db.selectFrom('telegram_groups').select('chat_id').execute())[0]).toEqual({
      chat_id: chat.id - 5_000_000,
    });
    chats.api.refuse('sendMessage', refusal(403, 'Forbidden: bot was kicked from the group chat'));
    await chat.hears(person.id, '/table');
    await chats.test.deps.db.updateTable('telegram_groups').set({ chat_id: chat.id }).execute();
    await chat.hears(person.id, '/table');
    await soon(() => chatOf(user, group.id)).toBeNull();
  });

  it('answers with the table and the next matches, and presses of buttons never', async () => {
    const { chat, person, league_id, group, user } = await connected('FC @all /x');
    const said = chat.sees().length;
    await chat.hears(person.id, '/table@MatchpointTestBot');
    await soon(() => lastIn(chat)).toContain(botWords('chat_table', { group: plainName('FC @all /x') }));
    expect(lastIn(chat)).not.toMatch(/@all|\/x/);
    await chat.hears(person.id, '/next');
    await soon(() => lastIn(chat)).toBe(botWords('chat_nothing_open'));
    const { db } = chats.test.deps;
    const sides = { homeTeamId: await createTeam(db, 'Avalon'), awayTeamId: await createTeam(db, 'St. @admin') };
    await createMatch(db, { leagueId: league_id, ...sides, kickoffAt: new Date(Date.parse(TEST_NOW) + 2 * HOUR_MS) });
    chats.test.clock.advance(6_000);
    await chat.presses(person.id, 'save:1:1:0');
    await chat.hears(person.id, '/next');
    await soon(() => lastIn(chat)).toContain(
      [
        botWords('chat_next', { group: plainName('FC @all /x'), zone: 'UTC' }),
        botWords('chat_next_match', { home: 'Avalon', away: plainName('St. @admin'), when: '20 Nov, 14:00' }),
        botWords('chat_next_deadline', { matches: 1, when: '20 Nov, 14:00' }),
        `https://matchpoint.example/group/${group.id}`,
      ].join('\n'),
    );
    for (let n = 0; n < 12; n++) await chat.hears(person.id, '/table');
    await chat.hears(person.id, '/stop');
    await soon(() => lastIn(chat)).toBe(botWords('chat_stopped'));
    expect(chat.sees().length - said).toBeLessThanOrEqual(8);
    expect(await chatOf(user, group.id)).toBeNull();
  });

  it('lists the next five matches by kick-off in the time zone of the chat, which are closed, and neither tips nor scores', async () => {
    const { chat, person, league_id, group, user } = await connected();
    const { db } = chats.test.deps;
    await db.updateTable('telegram_groups').set({ time_zone: 'Asia/Ho_Chi_Minh', locale: 'vi' }).where('group_id', '=', group.id).execute();
    const at = (hours: number) => new Date(chats.test.deps.now().getTime() + hours * HOUR_MS);
    const made = async (hours: number, values: object = {}) =>
      createMatch(db, { leagueId: league_id, homeTeamId: await createTeam(db, `Home ${hours}`), kickoffAt: at(hours), ...values });
    await made(0.5, { status: 'canc' });
    await made(-0.5, { status: 'h1', score: [7, 6] });
    const closed = await made(1);
    for (const hours of [6, 5, 4, 3, 2]) await made(hours);
    const { id: member_id } = await db.selectFrom('tipping_members').select('id').where('user_id', '=', user.id).executeTakeFirstOrThrow();
    await db
      .insertInto('tips')
      .values({ member_id, group_id: group.id, match_id: closed, home: 8, away: 9, is_joker: false, entered_at: at(-1) })
      .execute();
    const record = { closed_at: at(-1), rules_version: 1, round_key: `league:${league_id}:2026/27:Round 1` };
    await db
      .insertInto('tipping_closed')
      .values({ group_id: group.id, match_id: closed, ...record })
      .execute();
    await chat.hears(person.id, '/next');
    await soon(() => lastIn(chat)).toContain('Asia/Ho_Chi_Minh');
    const lines = lastIn(chat).split('\n');
    expect(lines[0]).toBe(formatMessage('vi', 'chat_next', { group: 'Friends', zone: 'Asia/Ho_Chi_Minh' }));
    expect(lines.slice(1, 6).map((line) => /Home (\d)/.exec(line)![1])).toEqual(['1', '2', '3', '4', '5']);
    expect(lines.map((line) => line.endsWith('đã đóng'))).toEqual([false, true, false, false, false, false, false, false]);
    for (const line of lines.slice(1, 6)) expect(line).toMatch(/^\d\d:00 2[01]\/11 · Home \d – Team \d+( · đã đóng)?$/);
  });

  it('answers a person three times a minute, so that nobody can silence it for the others', async () => {
    const { chat, person } = await connected();
    const said = chat.sees().length;
    const stranger = chats.somebody();
    for (let n = 0; n < 9; n++) await chat.hears(stranger.id, n % 2 ? '/next' : '/table');
    await chat.hears(person.id, '/table');
    await soon(() => chat.sees().length - said).toBe(4);
    expect(lastIn(chat)).toContain(botWords('chat_table', { group: 'Friends' }));
  });

  it('answers six times a minute, however many ask', async () => {
    const { chat, person } = await connected();
    const said = chat.sees().length;
    for (const asker of [chats.somebody(), chats.somebody(), chats.somebody(), chats.somebody()])
      for (let n = 0; n < 3; n++) await chat.hears(asker.id, '/table');
    await chat.hears(person.id, '/stop');
    await soon(() => lastIn(chat)).toBe(botWords('chat_stopped'));
    expect(chat.sees().length - said).toBe(7);
  });
});

describe('the bot posts to the chat', () => {
  async function bindTo(groupId: string, user: TestUser) {
    const chat = chats.groupChat();
    const { now, db } = chats.test.deps;
    const row = { chat_id: chat.id, title: 'Chat', bound_by: user.id, locale: 'en', time_zone: 'Asia/Ho_Chi_Minh', bound_at: now() };
    await db
      .insertInto('telegram_groups')
      .values({ group_id: groupId, ...row })
      .execute();
    return chat;
  }
  const at = (hours: number) => chats.test.clock.set(new Date(Date.parse(TEST_NOW) + hours * HOUR_MS));

  it('the table after a round, once, whatever is corrected; later posts go on after a failure', async () => {
    const { users, ends, tips, handles, id: groupId } = await playRounds(chats.test, { members: 2, rounds: [1] });
    const [a, b] = users as [TestUser, TestUser];
    const chat = await bindTo(groupId, a);
    await tips(0, 0, [
      [a, 1, 0],
      [b, 2, 0],
    ]);
    await ends(0, 0, [1, 0], 2);
    at(2.2);
    await digestRounds(chats.test.deps);
    chats.api.refuse('sendMessage', refusal(429, 'Too Many Requests', { retry_after: 60 }));
    await send();
    expect(chat.sees()).toEqual([]);
    at(2.3);
    await send();
    expect(chat.sees()).toHaveLength(1);
    const [posted] = chat.sees();
    expect(posted).toContain(`${botWords('chat_round_over', { group: 'Friends' })}\n1. ${handles[0]} · 4`);
    await ends(0, 0, [2, 0], 2.4);
    at(3);
    await digestRounds(chats.test.deps);
    await send();
    expect(chat.sees()).toHaveLength(1);
  });

  it('one reminder before the first deadline of a round, which tells nothing of who has tipped', async () => {
    const { users, tips, id: groupId } = await playRounds(chats.test, { members: 2, rounds: [2, 1] });
    const chat = await bindTo(groupId, users[0]!);
    await remindGroupChats(chats.test.deps);
    await send();
    const first = chat.sees();
    expect(first).toHaveLength(1);
    expect(first[0]).toContain('(Asia/Ho_Chi_Minh)');
    await tips(0, 0, [[users[0]!, 1, 0]]);
    at(0.1);
    await remindGroupChats(chats.test.deps);
    await send();
    expect(chat.sees()).toEqual(first);
    at(23);
    await remindGroupChats(chats.test.deps);
    await send();
    expect(chat.sees()).toHaveLength(2);
    for (const user of users) {
      const { public_handle: handle } = await chats.rowOf(user);
      expect(chat.sees().join()).not.toContain(handle);
    }
  });

  it('nothing more once it is disconnected, and ends with the account of nobody but the group', async () => {
    const { users, id: groupId } = await playRounds(chats.test, { members: 1, rounds: [1] });
    const chat = await bindTo(groupId, users[0]!);
    await remindGroupChats(chats.test.deps);
    const { public_handle: handle } = await chats.rowOf(users[0]!);
    await callApp(chats.test.app, removeTippingMember, { group_id: groupId, handle }, { token: users[0]!.token });
    await chats.test.deps.db.deleteFrom('telegram_groups').execute();
    await send();
    expect(chat.sees()).toEqual([]);
  });
});
