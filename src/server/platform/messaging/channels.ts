import { sql } from 'kysely';
import { MESSAGE_CHANNELS, type MessageChannel } from '#contract/outbox.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { ANSWER_MS_MAX, type Channel, notSent, type Outcome, type Outgoing, retryAfterMs, withoutAnswer } from './channel.ts';
import { createSmtpChannel } from './smtp.ts';
import { createTelegramChannel } from './telegram.ts';

/** Null if the settings do not configure it: its messages wait. */
export type Channels = Record<MessageChannel, Channel | null>;

/** Creates the configured channels; in the demo, all of them end in the outbox. */
export function createChannels(deps: Pick<Deps, 'config' | 'db' | 'now'>): Channels {
  const { demo, mail, telegram, sms } = deps.config;
  if (demo) return Object.fromEntries(MESSAGE_CHANNELS.map((name) => [name, createOutboxChannel(deps)])) as Channels;
  return {
    email: mail && createSmtpChannel(mail),
    telegram: telegram && createTelegramChannel(telegram),
    sms: sms && createSmsChannel(sms),
  };
}

export function closeChannels(channels: Channels): void {
  for (const channel of Object.values(channels)) channel?.close();
}

/** The channel of the demo: messages are stored where all its visitors can read them. */
const createOutboxChannel = ({ db, now }: Pick<Deps, 'db' | 'now'>): Channel => ({
  send: async (message) => {
    await saveToOutbox(db, message, now());
    return { kind: 'sent' };
  },
  close: () => {},
});

const OUTBOX_MAX = 500;

/** Stores a message instead of sending it, and deletes all but the newest 500. */
async function saveToOutbox(db: Db, { id, to, subject, text, html }: Outgoing, at: Date): Promise<void> {
  await db
    .insertInto('outbox')
    .values({ message_id: id, destination: to, subject, body_text: text, body_html: html, sent_at: at })
    .onConflict((oc) => oc.column('message_id').doNothing())
    .execute();
  await sql`
    delete from outbox where message_id in (select message_id from outbox order by sent_at desc, message_id desc offset ${OUTBOX_MAX})`.execute(
    db,
  );
}

interface SmsSettings {
  url: string;
  token: string | null;
  answerMs?: number;
}

/**
 * Sends texts through any service, by one request (docs/decisions/017): POST `{to, text}` with the token as bearer and the row's id as
 * Idempotency-Key. Any 2xx means that the service has accepted it.
 */
export function createSmsChannel({ url, token, answerMs = ANSWER_MS_MAX }: SmsSettings): Channel {
  return {
    send: async ({ id, to, text }) => {
      const body = JSON.stringify({ to, text });
      const headers = {
        'Content-Type': 'application/json',
        'Idempotency-Key': id,
        ...(token !== null && { Authorization: `Bearer ${token}` }),
      };
      try {
        const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: AbortSignal.timeout(answerMs) });
        await answer.body?.cancel();
        return outcomeOf(answer);
      } catch (error) {
        return withoutAnswer('The SMS service', error);
      }
    },
    close: () => {},
  };
}

/** Statuses that concern the message itself; other refusals concern us, and can be fixed within the day. */
const ABOUT_MESSAGE = new Set([400, 409, 410, 413, 422]);

function outcomeOf({ ok, status, headers }: Response): Outcome {
  if (ok) return { kind: 'sent' };
  const problem = `The SMS service answered ${status}`;
  if (status === 429 || status === 503) return notSent(problem, retryAfterMs(headers.get('retry-after')));
  if (ABOUT_MESSAGE.has(status)) return { kind: 'refused', problem };
  return status >= 500 || status === 408 ? { kind: 'unknown', problem } : notSent(problem);
}
