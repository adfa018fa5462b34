import fc from 'fast-check';
import { GrammyError } from 'grammy';
import { afterEach, describe, expect, it } from 'vitest';
import type { Log } from '#server/platform/observability/log.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { BOT_TOKEN, refusal, startTelegramApi, type TelegramApi } from '#test/support/telegram-bot-api.ts';
import { answered, soon, useTelegramChats } from '#test/support/telegram-chats.ts';
import { botWords } from '#test/support/words.ts';
import { telegramBot } from './bot.ts';
import { readUpdate } from './updates.ts';
import { patienceMs, startTelegram } from './updates-listener.ts';

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function open(updates: string): Promise<{ api: TelegramApi; test: TestApp; logged: string[]; start: () => () => Promise<void> }> {
  const api = await startTelegramApi();
  const settings = { TELEGRAM_BOT_TOKEN: BOT_TOKEN, TELEGRAM_API_URL: api.url, TELEGRAM_UPDATES: updates };
  const test = await createTestApp({ ...settings, FEED: 'none', PUBLIC_URL: 'https://matchpoint.example' });
  const logged: string[] = [];
  const note = (values: object | string, text?: string) => void logged.push(`${JSON.stringify(values)} ${text ?? ''}`);
  const log = { ...test.deps.log, info: note, warn: note, error: note } as unknown as Log;
  stops.push(api.close, () => test.database.drop());
  const start = () => {
    const { stop } = startTelegram({ ...test.deps, log }, { pollSeconds: 1, waitMs: () => 5 });
    stops.push(stop);
    return stop;
  };
  return { api, test, logged, start };
}

describe('polling for updates', () => {
  it('continues after Telegram was unreachable, silent, busy or sent garbage, and logs that once', async () => {
    const { api, logged, start } = await open('polling');
    api.refuse('deleteWebhook', refusal(500, 'Internal Server Error'), null);
    const failures = [
      ...[refusal(500, 'Internal Server Error'), refusal(429, 'Too Many Requests', { retry_after: 1 })],
      ...[null, { status: 502, body: '<html>' }, refusal(409, 'Conflict: terminated by other getUpdates request')],
    ];
    api.refuse('getUpdates', ...failures);
    start();
    const person = api.person(5);
    await person.says('/start');
    await answered(person, botWords('welcome'));
    expect(logged.filter((line) => line.includes('cannot get updates from Telegram'))).toHaveLength(2);
    expect(logged.filter((line) => line.includes('is reachable again'))).toHaveLength(2);
    expect(logged.join()).not.toContain(BOT_TOKEN);
  });

  it('confirms the updates it handled, and the next process receives the rest', async () => {
    const { api, start } = await open('polling');
    const stop = start();
    const person = api.person(5);
    await person.says('/start');
    await answered(person, botWords('welcome'));
    const { update_id } = await person.says('/help');
    await soon(() => api.calls('getUpdates').at(-1)?.body.offset).toBe(update_id + 1);
    await stop();
    person.forgetsMessages();
    await person.says('/start');
    expect(person.sees()).toEqual([]);
    start();
    await answered(person, botWords('welcome'));
  });

  it('backs off exponentially, respects requested delays, and waits a minute if another process polls the same bot', () => {
    const most = () => new Uint8Array(2);
    const error = (code: number, retry_after?: number) =>
      new GrammyError('', { ok: false, error_code: code, description: '', parameters: { ...(retry_after && { retry_after }) } }, '', {});
    expect(patienceMs(1, new TypeError('fetch failed'), most)).toBe(5_000);
    expect(patienceMs(3, error(500), most)).toBe(20_000);
    expect(patienceMs(1, error(429, 33), most)).toBe(33_000);
    expect(patienceMs(1, error(409), most)).toBe(60_000);
    expect(patienceMs(50, error(409), most)).toBe(900_000);
  });

  it('does not run where updates are not wanted', async () => {
    const { api, start } = await open('none');
    await start()();
    expect(api.heard).toEqual([]);
  });
});

describe('the Telegram webhook', () => {
  const post = ({ app }: TestApp, secret: string | undefined, body: string) =>
    app.request('/api/telegram/webhook', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(secret !== undefined && { 'X-Telegram-Bot-Api-Secret-Token': secret }) },
      body,
    });

  it('is registered until Telegram accepts it, with a secret and the wanted kinds of updates', async () => {
    const { api, start } = await open('webhook');
    api.refuse('setWebhook', refusal(500, 'Internal Server Error'), null);
    start();
    await soon(() => api.webhook()).toEqual({
      url: 'https://matchpoint.example/api/telegram/webhook',
      secret_token: expect.stringMatching(/^[\w-]{43}$/),
      allowed_updates: ['message', 'callback_query', 'my_chat_member'],
    });
    expect(api.calls('getUpdates')).toEqual([]);
  });

  it('is not found without the secret', async () => {
    const { api, test, start } = await open('webhook');
    start();
    await soon(() => api.webhook()).not.toBeNull();
    const { secret_token } = api.webhook()!;
    const person = api.person(5);
    for (const secret of [undefined, '', 'x', secret_token.slice(1), `${secret_token.slice(0, -2)}AA`, BOT_TOKEN]) {
      expect((await post(test, secret, JSON.stringify(saying(person.id)))).status).toBe(404);
    }
    expect((await post(test, secret_token, JSON.stringify(saying(person.id)))).status).toBe(200);
    await answered(person, botWords('welcome'));
    expect(person.sees()).toHaveLength(1);
  });

  it('accepts whatever Telegram sends, so that it is not delivered again', async () => {
    const { api, test, start } = await open('webhook');
    start();
    await soon(() => api.webhook()).not.toBeNull();
    const { secret_token } = api.webhook()!;
    for (const body of ['', 'null', '[]', '{', '{"update_id":1}', JSON.stringify({ message: 'x'.repeat(700_000) })]) {
      expect((await post(test, secret_token, body)).status).toBe(200);
    }
    for (let n = 0; n < 400; n++) expect((await post(test, secret_token, '{}')).status).toBe(200);
  });

  it("replies to Telegram without waiting for the bot's answer", async () => {
    const { api, test, start } = await open('webhook');
    start();
    await soon(() => api.webhook()).not.toBeNull();
    api.refuse('getMe', undefined);
    expect((await post(test, api.webhook()!.secret_token, JSON.stringify(saying(5)))).status).toBe(200);
  });
});

const saying = (id: number, rest: object = {}) => ({
  update_id: 1,
  message: {
    message_id: 1,
    date: 1,
    from: { id, is_bot: false, first_name: 'T' },
    chat: { id, type: 'private' },
    text: 'hello',
    ...rest,
  },
});

describe('an update from Telegram', () => {
  const chats = useTelegramChats('polling');

  it.each<[string, object]>([
    ['in a group', saying(5, { chat: { id: -100, type: 'supergroup', title: 'G' } })],
    ['in a channel', { update_id: 1, channel_post: saying(5).message }],
    ['that was edited', { update_id: 1, edited_message: saying(5).message }],
    ['of another bot', saying(5, { from: { id: 5, is_bot: true, first_name: 'B' } })],
    ['in somebody else’s chat', saying(5, { chat: { id: 6, type: 'private' } })],
    ['without words', saying(5, { text: undefined, sticker: {} })],
    ['longer than Telegram lets any be', saying(5, { text: 'x'.repeat(4_097) })],
  ])('%s is not answered', async (_, update) => {
    expect(readUpdate(update)).toBeNull();
    const before = chats.api.heard.filter(({ path }) => !path.endsWith('getUpdates')).length;
    await telegramBot(chats.test.deps)!.take(update);
    expect(chats.api.heard.filter(({ path }) => !path.endsWith('getUpdates'))).toHaveLength(before);
  });

  it.each(['x'.repeat(4_096), '‮مرحبا', '/start@SomeBot x', '/', '💥'.repeat(100), '\u0000'])(
    'with odd words (%#) is answered',
    async (text) => {
      const person = chats.somebody();
      await person.says(text);
      await answered(person, 'Matchpoint');
    },
  );

  it('of any shape neither throws nor changes anything', async () => {
    const bot = telegramBot(chats.test.deps)!;
    const { user, person } = await chats.bound();
    const id = fc.constantFrom(person.id, 0, -1, 2 ** 60, '5', null);
    const chat = fc.oneof(fc.record({ id, type: fc.constantFrom('private', 'group', 1) }), fc.anything());
    const from = fc.oneof(fc.record({ id, is_bot: fc.constantFrom(false, true, 0), first_name: fc.anything() }), fc.anything());
    const text = fc.oneof(fc.constantFrom('/balance', '/bets', '/start x', '/language xx', ''), fc.string(), fc.anything());
    const entities = fc.oneof(fc.array(fc.record({ type: fc.string(), offset: fc.integer(), length: fc.integer() })), fc.anything());
    const message = fc.record({ message_id: fc.anything(), date: fc.constant(1), chat, from, text, entities }, { requiredKeys: [] });
    const data = fc.oneof(fc.constantFrom('bind:', 'bind:x', 'notices:maybe', 'language:xx'), fc.string(), fc.anything());
    const pressed = fc.record({ id: fc.string(), from, chat_instance: fc.string(), data, message }, { requiredKeys: [] });
    const member = fc.record({ from, chat, date: fc.anything(), new_chat_member: fc.record({ status: fc.anything() }) });
    const parts = { update_id: fc.anything(), message, callback_query: pressed, my_chat_member: member };
    const update = fc.oneof(fc.record(parts, { requiredKeys: [] }), fc.anything());
    const before = await chats.rowOf(user);
    await fc.assert(
      fc.asyncProperty(update, (one) => bot.take(one)),
      { numRuns: 2_000, seed: 20_261_120 },
    );
    expect(await chats.rowOf(user)).toEqual(before);
    expect(await chats.linkOf(user)).toMatchObject({ reachable: true });
  });

  it('is not answered after thirty in a minute from one chat', async () => {
    const { user, person } = await chats.bound();
    const spoken = chats.api.calls('sendMessage').length;
    for (let n = 0; n < 40; n++) await person.says('/balance');
    const other = chats.somebody();
    await other.says('/start');
    await answered(other, botWords('welcome'));
    await person.blocks();
    await soon(async () => (await chats.linkOf(user))!.reachable).toBe(false);
    expect(chats.api.calls('sendMessage').length - spoken).toBeLessThanOrEqual(30);
  });

  it('that finds the database unavailable is answered with an apology', async () => {
    const { test, api } = await open('none');
    const person = api.person(5);
    await test.deps.db.schema.alterTable('linked_accounts').renameTo('elsewhere').execute();
    await telegramBot(test.deps)!.take(saying(person.id));
    expect(person.sees().map(({ text }) => text)).toEqual([botWords('failed')]);
  });
});
