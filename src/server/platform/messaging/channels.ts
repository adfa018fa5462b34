import { sql } from 'kysely';
import { MESSAGE_CHANNELS, type MessageChannel } from '#contract/outbox.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { type Channel, notSent, type Outcome, type Outgoing } from './channel.ts';
import { createEsms } from './gateways/esms.ts';
import type { Gateway } from './gateways/gateway.ts';
import type { GatewayKind, GatewaySettings } from './gateways/gateway-settings.ts';
import { createPlainHttp } from './gateways/plain-http.ts';
import { createTelegramGateway } from './gateways/telegram-gateway.ts';
import { createTwilio } from './gateways/twilio.ts';
import { createSmtpChannel } from './smtp.ts';
import { createTelegramChannel } from './telegram.ts';

/** Null if the settings do not configure it: its messages wait. */
export type Channels = Record<MessageChannel, Channel | null>;

/** Creates the configured channels; in the demo, all of them end in the outbox. */
export function createChannels(deps: Pick<Deps, 'config' | 'db' | 'now'>): Channels {
  const { demo, mail, telegram } = deps.config;
  const gateways = createGateways(deps);
  if (demo) return Object.fromEntries(MESSAGE_CHANNELS.map((name) => [name, createOutboxChannel(deps)])) as Channels;
  return {
    email: mail && createSmtpChannel(mail),
    telegram: telegram && createTelegramChannel(telegram),
    sms: gateways.length === 0 ? null : createSmsChannel(gateways),
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

/** Creates the chosen gateways, in the order in which they are tried. */
export const createGateways = ({ config, now }: Pick<Deps, 'config' | 'now'>): Gateway[] =>
  config.sms.map((settings) => createGateway(settings, now, config.publicUrl ?? null));

function createGateway(settings: GatewaySettings, now: () => Date, publicUrl: string | null): Gateway {
  const receiptUrl = publicUrl === null ? null : `${publicUrl}${receiptPath(settings.kind)}`;
  switch (settings.kind) {
    case 'http':
      return createPlainHttp(settings);
    case 'telegram-gateway':
      return createTelegramGateway({ ...settings, now, receiptUrl });
    case 'esms':
      return createEsms(settings);
    case 'twilio':
      return createTwilio({ ...settings, now, receiptUrl });
  }
}

/** The path of our address for receipts of a gateway. */
export const receiptPath = (kind: GatewayKind): string => `/api/receipts-of-texts/${kind}`;

/**
 * Sends texts through the first gateway that takes them. The next one is tried only after one that certainly sent nothing, so a gateway
 * that is silent, or that answers what cannot be understood, ends the message.
 */
export function createSmsChannel(gateways: readonly Gateway[]): Channel {
  return {
    send: async (message) => {
      const avoided = ({ kind }: Gateway) => message.avoid?.includes(kind) ?? false;
      const unsent: Unsent[] = [];
      for (const gateway of [...gateways.filter((gateway) => !avoided(gateway)), ...gateways.filter(avoided)]) {
        const outcome = await gateway.send(message);
        if (outcome.kind === 'sent' || outcome.kind === 'unknown') return outcome;
        unsent.push(outcome);
      }
      return together(unsent);
    },
    close: () => {},
  };
}

type Unsent = Exclude<Outcome, { kind: 'sent' }>;

/** It is worth another attempt if any gateway said so, after the shortest wait that all of these ask for. */
function together(unsent: readonly Unsent[]): Outcome {
  const problem = unsent.map((outcome) => outcome.problem).join('; ');
  const later = unsent.filter((outcome) => outcome.kind === 'not_sent');
  if (later.length === 0) return { kind: 'refused', problem };
  const afterMs = Math.min(...later.map((outcome) => outcome.afterMs ?? 0));
  return notSent(problem, afterMs > 0 ? afterMs : undefined);
}
