import { beforeEach, describe, expect, it } from 'vitest';
import { changeAlertSettings, createAlertChatToken, getAlertSettings, unlinkAlertChat } from '#contract/admin-auth.ts';
import { changeAdminStatus } from '#contract/admins.ts';
import { listAudit } from '#contract/audit.ts';
import { ADMIN_ROLES } from '#domain/identity/admin-role.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { purgeAlertTokens, resetFromCommandLine } from '#server/modules/admins/public.ts';
import { ADMIN_IDLE_MS } from '#server/platform/http/admin-caller.ts';
import { createAdmin, signInAdmin, type TestAdmin } from '#test/support/admins.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createUser } from '#test/support/factories.ts';
import { takeMessages } from '#test/support/messages.ts';
import { BOT_NAME } from '#test/support/telegram-bot-api.ts';
import { answered, lastOf, masked, soon, type TelegramPerson, useTelegramChats } from '#test/support/telegram-chats.ts';
import { botWords } from '#test/support/words.ts';

const chats = useTelegramChats('polling', { SMTP_URL: 'smtp://localhost:2525', MAIL_FROM: 'Matchpoint <ops@matchpoint.example>' });
const db = () => chats.test.deps.db;

beforeEach(async () => {
  chats.test.clock.set(TEST_NOW);
  for (const table of ['admin_telegram_chats', 'admin_telegram_tokens', 'admin_alert_settings', 'messages'] as const)
    await db().deleteFrom(table).execute();
});

const account = ({ email }: Pick<TestAdmin, 'email'>) => `${email[0]}***@ops.example`;
const create = async (admin: TestAdmin) => callApp(chats.test.app, createAlertChatToken, {}, { token: admin.token });
const unlink = async (admin: TestAdmin) => callApp(chats.test.app, unlinkAlertChat, {}, { token: admin.token });
const read = async (admin: TestAdmin) =>
  (await callApp(chats.test.app, getAlertSettings, {}, { token: await signInAdmin(chats.test, admin) })).reply;
/** Returns the token that an admin would send the bot, with its prefix. */
const tokenOf = async (admin: TestAdmin) => (await create(admin)).reply.command.slice('/start '.length);
const chatsOf = ({ id }: Pick<TestAdmin, 'id'>) => db().selectFrom('admin_telegram_chats').selectAll().where('admin_id', '=', id).execute();
const tokens = () => db().selectFrom('admin_telegram_tokens').selectAll().execute();
const says = async (person: TelegramPerson, text: string, reply: string) => {
  await person.says(text);
  await answered(person, reply);
};

/** Creates an admin with a linked, empty chat. */
async function linked(admin: TestAdmin, person = chats.somebody()): Promise<TelegramPerson> {
  await chats.asked(await tokenOf(admin), person);
  await person.presses(botWords('yes'));
  await answered(person, botWords('alerts_bound', { account: account(admin) }));
  await db().deleteFrom('messages').execute();
  person.forgetsMessages();
  return person;
}

describe('a link for alerts', () => {
  it('is given to every role as a link and a command for ten minutes; only the hash of the latest one is stored', async () => {
    for (const role of ADMIN_ROLES) {
      const admin = await createAdmin(chats.test, role);
      const { reply: first } = await create(admin);
      const { reply } = await create(admin);
      const [, token = ''] = /^\/start (op_[\w-]{43})$/.exec(reply.command) ?? [];
      expect(reply).toEqual({
        url: `https://t.me/${BOT_NAME}?start=${token}`,
        ...{ command: `/start ${token}`, bot: BOT_NAME, expires_at: '2026-11-20T12:10:00.000Z' },
      });
      expect(first.command).not.toBe(reply.command);
      const mine = (await tokens()).filter(({ admin_id }) => admin_id === admin.id);
      expect(mine).toHaveLength(1);
      expect(token).not.toContain(mine[0]!.token_hash.toString('base64url'));
    }
  });

  it('links the chat after confirmation: alerts go there as well, the admin is mailed, and the audit log has it', async () => {
    const admin = await createAdmin(chats.test, 'super');
    const person = chats.somebody();
    await person.says(`/start ${await tokenOf(admin)}`);
    await answered(person, botWords('alerts_ask', { account: account(admin) }));
    expect(lastOf(person).buttons).toEqual([botWords('yes'), botWords('no')]);
    expect((await read(admin)).chat).toBeNull();
    await person.presses(botWords('yes'));
    await answered(person, botWords('alerts_bound', { account: account(admin) }));
    expect(lastOf(person).buttons).toEqual([]);
    expect(JSON.stringify(person.sees())).not.toContain(admin.email);
    const name = `@tester${person.id}`;
    expect(await read(admin)).toMatchObject({
      ...{ by: ['email', 'telegram'], is_mail_set_up: true, is_bot_set_up: true },
      chat: { name, linked_at: '2026-11-20T12:00:00.000Z', is_reachable: true },
    });
    expect(await takeMessages(chats.test)).toMatchObject([
      { to: admin.email, content: { kind: 'admin_event', event: 'alert_chat_linked', admin: admin.email, by: name } },
    ]);
    const asked = { action: 'admin.telegram_linked', admin_id: admin.id };
    const { items } = (await callApp(chats.test.app, listAudit, asked, { token: admin.token })).reply;
    expect(items).toMatchObject([{ subject: { kind: 'admin', id: admin.id }, after: { name } }]);
    expect(await tokens()).toEqual([]);
  });

  it('is consumed once, even if the confirmation is delivered twice', async () => {
    const admin = await createAdmin(chats.test, 'viewer');
    const token = await tokenOf(admin);
    const [person, other] = [await chats.asked(token), chats.somebody()];
    const yes = await person.presses(botWords('yes'));
    await answered(person, botWords('alerts_bound', { account: account(admin) }));
    await chats.api.tellAgain(yes);
    await answered(person, botWords('alerts_already', { account: account(admin) }));
    expect(await takeMessages(chats.test)).toHaveLength(1);
    await says(other, `/start ${token}`, botWords('alerts_link_gone'));
    expect(await chatsOf(admin)).toHaveLength(1);
    await unlink(admin);
    await chats.api.tellAgain(yes);
    await answered(person, botWords('alerts_link_gone'));
    expect(await chatsOf(admin)).toEqual([]);
  });

  it('links one chat when two accounts confirm the same token at once', async () => {
    const admin = await createAdmin(chats.test, 'viewer');
    const token = await tokenOf(admin);
    const two = [await chats.asked(token), await chats.asked(token)];
    await Promise.all(two.map((person) => person.presses(botWords('yes'))));
    const outcomes = () => two.map((person) => lastOf(person).text).sort();
    await soon(outcomes).toEqual([botWords('alerts_bound', { account: account(admin) }), botWords('alerts_link_gone')].sort());
    expect(await chatsOf(admin)).toHaveLength(1);
    expect(await takeMessages(chats.test)).toHaveLength(1);
  });

  const set = (id: string, values: object) => db().updateTable('admins').set(values).where('id', '=', id).execute();
  const setSessions = (id: string, values: object) => db().updateTable('admin_sessions').set(values).where('admin_id', '=', id).execute();
  it.each<[string, (admin: TestAdmin) => unknown]>([
    ['has expired', () => chats.test.clock.advance(10 * MINUTE_MS)],
    ['was replaced', (admin) => create(admin)],
    ['was asked for in a session that has ended', ({ id }) => setSessions(id, { ended_at: TEST_NOW, ended_because: 'revoked' })],
    [
      'was asked for in a session without input',
      ({ id }) => setSessions(id, { last_input_at: new Date(Date.parse(TEST_NOW) - ADMIN_IDLE_MS) }),
    ],
    ['was asked for in a session that is deleted', ({ id }) => db().deleteFrom('admin_sessions').where('admin_id', '=', id).execute()],
    ['is of a disabled admin', ({ id }) => set(id, { status: 'disabled' })],
    ['is of an admin whose password others have seen', ({ id }) => set(id, { one_time_until: new Date(Date.parse(TEST_NOW) + 1) })],
    ['is of an admin who was reset', ({ email }) => resetFromCommandLine(chats.test.deps, email)],
  ])('is refused if it %s, before and after the confirmation', async (_, spoil) => {
    const admin = await createAdmin(chats.test, 'support');
    const token = await tokenOf(admin);
    const [early, late] = [await chats.asked(token), chats.somebody()];
    await spoil(admin);
    await early.presses(botWords('yes'));
    await answered(early, botWords('alerts_link_gone'));
    await says(late, `/start ${token}`, botWords('alerts_link_gone'));
    expect(await chatsOf(admin)).toEqual([]);
  });

  it('is not linked when the admin declines, and a forged one never', async () => {
    const admin = await createAdmin(chats.test, 'viewer');
    const person = await chats.asked(await tokenOf(admin));
    await person.presses(botWords('no'));
    await answered(person, botWords('declined'));
    await says(person, `/start op_${'A'.repeat(43)}`, botWords('alerts_link_gone'));
    for (const forged of ['op_', `op_${'A'.repeat(44)}`, `op_${'A'.repeat(42)}'`]) {
      person.forgetsMessages();
      await says(person, `/start ${forged}`, botWords('link_gone'));
    }
    expect(await chatsOf(admin)).toEqual([]);
  });

  it("is no user's, and a user's is no admin's", async () => {
    const [admin, user] = [await createAdmin(chats.test, 'super'), await createUser(chats.test)];
    const [ofAdmin, ofUser] = [await tokenOf(admin), await chats.tokenOf(user)];
    const person = chats.somebody();
    await says(person, `/start ${ofAdmin.slice('op_'.length)}`, botWords('link_gone'));
    await says(person, `/start op_${ofUser}`, botWords('alerts_link_gone'));
    expect([await chatsOf(admin), await chats.linkOf(user)]).toEqual([[], undefined]);
  });

  it('serves one admin with a Telegram account, and does not consume the token of another', async () => {
    const [admin, other] = [await createAdmin(chats.test, 'super'), await createAdmin(chats.test, 'super')];
    const person = await chats.asked(await tokenOf(other));
    const served = { admin_id: admin.id, subject: String(person.id), name: 'T', reachable: true, linked_at: chats.test.clock.now() };
    await db().insertInto('admin_telegram_chats').values(served).execute();
    await person.presses(botWords('yes'));
    await answered(person, botWords('alerts_bound_elsewhere'));
    person.forgetsMessages();
    await says(person, `/start ${await tokenOf(other)}`, botWords('alerts_bound_elsewhere'));
    expect([(await chatsOf(admin)).length, await chatsOf(other), (await tokens()).length]).toEqual([1, [], 1]);
  });

  it('links no second Telegram account to an admin', async () => {
    const admin = await createAdmin(chats.test, 'super');
    const person = await chats.asked(await tokenOf(admin));
    const first = { admin_id: admin.id, subject: '77', name: 'T', reachable: false, linked_at: chats.test.clock.now() };
    await db().insertInto('admin_telegram_chats').values(first).execute();
    await person.presses(botWords('yes'));
    await answered(person, botWords('alerts_other_bound'));
    expect(await chatsOf(admin)).toMatchObject([{ subject: '77', reachable: false }]);
    await db().updateTable('admin_telegram_chats').set({ reachable: true }).execute();
    expect((await create(admin)).problem.code).toBe('telegram_already_bound');
  });

  it('may link the Telegram account that a user has linked, and each keeps their own', async () => {
    const { user, person } = await chats.bound();
    const admin = await createAdmin(chats.test, 'super');
    await linked(admin, person);
    expect(await chats.linkOf(user)).toMatchObject({ subject: String(person.id), reachable: true });
    await says(person, '/start', botWords('already_bound', { account: masked(user) }));
    await unlink(admin);
    expect(await chats.linkOf(user)).toMatchObject({ subject: String(person.id), reachable: true });
  });

  it('is deleted after it expires', async () => {
    await tokenOf(await createAdmin(chats.test, 'viewer'));
    chats.test.clock.advance(10 * MINUTE_MS);
    expect(await purgeAlertTokens(chats.test.deps)).toBe(0);
    chats.test.clock.advance(1);
    expect(await purgeAlertTokens(chats.test.deps)).toBe(1);
  });

  it('takes a second factor of admins who need one', async () => {
    const admin = await createAdmin(chats.test, 'super', { hasTotp: false });
    expect((await create(admin)).problem.code).toBe('totp_setup_required');
    expect((await unlink(admin)).problem.code).toBe('totp_setup_required');
  });
});

describe('a linked chat', () => {
  it('says whose alerts it gets, and is unreachable while the bot is blocked', async () => {
    const admin = await createAdmin(chats.test, 'super');
    const person = await linked(admin);
    const words = botWords('alerts_already', { account: account(admin) });
    await says(person, 'hello', words);
    await person.blocks();
    await soon(async () => (await read(admin)).chat?.is_reachable).toBe(false);
    person.unblocks();
    person.forgetsMessages();
    await says(person, '/start', words);
    expect((await read(admin)).chat?.is_reachable).toBe(true);
  });

  it('can be linked again while it is unreachable', async () => {
    const admin = await createAdmin(chats.test, 'super');
    const person = await linked(admin);
    await db().updateTable('admin_telegram_chats').set({ reachable: false }).execute();
    await linked(admin, person);
    expect(await chatsOf(admin)).toMatchObject([{ subject: String(person.id), reachable: true }]);
  });

  it('is unlinked by its admin alone, who is mailed; alerts go by mail again', async () => {
    const [admin, other] = [await createAdmin(chats.test, 'super'), await createAdmin(chats.test, 'super')];
    const person = await linked(admin);
    await callApp(chats.test.app, changeAlertSettings, { locale: 'vi', off: [], by: ['telegram'] }, { token: admin.token });
    expect((await read(admin)).by).toEqual(['telegram']);
    expect((await unlink(other)).problem.code).toBe('not_found');
    const { status, reply } = await unlink(admin);
    expect([status, reply.chat, reply.by, reply.locale]).toEqual([200, null, ['email'], 'vi']);
    const name = `@tester${person.id}`;
    expect(await takeMessages(chats.test)).toMatchObject([
      { to: admin.email, locale: 'vi', content: { kind: 'admin_event', event: 'alert_chat_unlinked', by: name } },
    ]);
    const asked = { action: 'admin.telegram_unlinked', admin_id: admin.id };
    expect((await callApp(chats.test.app, listAudit, asked, { token: admin.token })).reply.items).toMatchObject([{ before: { name } }]);
    expect((await unlink(admin)).problem.code).toBe('not_found');
  });

  it.each<[string, (admin: TestAdmin, boss: TestAdmin) => unknown]>([
    ['reset', ({ email }) => resetFromCommandLine(chats.test.deps, email)],
    ['disabled', ({ id }, { token }) => callApp(chats.test.app, changeAdminStatus, { id, status: 'disabled', reason: 'left' }, { token })],
  ])('is unlinked when its admin is %s, and told nothing of that', async (_, shutOut) => {
    const [admin, boss] = [await createAdmin(chats.test, 'super'), await createAdmin(chats.test, 'super')];
    const person = await linked(admin);
    await tokenOf(boss);
    await shutOut(admin, boss);
    expect(await chatsOf(admin)).toEqual([]);
    const told = (await takeMessages(chats.test)).map(({ to }) => to);
    expect(told).toContain(admin.email);
    expect(told).not.toContain(String(person.id));
    expect((await db().selectFrom('admin_alert_settings').select('by').where('admin_id', '=', admin.id).executeTakeFirst())?.by).toEqual([
      'email',
    ]);
  });
});

describe('without a bot', () => {
  const test = useTestApp();

  it('there are no links, and the settings say so', async () => {
    const { token } = await createAdmin(test.current, 'super');
    expect(await callApp(test.current.app, createAlertChatToken, {}, { token })).toMatchObject({
      status: 503,
      problem: { code: 'unavailable' },
    });
    const { reply } = await callApp(test.current.app, getAlertSettings, {}, { token });
    expect([reply.is_bot_set_up, reply.chat, reply.by]).toEqual([false, null, ['email']]);
  });
});
