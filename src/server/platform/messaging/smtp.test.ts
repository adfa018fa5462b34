import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { type SmtpBreak, smtpRefusal, startBreakingSmtpServer, startSmtpServer } from '#test/support/smtp-server.ts';
import type { Channel, Outgoing } from './channel.ts';
import { renderMessage } from './render.ts';
import { createSmtpChannel } from './smtp.ts';

const content = { kind: 'confirm_email', code: '048213', minutes: 10 } as const;
const mailTo = (to: string): Outgoing => ({
  ...{ id: randomUUID(), to, locale: 'vi', kind: 'confirm_email', code: null },
  ...renderMessage(content, 'vi', 'email'),
});

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});
const keep = <T extends { close: () => unknown }>(thing: T): T => {
  open.push(thing.close);
  return thing;
};
const channelTo = (url: string, more: { silenceMs?: number; handOverMs?: number } = {}): Channel =>
  keep(createSmtpChannel({ url, from: 'Match, point <no-reply@matchpoint.example>', ...more }));

describe('a mail', () => {
  it("is complete: sender, recipient, text and HTML, the row's id, and the mark of automatic mail", async () => {
    const server = keep(await startSmtpServer());
    const mail = mailTo('minh@example.com');
    expect(await channelTo(server.url).send(mail)).toEqual({ kind: 'sent' });
    expect(server.taken).toMatchObject([{ from: 'no-reply@matchpoint.example', to: ['minh@example.com'] }]);
    const { source } = server.taken[0]!;
    for (const header of [
      'From: "Match, point" <no-reply@matchpoint.example>',
      'To: minh@example.com',
      `Message-ID: <${mail.id}@matchpoint.example>`,
      'Auto-Submitted: auto-generated',
      'X-Auto-Response-Suppress: All',
      'Content-Language: vi',
    ])
      expect(source).toContain(`${header}\r\n`);
    expect(source).toMatch(/Content-Type: multipart\/alternative/);
    expect(source).toMatch(
      /Content-Type: text\/plain; charset=utf-8[\s\S]*048213[\s\S]*Content-Type: text\/html; charset=utf-8[\s\S]*048213/,
    );
  });

  it('that is not transactional says how a mail program unsubscribes its reader with one click', async () => {
    const server = keep(await startSmtpServer());
    const unsubscribe = `https://matchpoint.example/api/notifications/unsubscribe/one-click?token=${'x'.repeat(80)}`;
    await channelTo(server.url).send({ ...mailTo('minh@example.com'), unsubscribe });
    await channelTo(server.url).send(mailTo('minh@example.com'));
    const [digest, code] = server.taken.map(({ source }) => source.replace(/\r\n\s+/g, ' '));
    expect(digest).toContain(`List-Unsubscribe: <${unsubscribe}>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n`);
    expect(code).not.toMatch(/^List-Unsubscribe/m);
  });

  it('goes to one address only, whatever the address holds', async () => {
    const server = keep(await startSmtpServer());
    const channel = channelTo(server.url);
    for (const to of [
      'a@example.com, b@example.com',
      'a@example.com\r\nBcc: b@example.com',
      'a@example.com>\r\nRCPT TO:<b@example.com',
      'nobody',
    ]) {
      await channel.send(mailTo(to));
      for (const { to: taken } of server.taken.splice(0)) expect(taken).toHaveLength(1);
    }
    await channel.send(mailTo('a@example.com\r\nBcc: b@example.com'));
    for (const { source } of server.taken) expect(source).not.toMatch(/^Bcc:/m);
  });

  it('reuses a connection, and opens a new one if that was closed meanwhile', async () => {
    const server = keep(await startSmtpServer());
    const channel = channelTo(server.url);
    const send = async () => (await channel.send(mailTo('minh@example.com'))).kind;
    expect([await send(), await send(), server.connections()]).toEqual(['sent', 'sent', 1]);
    server.hangUp();
    expect([await send(), server.connections()]).toEqual(['sent', 2]);
    expect(server.taken).toHaveLength(3);
  });
});

describe('a server that refuses', () => {
  const answer = async (options: Parameters<typeof startSmtpServer>[0], path = '') => {
    const server = keep(await startSmtpServer(options));
    const outcome = await channelTo(server.url.replace('//', `//${path}`)).send(mailTo('minh@example.com'));
    expect(server.taken).toEqual([]);
    return outcome;
  };

  it('the recipient or the mail does so finally', async () => {
    expect(await answer({ onRcptTo: (_, __, done) => done(smtpRefusal(550, 'no <minh@example.com> here')) })).toEqual({
      kind: 'refused',
      problem: 'SMTP RCPT TO: 550 no <(address)> here',
    });
    const afterBody = {
      onData: (stream, _, done) => void stream.resume().on('end', () => done(smtpRefusal(552, 'too much'))),
    } satisfies Parameters<typeof startSmtpServer>[0];
    expect(await answer(afterBody)).toEqual({ kind: 'refused', problem: 'SMTP DATA: 552 too much' });
  });

  it('temporarily can be retried', async () => {
    expect(await answer({ onRcptTo: (_, __, done) => done(smtpRefusal(451, 'busy')) })).toEqual({
      kind: 'not_sent',
      problem: 'SMTP RCPT TO: 451 busy',
    });
    const afterBody = {
      onData: (stream, _, done) => void stream.resume().on('end', () => done(smtpRefusal(451, 'busy'))),
    } satisfies Parameters<typeof startSmtpServer>[0];
    expect(await answer(afterBody)).toEqual({ kind: 'not_sent', problem: 'SMTP DATA: 451 busy' });
    expect(await answer({ onConnect: (_, done) => done(smtpRefusal(421, 'later')) })).toMatchObject({ kind: 'not_sent' });
  });

  it('us can be retried once that is fixed', async () => {
    expect(await answer({ onMailFrom: (_, __, done) => done(smtpRefusal(553, 'not your address')) })).toMatchObject({ kind: 'not_sent' });
    const refused = await answer({ allowInsecureAuth: true, onAuth: (_, __, done) => done(smtpRefusal(535, 'no')) }, 'user:hunter2@');
    expect(refused).toMatchObject({ kind: 'not_sent', problem: expect.stringMatching(/^SMTP AUTH \w+: 535 no$/) });
  });
});

describe('a server that breaks off', () => {
  const broken = async (how: SmtpBreak) => {
    const server = keep(await startBreakingSmtpServer(how));
    const { kind } = await channelTo(server.url, { silenceMs: 150 }).send(mailTo('minh@example.com'));
    return { kind, whole: server.wholeMails() };
  };

  it.each(['hanging up', 'silence'] as const)('by %s before it asked for the mail was sent nothing', async (by) => {
    for (const at of ['greeting', 'recipient', 'data'] as const)
      expect(await broken({ at, by }), at).toEqual({ kind: 'not_sent', whole: 0 });
  });

  it.each(['hanging up', 'silence'] as const)('by %s when it has the mail may have taken it', async (by) => {
    expect(await broken({ at: 'body', by })).toEqual({ kind: 'unknown', whole: 1 });
  });

  it('is waited for no longer than handing over may take, however often it says a word', async () => {
    const server = keep(await startBreakingSmtpServer({ at: 'body', by: 'silence' }));
    expect(await channelTo(server.url, { handOverMs: 200 }).send(mailTo('minh@example.com'))).toMatchObject({ kind: 'unknown' });
  });

  it('or is not there was sent nothing', async () => {
    const server = await startSmtpServer();
    await server.close();
    expect(await channelTo(server.url).send(mailTo('minh@example.com'))).toMatchObject({ kind: 'not_sent' });
  });
});
