import { afterAll, beforeAll, expect, vi } from 'vitest';
import { createBindToken } from '#contract/oauth.ts';
import { startTelegram } from '#server/modules/notifications/telegram-bot/updates-listener.ts';
import { createGeneralLimit } from '#server/platform/http/general-limit.ts';
import { listen } from '#server/platform/http/listen.ts';
import { createListener } from '#server/platform/http/listener.ts';
import { callApp, createTestApp, type TestApp } from './app.ts';
import { createUser, type TestUser } from './factories.ts';
import { BOT_TOKEN, startTelegramApi, type TelegramApi } from './telegram-bot-api.ts';
import { botWords } from './words.ts';

export type TelegramPerson = ReturnType<TelegramApi['person']>;

/**
 * Creates the app with its bot, which receives users' actions from the stand-in for Telegram over HTTP, for the tests of one file or block.
 * `more` are further settings.
 */
export function useTelegramChats(way: 'polling' | 'webhook', more: Record<string, string> = {}) {
  let test: TestApp;
  let api: TelegramApi;
  let stops: (() => Promise<unknown>)[] = [];
  let lastPerson = 1_000;

  beforeAll(async () => {
    api = await startTelegramApi();
    const settings = { TELEGRAM_BOT_TOKEN: BOT_TOKEN, TELEGRAM_API_URL: api.url, TELEGRAM_UPDATES: way };
    test = await createTestApp({ ...settings, FEED: 'none', PUBLIC_URL: 'https://matchpoint.example', ...more });
    const server = await listen(createListener(test.deps, test.app, createGeneralLimit(1_000)), { host: '127.0.0.1', port: 0 });
    api.deliverTo(server.url);
    const telegram = startTelegram(test.deps, { pollSeconds: 1, waitMs: () => 5 });
    stops = [telegram.stop, server.close, api.close, () => test.database.drop()];
    if (way === 'webhook') await vi.waitUntil(() => api.webhook(), { timeout: 30_000 });
  });
  afterAll(async () => {
    for (const stop of stops) await stop();
  });

  const somebody = (options?: Parameters<TelegramApi['person']>[1]) => api.person(++lastPerson, options);

  /** Returns the token that this user would send the bot, right after proving that they own the account. */
  async function tokenOf(user: TestUser): Promise<string> {
    await stepUp(test, user);
    const { reply, status } = await callApp(test.app, createBindToken, {}, { token: user.token });
    expect(status).toBe(200);
    return reply.command.slice('/start '.length);
  }

  /** Creates a person who opened the bot with a token and was asked to confirm. */
  async function asked(token: string, person = somebody()): Promise<TelegramPerson> {
    await person.says(`/start ${token}`);
    await soon(() => lastOf(person).buttons).toHaveLength(2);
    return person;
  }

  /** Creates a user with a bound, empty chat. */
  async function bound(balance = 0): Promise<{ user: TestUser; person: TelegramPerson }> {
    const user = await createUser(test, balance);
    const person = await asked(await tokenOf(user));
    await person.presses(botWords('yes'));
    await answered(person, botWords('bound', { account: masked(user) }));
    await test.deps.db.deleteFrom('messages').execute();
    person.forgetsMessages();
    return { user, person };
  }

  return {
    get test() {
      return test;
    },
    get api() {
      return api;
    },
    ...{ somebody, tokenOf, asked, bound },
    groupChat: (title?: string) => api.groupChat(-1_000 - ++lastPerson, title),
    linkOf: ({ id }: Pick<TestUser, 'id'>) =>
      test.deps.db.selectFrom('linked_accounts').selectAll().where('user_id', '=', id).executeTakeFirst(),
    rowOf: ({ id }: Pick<TestUser, 'id'>) => test.deps.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  };
}

export const stepUp = ({ deps }: Pick<TestApp, 'deps'>, { id }: Pick<TestUser, 'id'>) =>
  deps.db.updateTable('sessions').set({ stepped_up_at: deps.now() }).where('user_id', '=', id).execute();

export const lastOf = (person: TelegramPerson) => person.sees().at(-1) ?? { text: '', buttons: [] };

/** The name of a user's account in a chat, which may belong to somebody else. */
export const masked = ({ email }: Pick<TestUser, 'email'>) => `${email[0]}***@example.com`;

/** Waits for a value that depends on HTTP between processes, which takes a while on a busy machine. */
export const soon = <T>(read: () => T) => expect.poll(read);

/** Waits for the bot's reply. */
export const answered = (person: TelegramPerson, text: string) => soon(() => lastOf(person).text).toContain(text);
