import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { getOutbox, MESSAGE_CHANNELS } from '#contract/outbox.ts';
import { createChannels } from '#server/platform/messaging/channels.ts';
import { messageJobs } from '#server/platform/messaging/deliver.ts';
import type { Message } from '#server/platform/messaging/message.ts';
import { queueMessage } from '#server/platform/messaging/queue.ts';
import { callApp, type TestApp, useTestApp } from '#test/support/app.ts';
import { messageWords } from '#test/support/words.ts';

const demo = useTestApp();
const site = useTestApp({ FEED: 'none' });

const CODE = { code: '048213', minutes: 10 };
const queue = ({ deps }: TestApp, more: Partial<Message>) =>
  queueMessage(deps, deps.db, {
    ...{ key: randomUUID(), userId: null, channel: 'email', to: 'minh@example.com', locale: 'en' },
    content: { kind: 'confirm_email', ...CODE },
    ...more,
  });
const deliver = async ({ deps }: TestApp) => {
  for (const { run } of messageJobs(createChannels(deps))) await run(deps);
};
const outbox = async (input: Parameters<typeof callApp<typeof getOutbox>>[2] = {}) =>
  (await callApp(demo.current.app, getOutbox, input)).reply;

describe('the outbox of the demo', () => {
  it('lists messages of all channels, newest first', async () => {
    expect(await outbox()).toEqual({ items: [], page: 1, page_size: 20, total: 0 });
    await queue(demo.current, { to: 'Minh@Example.com', locale: 'vi' });
    await deliver(demo.current);
    demo.current.clock.advance(1_000);
    await queue(demo.current, { channel: 'telegram', to: '4711' });
    await deliver(demo.current);
    demo.current.clock.advance(1_000);
    await queue(demo.current, { channel: 'sms', to: '+84912345678', locale: 'zh-CN' });
    await deliver(demo.current);
    const { items, total } = await outbox();
    expect(total).toBe(3);
    expect(items.map(({ channel, to, locale, kind }) => [channel, to, locale, kind])).toEqual([
      ['sms', '+84912345678', 'zh-CN', 'confirm_email'],
      ['telegram', '4711', 'en', 'confirm_email'],
      ['email', 'Minh@Example.com', 'vi', 'confirm_email'],
    ]);
    const [sms, telegram, mail] = items;
    expect([sms, telegram]).toMatchObject([
      { subject: null, html: null, text: messageWords('confirm_email', 'short', CODE, 'zh-CN') },
      { subject: null, html: null, text: messageWords('confirm_email', 'short', CODE) },
    ]);
    for (const { text } of [sms, telegram] as [{ text: string }, { text: string }]) expect(text).toContain('048213');
    expect(mail).toMatchObject({
      subject: messageWords('confirm_email', 'subject', CODE, 'vi'),
      html: expect.stringMatching(/^<!doctype html>\n<html lang="vi"/),
    });
    const rows = await demo.current.deps.db.selectFrom('messages').select(['state', 'sealed']).execute();
    expect(rows).toEqual(MESSAGE_CHANNELS.map(() => ({ state: 'sent', sealed: null })));
  });

  it('finds messages by exact address in any letter case, not by prefix', async () => {
    await queue(demo.current, { to: 'another.minh@example.com' });
    await deliver(demo.current);
    const to = async (address: string) => (await outbox({ to: address })).items.map((item) => item.to);
    expect(await to('MINH@example.com')).toEqual(['Minh@Example.com']);
    expect([await to('nobody@example.com'), await to('%'), await to('4711')]).toEqual([[], [], ['4711']]);
    expect((await callApp(demo.current.app, getOutbox, { to: 'a\0b' })).problem.code).toBe('invalid_query');
  });

  it('is paged', async () => {
    const all = (await outbox()).items;
    const pages = [await outbox({ page: 1, page_size: 3 }), await outbox({ page: 2, page_size: 3 })];
    expect(pages.flatMap(({ items }) => items)).toEqual(all);
    expect(pages.map(({ total, items }) => [total, items.length])).toEqual([
      [4, 3],
      [4, 1],
    ]);
    expect((await callApp(demo.current.app, getOutbox, { page: 'x' as never })).problem.code).toBe('invalid_query');
  });

  it('shows a mail as is, with scripts and fetches blocked', async () => {
    const [mail] = (await outbox({ to: 'minh@example.com' })).items;
    const response = await demo.current.app.request(`/api/dev/outbox/${mail!.id}/html`);
    expect([response.status, await response.text()]).toEqual([200, mail!.html]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=UTF-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    const policy = response.headers.get('content-security-policy')!.split('; ');
    expect(policy).toEqual(
      expect.arrayContaining(["default-src 'none'", "style-src 'unsafe-inline'", 'img-src data:', "frame-ancestors 'self'"]),
    );
    expect(policy.find((rule) => rule.startsWith('sandbox'))).toBe(
      'sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation',
    );
    const [text] = (await outbox({ to: '4711' })).items;
    for (const id of [text!.id, randomUUID(), 'x', "'%20or%20true"])
      expect((await demo.current.app.request(`/api/dev/outbox/${id}/html`)).status).toBe(404);
  });

  it('keeps the newest 500 messages', async () => {
    const { deps, clock } = demo.current;
    for (let count = 0; count < 498; count++) await queue(demo.current, { channel: 'sms', to: String(count) });
    clock.advance(1_000);
    for (let run = 0; run < 6; run++) await deliver(demo.current);
    const { total } = await outbox();
    expect(total).toBe(500);
    expect((await outbox({ to: 'minh@example.com' })).total).toBe(0);
    const { count } = await deps.db
      .selectFrom('outbox')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBe(500);
  });
});

it('the outbox does not exist outside the demo', async () => {
  await queue(site.current, {});
  await deliver(site.current);
  expect((await callApp(site.current.app, getOutbox, {})).problem).toMatchObject({ code: 'not_found', status: 404 });
  const [row] = await site.current.deps.db.selectFrom('messages').select(['id', 'state']).execute();
  expect(row!.state).toBe('waiting');
  expect((await site.current.app.request(`/api/dev/outbox/${row!.id}/html`)).status).toBe(404);
});
