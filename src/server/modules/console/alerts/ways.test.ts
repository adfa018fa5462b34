import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AlertWay } from '#domain/notifications/operator-alert.ts';
import { notifyAdmins } from '#server/modules/admins/second-admin/service.ts';
import { renderMessage } from '#server/platform/messaging/render.ts';
import { createAdmin, type TestAdmin } from '#test/support/admins.ts';
import { createTestApp, type TestApp, useTestApp } from '#test/support/app.ts';
import { takeMessages } from '#test/support/messages.ts';
import { createRedeemer } from '#test/support/redeemer.ts';
import { runJob } from '#test/support/run-job.ts';
import { BOT_TOKEN } from '#test/support/telegram-bot-api.ts';
import { createWithdrawal, eraseWithdrawals } from '#test/support/withdrawals.ts';

const MAIL = { SMTP_URL: 'smtp://localhost:2525', MAIL_FROM: 'Matchpoint <ops@matchpoint.example>' };
const BOT = { TELEGRAM_BOT_TOKEN: BOT_TOKEN, TELEGRAM_UPDATES: 'none' };
const SITE = { FEED: 'none', PUBLIC_URL: 'https://matchpoint.example' };
const test = useTestApp({ ...SITE, ...MAIL, ...BOT });

beforeEach(() => reset(test.current));

async function reset(app: TestApp): Promise<void> {
  await eraseWithdrawals(app);
  for (const table of ['operator_alerts', 'admin_alert_settings', 'admin_telegram_chats', 'messages'] as const)
    await app.deps.db.deleteFrom(table).execute();
  // Each test has its own admins.
  await app.deps.db.updateTable('admins').set({ status: 'disabled' }).execute();
}

let lastChat = 1_000;

interface Choice {
  by: AlertWay[];
  /** Null without a chat. */
  reachable?: boolean | null;
  locale?: string;
}

/** Creates a reviewer with this choice, and a chat unless it is null. */
async function reviewer(app: TestApp, { by, reachable = true, locale = 'en' }: Choice): Promise<TestAdmin & { chat: string }> {
  const admin = await createAdmin(app, 'reviewer');
  const [admin_id, chat, at] = [admin.id, String(++lastChat), app.clock.now()];
  await app.deps.db.insertInto('admin_alert_settings').values({ admin_id, locale, off: [], by, changed_at: at }).execute();
  const linked = { admin_id, subject: chat, name: '@ops', linked_at: at };
  if (reachable !== null)
    await app.deps.db
      .insertInto('admin_telegram_chats')
      .values({ ...linked, reachable })
      .execute();
  return { ...admin, chat };
}

/** Makes a large request, and returns what is told of it. */
async function alerts(app: TestApp) {
  const user = await createRedeemer(app, 50_000);
  const id = await createWithdrawal(app, user, { points: 50_000 });
  await runJob(app.deps, 'operator alerts');
  const queued = await app.deps.db.selectFrom('messages').select(['key', 'channel']).execute();
  const sent = (await takeMessages(app)).flatMap(({ to, locale, content }) =>
    content.kind === 'operator_alert' && content.alert === 'large_request' ? [{ to, locale, content }] : [],
  );
  return { id, user, sent, to: sent.map((one) => one.to).sort(), queued };
}

describe('an alert', () => {
  it.each<[string, Choice, ('email' | 'chat')[]]>([
    ['by mail', { by: ['email'] }, ['email']],
    ['by Telegram', { by: ['telegram'] }, ['chat']],
    ['by both', { by: ['email', 'telegram'] }, ['chat', 'email']],
    ['by mail where the bot is blocked', { by: ['telegram'], reachable: false }, ['email']],
    ['by mail where no chat is linked', { by: ['telegram'], reachable: null }, ['email']],
    ['by mail once where both are chosen and the bot is blocked', { by: ['email', 'telegram'], reachable: false }, ['email']],
  ])('goes %s', async (_, choice, ways) => {
    const admin = await reviewer(test.current, choice);
    const { to, queued } = await alerts(test.current);
    expect(to).toEqual(ways.map((way) => admin[way]).sort());
    expect(queued.every(({ key, channel }) => key.endsWith(`:${admin.id}:${channel}`))).toBe(true);
    await runJob(test.current.deps, 'operator alerts');
    expect(await takeMessages(test.current)).toEqual([]);
  });

  it('says in a chat what it says in a mail, in the language of the admin, and nothing about users', async () => {
    const admin = await reviewer(test.current, { by: ['telegram'], locale: 'vi' });
    const { id, user, sent } = await alerts(test.current);
    expect(sent).toMatchObject([{ to: admin.chat, locale: 'vi' }]);
    const inChat = renderMessage(sent[0]!.content, 'en', 'telegram');
    expect(inChat).toEqual({
      ...{ subject: null, html: null },
      text: [
        'Matchpoint console: 1 large withdrawal is waiting for review.',
        'Status: New',
        'Since: 20 November 2026 at 12:00 (UTC)',
        `IDs: ${id}`,
        `https://matchpoint.example/admin/withdrawals/${id}`,
      ].join('\n'),
    });
    const { email, public_handle } = await test.current.deps.db
      .selectFrom('users')
      .select(['email', 'public_handle'])
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow();
    const { wallet_address } = await test.current.deps.db.selectFrom('withdrawals').select('wallet_address').executeTakeFirstOrThrow();
    for (const locale of ['en', 'zh-CN', 'vi'] as const)
      for (const secret of [email!, public_handle, wallet_address, user.id, '50,000', '50.000', '50.00'])
        expect(renderMessage(sent[0]!.content, locale, 'telegram').text).not.toContain(secret);
  });

  it('goes to chats alone where no mails are sent, and to nobody by mail', async () => {
    const app = await createTestApp({ ...SITE, ...BOT });
    try {
      const [, chosen, both] = [
        await reviewer(app, { by: ['email'] }),
        await reviewer(app, { by: ['telegram'] }),
        await reviewer(app, { by: ['email', 'telegram'] }),
      ];
      await reviewer(app, { by: ['telegram'], reachable: false });
      expect((await alerts(app)).to).toEqual([chosen.chat, both.chat].sort());
    } finally {
      await app.database.drop();
    }
  });

  it('goes by mail where the bot was taken out of the settings', async () => {
    const app = await createTestApp({ ...SITE, ...MAIL });
    try {
      const admin = await reviewer(app, { by: ['telegram'] });
      expect((await alerts(app)).to).toEqual([admin.email]);
    } finally {
      await app.database.drop();
    }
  });
});

describe('a change of admins', () => {
  it('always goes by mail, and to the chats of those who chose Telegram as well', async () => {
    const { current } = test;
    const [mail, telegram, blocked] = [
      await reviewer(current, { by: ['email'] }),
      await reviewer(current, { by: ['telegram'] }),
      await reviewer(current, { by: ['telegram'], reachable: false }),
    ];
    await current.deps.db.updateTable('admins').set({ role: 'super' }).where('id', 'in', [mail.id, telegram.id, blocked.id]).execute();
    const made = { id: randomUUID(), email: 'new@ops.example' };
    await notifyAdmins(current.deps, current.deps.db, { event: 'created', admin: made, role: 'viewer', by: 'someone@ops.example' });
    const keys = await current.deps.db.selectFrom('messages').select('key').execute();
    expect(new Set(keys.map(({ key }) => key)).size).toBe(4);
    const sent = await takeMessages(current);
    expect(sent.map(({ to }) => to).sort()).toEqual([mail.email, telegram.email, telegram.chat, blocked.email].sort());
    const { text } = renderMessage(sent.find(({ to }) => to === telegram.chat)!.content, 'en', 'telegram');
    expect(text).toBe('Matchpoint console: someone@ops.example made new@ops.example an admin (viewer).');
  });
});
