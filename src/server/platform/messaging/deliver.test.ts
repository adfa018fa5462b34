import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts';
import { useTestApp } from '#test/support/app.ts';
import { startMessageService } from '#test/support/message-services.ts';
import { type SmtpBreak, smtpRefusal, startBreakingSmtpServer, startSmtpServer } from '#test/support/smtp-server.ts';
import { type Channels, closeChannels, createChannels } from './channels.ts';
import { claimMessage, deliverDue, endUnsent, messageJobs, purgeMessages } from './deliver.ts';
import type { Message, MessageContent } from './message.ts';
import { queueMessage } from './queue.ts';

const test = useTestApp({ FEED: 'none' });

const code: MessageContent = { kind: 'confirm_email', code: '048213', minutes: 10 };
const warning: MessageContent = {
  ...{ kind: 'password_changed', at: '2026-11-20T12:00:00.000Z', device: { browser: null, system: null }, country: null },
  ...{ timeZone: 'UTC', link: 'https://matchpoint.example/not-me#t' },
};
const mail = (more: Partial<Message> = {}): Message => ({
  ...{ key: randomUUID(), userId: null, channel: 'email', to: 'minh@example.com', locale: 'en', content: warning },
  ...more,
});
const queue = (more: Partial<Message> = {}) => queueMessage(test.current.deps, test.current.deps.db, mail(more));
const rows = () =>
  test.current.deps.db.selectFrom('messages').selectAll().orderBy('created_at').orderBy('channel').orderBy('state', 'desc').execute();
const onlyRow = async () => {
  const all = await rows();
  expect(all).toHaveLength(1);
  return all[0]!;
};

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});
beforeEach(() => test.current.deps.db.deleteFrom('messages').execute());

/** The channels, as made from settings. */
function channelsWith(settings: { smtp?: string; sms?: string; telegram?: string }): Channels {
  const { deps } = test.current;
  const config = {
    ...deps.config,
    mail: settings.smtp ? { url: settings.smtp, from: 'Matchpoint <no-reply@matchpoint.example>' } : null,
    sms: settings.sms ? [{ kind: 'http' as const, url: settings.sms, token: null }] : [],
    telegram: settings.telegram ? { token: '1:t', apiUrl: settings.telegram, oauthUrl: '', updates: 'none' as const } : null,
  };
  const channels = createChannels({ ...deps, config });
  open.push(() => closeChannels(channels));
  return channels;
}
async function smtp(options: Parameters<typeof startSmtpServer>[0] = {}) {
  const server = await startSmtpServer(options);
  open.push(server.close);
  const { email } = channelsWith({ smtp: server.url });
  return { ...server, deliver: () => deliverDue(test.current.deps, 'email', email!) };
}

describe('a message', () => {
  it('is sent once, and what it said is erased', async () => {
    const server = await smtp();
    await queue({ to: 'lan@example.com' });
    expect((await onlyRow()).sealed).not.toBeNull();
    expect([await server.deliver(), await server.deliver()]).toEqual([1, 0]);
    expect(server.taken.map(({ to }) => to)).toEqual([['lan@example.com']]);
    expect(await onlyRow()).toMatchObject({ state: 'sent', sealed: null, tries: 1, problem: null, ended_because: null });
  });

  it('of a transaction that was rolled back does not exist', async () => {
    const { deps } = test.current;
    const undone = deps.db.transaction().execute(async (db) => {
      await queueMessage(deps, db, mail());
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    expect(await rows()).toEqual([]);
  });

  it('is queued once per key; without a recipient, it gets a row but no mail', async () => {
    const server = await smtp();
    await queue({ key: 'the same' });
    await queue({ key: 'the same' });
    expect(await rows()).toHaveLength(1);
    await queue({ to: null });
    expect((await rows()).map(({ state, sealed }) => ({ state, isSealed: sealed !== null }))).toEqual(
      Array(2).fill({ state: 'waiting', isSealed: true }),
    );
    expect(await server.deliver()).toBe(2);
    expect(server.taken).toHaveLength(1);
    expect((await rows()).map(({ state, ended_because, sealed }) => ({ state, ended_because, sealed }))).toEqual([
      { state: 'sent', ended_because: null, sealed: null },
      { state: 'ended', ended_because: 'nobody', sealed: null },
    ]);
  });

  it('is sent once when a hundred are taken by four processes at once', async () => {
    const server = await smtp();
    const addresses = Array.from({ length: 100 }, (_, index) => `user${index}@example.com`);
    for (const to of addresses) await queue({ to });
    const counts = await Promise.all(Array.from({ length: 4 }, server.deliver));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(100);
    expect(server.taken.flatMap(({ to }) => to).sort()).toEqual(addresses.sort());
    expect(new Set((await rows()).map(({ state, tries }) => `${state} ${tries}`))).toEqual(new Set(['sent 1']));
  });

  it('is left waiting when its process may not go on, except for those being sent', async () => {
    const { deps } = test.current;
    const server = await startSmtpServer();
    open.push(server.close);
    const { email } = channelsWith({ smtp: server.url });
    for (let count = 0; count < 20; count++) await queue();
    const claimed = await deliverDue(deps, 'email', email!, () => server.taken.length < 3);
    expect(claimed).toBeGreaterThanOrEqual(3);
    expect(claimed).toBeLessThanOrEqual(3 + 5);
    expect((await rows()).map(({ state }) => state).sort()).toEqual([
      ...Array(claimed).fill('sent'),
      ...Array(20 - claimed).fill('waiting'),
    ]);
    expect(await deliverDue(deps, 'email', email!)).toBe(20 - claimed);
  });

  it('that was claimed when its process died is ended after five minutes, and not sent again', async () => {
    const { deps, clock } = test.current;
    const server = await smtp();
    await queue();
    expect(await claimMessage(deps.db, 'email', deps.now())).not.toBeNull();
    clock.advance(5 * MINUTE_MS);
    await endUnsent(deps);
    expect([await server.deliver(), (await onlyRow()).state]).toEqual([0, 'sending']);
    clock.advance(1);
    await endUnsent(deps);
    expect([await server.deliver(), server.taken]).toEqual([0, []]);
    expect(await onlyRow()).toMatchObject({ state: 'ended', ended_because: 'outcome_unknown', sealed: null });
  });
});

describe('a message that cannot be sent', () => {
  it('is tried again later and later, and ended after a day with why', async () => {
    const { deps, clock } = test.current;
    const server = await smtp({ onRcptTo: (_, __, done) => done(smtpRefusal(451, 'busy')) });
    const dice = { ...deps, randomBytes: (count: number) => new Uint8Array(count) };
    const { email } = channelsWith({ smtp: server.url });
    await queue();
    const queuedMs = clock.now().getTime();
    const waits: number[] = [];
    while (clock.now().getTime() - queuedMs <= 24 * HOUR_MS) {
      expect(await deliverDue(dice, 'email', email!)).toBe(1);
      const { next_try_at, state, sealed } = await onlyRow();
      expect([state, sealed !== null]).toEqual(['waiting', true]);
      waits.push((next_try_at.getTime() - clock.now().getTime()) / SECOND_MS);
      clock.set(new Date(next_try_at.getTime() - 1));
      expect(await deliverDue(dice, 'email', email!)).toBe(0);
      await endUnsent(deps);
      clock.advance(1);
    }
    expect(waits.slice(0, 10)).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900, 900]);
    await endUnsent(deps);
    expect([await server.deliver(), server.taken]).toEqual([0, []]);
    expect(await onlyRow()).toMatchObject({
      ...{ state: 'ended', ended_because: 'too_old', sealed: null, tries: waits.length },
      problem: 'not sent within a day: SMTP RCPT TO: 451 busy',
    });
  });

  it('is retried at a random time, never before half the interval', async () => {
    const { deps, clock } = test.current;
    const server = await smtp({ onRcptTo: (_, __, done) => done(smtpRefusal(451, 'busy')) });
    const { email } = channelsWith({ smtp: server.url });
    await queue();
    await deliverDue({ ...deps, randomBytes: (count: number) => new Uint8Array(count).fill(255) }, 'email', email!);
    expect((await onlyRow()).next_try_at.getTime() - clock.now().getTime()).toBe(2_500);
  });

  it('waits as long as the service asks, and so do the others of its channel', async () => {
    const { deps, clock } = test.current;
    const busy = await startMessageService(() => ({
      ...{ status: 429, body: { ok: false, error_code: 429, description: 'Too Many Requests', parameters: { retry_after: 90 } } },
    }));
    open.push(busy.close);
    const { telegram } = channelsWith({ telegram: busy.url });
    for (let count = 0; count < 20; count++) await queue({ channel: 'telegram', to: String(count) });
    await deliverDue(deps, 'telegram', telegram!);
    const tried = (await rows()).filter(({ tries }) => tries > 0);
    expect(tried).toHaveLength(5);
    for (const { state, next_try_at } of tried) {
      expect([state, next_try_at.getTime() - clock.now().getTime()]).toEqual(['waiting', 90 * SECOND_MS]);
    }
  });

  it('because it was refused is ended with the reason, without the address', async () => {
    const server = await smtp({ onRcptTo: ({ address }, _, done) => done(smtpRefusal(550, `no ${address} here`)) });
    await queue();
    await server.deliver();
    expect(await onlyRow()).toMatchObject({
      ...{ state: 'ended', ended_because: 'refused', sealed: null, problem: 'SMTP RCPT TO: 550 no (address) here' },
    });
  });

  it.each<[SmtpBreak['at'], string, string | null]>([
    ['data', 'waiting', null],
    ['body', 'ended', 'outcome_unknown'],
  ])('because the server hung up at its %s is then %s', async (at, state, because) => {
    const server = await startBreakingSmtpServer({ at, by: 'hanging up' });
    open.push(server.close);
    await queue();
    await deliverDue(test.current.deps, 'email', channelsWith({ smtp: server.url }).email!);
    expect(await onlyRow()).toMatchObject({ state, ended_because: because });
    expect(server.wholeMails()).toBe(at === 'body' ? 1 : 0);
  });

  it('before its code expired is not sent', async () => {
    const server = await smtp();
    const { clock } = test.current;
    await queue({ content: code });
    clock.advance(10 * MINUTE_MS - 1);
    await queue({ content: code, to: 'lan@example.com' });
    clock.advance(1);
    await server.deliver();
    expect(server.taken.map(({ to }) => to)).toEqual([['lan@example.com']]);
    expect((await rows())[0]).toMatchObject({ state: 'ended', ended_because: 'too_old', problem: expect.stringContaining('expired') });
  });

  it('because its key was removed reports this', async () => {
    const { deps } = test.current;
    const server = await smtp();
    await queueMessage({ ...deps, serverKeys: [new Uint8Array(32).fill(9)] }, deps.db, mail());
    await server.deliver();
    expect([server.taken, await onlyRow()]).toMatchObject([[], { state: 'ended', ended_because: 'unreadable', sealed: null }]);
  });

  it('by this version is left to a newer one', async () => {
    const server = await smtp();
    await queue({ content: { ...code, kind: 'of tomorrow' } as never });
    await server.deliver();
    expect(await onlyRow()).toMatchObject({ state: 'waiting', problem: 'this version has no words for "of tomorrow"' });
  });

  it('for lack of a channel waits while others are sent, and is ended after a day', async () => {
    const { deps, clock } = test.current;
    const service = await startMessageService(() => ({ status: 200 }));
    open.push(service.close);
    await queue();
    await queue({ channel: 'sms', to: '+84912345678' });
    const jobs = messageJobs(channelsWith({ sms: service.url }));
    expect(jobs.map(({ name }) => name)).toEqual(['messages by sms']);
    await jobs[0]!.run(deps);
    expect(service.heard.map(({ body }) => body.to)).toEqual(['+84912345678']);
    expect((await rows()).map(({ channel, state }) => [channel, state])).toEqual([
      ['email', 'waiting'],
      ['sms', 'sent'],
    ]);
    clock.advance(24 * HOUR_MS + 1);
    await endUnsent(deps);
    expect((await rows())[0]).toMatchObject({ ended_because: 'too_old', problem: 'not sent within a day: no settings for email' });
  });
});

it('messages are deleted 30 days after they ended', async () => {
  const { deps, clock } = test.current;
  const server = await smtp();
  await queue();
  await server.deliver();
  await queue({ key: 'waits' });
  clock.advance(30 * 24 * HOUR_MS);
  await purgeMessages(deps);
  expect(await rows()).toHaveLength(2);
  clock.advance(1);
  await purgeMessages(deps);
  expect((await rows()).map(({ key }) => key)).toEqual(['waits']);
});
