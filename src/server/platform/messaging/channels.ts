import { MESSAGE_CHANNELS, type MessageChannel } from '#contract/outbox.ts';
import type { Deps } from '#server/deps.ts';
import type { Channel } from './channel.ts';
import { createOutboxChannel } from './outbox-channel.ts';
import { createSmsChannel } from './sms.ts';
import { createSmtpChannel } from './smtp.ts';
import { createTelegramChannel } from './telegram.ts';

/** Null where the settings name none: what goes there waits. */
export type Channels = Record<MessageChannel, Channel | null>;

/** The ways to people that the settings name; in the demo all of them end in the outbox. */
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
