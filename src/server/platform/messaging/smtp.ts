import type { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import { asProblem, type Channel, HAND_OVER_MS_MAX, type Outcome } from './channel.ts';

export interface SmtpSettings {
  /** smtp: or smtps:, with user, password and nodemailer's options in its query (`?requireTLS=true`). */
  url: string;
  /** An address, or a name and an address in angle brackets. */
  from: string;
  /** How long the server may keep silent. */
  silenceMs?: number;
  handOverMs?: number;
}

/** Mails over a few connections that are kept. */
export function createSmtpChannel({ url, from, silenceMs = 20_000, handOverMs = HAND_OVER_MS_MAX }: SmtpSettings): Channel {
  const transport = createTransport({
    ...{ pool: true, maxConnections: 5, url, disableFileAccess: true, disableUrlAccess: true },
    ...{ dnsTimeout: silenceMs, connectionTimeout: silenceMs, greetingTimeout: silenceMs, socketTimeout: silenceMs },
    // The queue tries again itself; only a kept connection that turns out to be closed is replaced at once.
    maxRequeues: 1,
  });
  const sender = senderOf(from);
  const domain = sender.address.replace(/^.*@/, '');
  // The body goes out when the server has asked for it (354), and not a byte before: who has read nothing of it has sent nothing.
  const bodies = new WeakMap<object, Readable[]>();
  transport.use('stream', (mail, done) => {
    const { message } = mail;
    const create = message.createReadStream.bind(message);
    const made: Readable[] = [];
    bodies.set(mail.data.signal!, made);
    message.createReadStream = (options) => {
      const stream = create(options);
      made.push(stream);
      return stream;
    };
    done();
  });
  return {
    send: async ({ id, to, locale, subject, text, html }) => {
      const signal = AbortSignal.timeout(handOverMs);
      try {
        await transport.sendMail({
          from: sender,
          to: { name: '', address: to },
          ...{ subject: subject ?? '', text, html: html ?? '' },
          messageId: `<${id}@${domain}>`,
          signal,
          // Out-of-office notes shall not answer a machine.
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', 'Content-Language': locale },
        });
        return { kind: 'sent' };
      } catch (error) {
        return outcomeOf(error as SmtpError, bodies.get(signal)?.some((body) => body.readableDidRead) ?? false);
      }
    },
    close: () => transport.close({ force: true }),
  };
}

/** Told apart here, so that no name is taken for a list of addresses. */
function senderOf(from: string): { name: string; address: string } {
  const [, name = '', address = from] = /^(.*)<(.+)>$/.exec(from) ?? [];
  return { name: name.trim(), address };
}

/** What nodemailer adds to its errors. */
type SmtpError = Error & { code?: string; command?: string; response?: string; responseCode?: number; permanent?: boolean };

/** Refusals of the recipient or the mail are for good. Of all else the operator may be rid within the day: a wrong password, our address refused. */
function outcomeOf(error: SmtpError, isBodySent: boolean): Outcome {
  const { code = '', command = '', response, responseCode = 0, permanent = false } = error;
  const problem = asProblem(`SMTP ${command || code}: ${response ?? error.message}`);
  // Not an address that a command could name: nothing was said to the server.
  if (code === 'EENVELOPE' && command === 'API') return { kind: 'refused', problem };
  if (responseCode >= 400) {
    const isAboutMessage = command === 'RCPT TO' || command === 'DATA';
    return permanent && isAboutMessage ? { kind: 'refused', problem } : { kind: 'not_sent', problem };
  }
  return { kind: isBodySent ? 'unknown' : 'not_sent', problem };
}
