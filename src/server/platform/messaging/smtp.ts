import type { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import { asProblem, type Channel, HAND_OVER_MS_MAX, type Outcome } from './channel.ts';

export interface SmtpSettings {
  /** smtp: or smtps:, with user, password and nodemailer's options in its query (`?requireTLS=true`). */
  url: string;
  /** An address, or a name and an address in angle brackets. */
  from: string;
  /** How long the server may stay silent, in milliseconds. */
  silenceMs?: number;
  handOverMs?: number;
}

/** Sends mails over a few connections that are reused. */
export function createSmtpChannel({ url, from, silenceMs = 20_000, handOverMs = HAND_OVER_MS_MAX }: SmtpSettings): Channel {
  const transport = createTransport({
    ...{ pool: true, maxConnections: 5, url, disableFileAccess: true, disableUrlAccess: true },
    ...{ dnsTimeout: silenceMs, connectionTimeout: silenceMs, greetingTimeout: silenceMs, socketTimeout: silenceMs },
    // The queue retries by itself; only a reused connection that turns out to be closed is replaced at once.
    maxRequeues: 1,
  });
  const sender = senderOf(from);
  const domain = sender.address.replace(/^.*@/, '');
  // The body is sent only once the server has asked for it (354): if nothing of it was read, nothing was sent.
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
    send: async ({ id, to, locale, subject, text, html, unsubscribe }) => {
      const signal = AbortSignal.timeout(handOverMs);
      try {
        await transport.sendMail({
          from: sender,
          to: { name: '', address: to },
          ...{ subject: subject ?? '', text, html: html ?? '' },
          messageId: `<${id}@${domain}>`,
          signal,
          // Prevents out-of-office replies to automatic mail.
          headers: {
            ...{ 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', 'Content-Language': locale },
            // RFC 8058.
            ...(unsubscribe && { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
          },
        });
        return { kind: 'sent' };
      } catch (error) {
        return outcomeOf(error as SmtpError, bodies.get(signal)?.some((body) => body.readableDidRead) ?? false);
      }
    },
    close: () => transport.close({ force: true }),
  };
}

/** Splits the name from the address here, so that no name is parsed as a list of addresses. */
function senderOf(from: string): { name: string; address: string } {
  const [, name = '', address = from] = /^(.*)<(.+)>$/.exec(from) ?? [];
  return { name: name.trim(), address };
}

/** The fields that nodemailer adds to its errors. */
type SmtpError = Error & { code?: string; command?: string; response?: string; responseCode?: number; permanent?: boolean };

/**
 * Refusals of the recipient or the mail are final. The operator may fix everything else within the day, such as a wrong password or a
 * refused sender address.
 */
function outcomeOf(error: SmtpError, isBodySent: boolean): Outcome {
  const { code = '', command = '', response, responseCode = 0, permanent = false } = error;
  const problem = asProblem(`SMTP ${command || code}: ${response ?? error.message}`);
  // The address cannot be used in a command, so nothing was sent to the server.
  if (code === 'EENVELOPE' && command === 'API') return { kind: 'refused', problem };
  if (responseCode >= 400) {
    const isAboutMessage = command === 'RCPT TO' || command === 'DATA';
    return permanent && isAboutMessage ? { kind: 'refused', problem } : { kind: 'not_sent', problem };
  }
  return { kind: isBodySent ? 'unknown' : 'not_sent', problem };
}
