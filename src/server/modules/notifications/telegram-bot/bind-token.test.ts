import { afterEach, describe, expect, it } from 'vitest';
import { getOverview } from '#contract/account.ts';
import { createBindToken, unbindTelegram } from '#contract/oauth.ts';
import { callApp, createTestApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createUser, type TestUser } from '#test/support/factories.ts';
import { takeMessages } from '#test/support/messages.ts';
import { BOT_NAME, BOT_TOKEN, refusal, startTelegramApi } from '#test/support/telegram-bot-api.ts';
import { stepUp, useTelegramChats } from '#test/support/telegram-chats.ts';
import { purgeBindTokens } from './binding.ts';

const chats = useTelegramChats('polling');
afterEach(async () => {
  chats.test.clock.set(TEST_NOW);
  await chats.test.deps.db.deleteFrom('messages').execute();
});

describe('a bind token', () => {
  const create = ({ token }: TestUser, { app } = chats.test) => callApp(app, createBindToken, {}, { token });
  const tokens = () => chats.test.deps.db.selectFrom('telegram_bind_tokens').selectAll().execute();

  it('is given as a link and a command to the bot for ten minutes; only the hash of the latest one is stored', async () => {
    const user = await createUser(chats.test);
    await stepUp(chats.test, user);
    await create(user);
    const { status, reply } = await create(user);
    expect(status).toBe(200);
    const [, token = ''] = /^\/start ([A-Za-z0-9_-]{43,64})$/.exec(reply.command) ?? [];
    expect(reply).toEqual({
      url: `https://t.me/${BOT_NAME}?start=${token}`,
      command: `/start ${token}`,
      bot: BOT_NAME,
      expires_at: '2026-11-20T12:10:00.000Z',
    });
    const mine = (await tokens()).filter(({ user_id }) => user_id === user.id);
    expect(mine).toHaveLength(1);
    expect(mine[0]!.token_hash.toString('base64url')).not.toBe(token);
  });

  it("is only for the account's owner and for accounts without a linked chat", async () => {
    const stranger = await createUser(chats.test);
    expect(await create(stranger)).toMatchObject({ status: 403, problem: { code: 'step_up_required' } });
    const { user } = await chats.bound();
    expect(await create(user)).toMatchObject({ status: 409, problem: { code: 'telegram_already_bound' } });
  });

  it('is deleted after it expires', async () => {
    await chats.test.deps.db.deleteFrom('telegram_bind_tokens').execute();
    await chats.tokenOf(await createUser(chats.test));
    chats.test.clock.advance(10 * 60_000);
    expect(await purgeBindTokens(chats.test.deps)).toBe(0);
    chats.test.clock.advance(1);
    await chats.tokenOf(await createUser(chats.test));
    expect(await purgeBindTokens(chats.test.deps)).toBe(1);
    expect(await tokens()).toHaveLength(1);
  });

  it('ends with the session that requested it', async () => {
    const user = await createUser(chats.test);
    await chats.tokenOf(user);
    await chats.test.deps.db.deleteFrom('sessions').where('user_id', '=', user.id).execute();
    expect((await tokens()).filter(({ user_id }) => user_id === user.id)).toEqual([]);
  });

  it("is unavailable until Telegram reports the bot's name, which is requested once", async () => {
    const api = await startTelegramApi();
    const test = await createTestApp({ TELEGRAM_BOT_TOKEN: BOT_TOKEN, TELEGRAM_API_URL: api.url });
    try {
      const user = await createUser(test);
      await stepUp(test, user);
      for (const reply of [refusal(401, 'Unauthorized'), refusal(500, 'Internal Server Error'), null]) {
        api.refuse('getMe', reply);
        expect(await create(user, test)).toMatchObject({ status: 503, problem: { code: 'unavailable' } });
      }
      expect(await Promise.all([create(user, test), create(user, test)])).toMatchObject([{ status: 200 }, { status: 200 }]);
      expect(api.calls('getMe')).toHaveLength(4);
    } finally {
      await api.close();
      await test.database.drop();
    }
  });
});

describe('unlinking Telegram', () => {
  const unbind = ({ token }: TestUser) => callApp(chats.test.app, unbindTelegram, {}, { token });
  const isBound = async ({ token }: TestUser) => (await callApp(chats.test.app, getOverview, {}, { token })).reply.telegram_bound;
  const setPassword = ({ id }: TestUser) =>
    chats.test.deps.db.updateTable('users').set({ password_hash: 'a hash' }).where('id', '=', id).execute();

  it('warns the previous contacts, including the chat, and notifies other open pages', async () => {
    const { user, person } = await chats.bound();
    await setPassword(user);
    expect(await isBound(user)).toBe(true);
    chats.test.published.length = 0;
    expect((await unbind(user)).status).toBe(200);
    expect(await isBound(user)).toBe(false);
    expect(chats.test.published).toEqual([{ topic: `me:${user.id}`, change: { t: 'account' } }]);
    const warnings = await takeMessages(chats.test);
    expect(warnings.map(({ to, content }) => [to, content.kind]).sort()).toEqual([
      [String(person.id), 'account_unlinked'],
      [user.email, 'account_unlinked'],
    ]);
    expect(await unbind(user)).toMatchObject({ status: 404, problem: { code: 'not_found' } });
    expect(await takeMessages(chats.test)).toEqual([]);
  });

  it('is only for the owner, and is rejected for the last way to sign in', async () => {
    const { user } = await chats.bound();
    expect(await unbind(user)).toMatchObject({ status: 409, problem: { code: 'last_sign_in_method' } });
    await chats.test.deps.db.updateTable('sessions').set({ stepped_up_at: null }).where('user_id', '=', user.id).execute();
    expect(await unbind(user)).toMatchObject({ status: 403, problem: { code: 'step_up_required' } });
    expect(await isBound(user)).toBe(true);
    expect(await takeMessages(chats.test)).toEqual([]);
  });
});

describe('without a bot', () => {
  const test = useTestApp();

  it('there are no bind tokens and no webhook', async () => {
    const user = await createUser(test.current);
    await stepUp(test.current, user);
    const answer = await callApp(test.current.app, createBindToken, {}, { token: user.token });
    expect(answer).toMatchObject({ status: 503, problem: { code: 'unavailable' } });
    expect((await test.current.app.request('/api/telegram/webhook', { method: 'POST', body: '{}' })).status).toBe(404);
  });
});
