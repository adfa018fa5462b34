import { timingSafeEqual } from 'node:crypto';
import type { Config } from '#server/config.ts';
import { derivedKey, type ServerKeys } from '#server/platform/crypto/server-keys.ts';
import { type BotApi, createBotApi } from './bot-api.ts';
import { createGoogleProvider } from './google.ts';

/** Telegram and Google as a demo plays them itself. */
export interface Elsewhere {
  botToken: string;
  botApi: BotApi;
  google: ReturnType<typeof createGoogleProvider>;
}

/** Where the demo's own Telegram and Google are found on the site. */
export const TELEGRAM_PATH = '/api/dev/telegram';
export const GOOGLE_PATH = '/api/dev/google';

const played = new WeakMap<Config, Elsewhere>();

/** Returns what is played under these settings; null outside of a demo that plays them. */
export const elsewhereOf = (config: Config): Elsewhere | null => played.get(config) ?? null;

/**
 * Returns the settings of a demo that plays Telegram and Google itself. Settings of anything else come back as they are, and so do those of
 * a demo with a bot or a client of its own. The site's own port must be known, as the bot finds Telegram there.
 */
export function playElsewhere(config: Config, serverKeys: ServerKeys, now: () => Date): Config {
  if (!config.demo || config.telegram !== null || config.google !== null || config.port === 0) return config;
  const host = config.host === '0.0.0.0' ? '127.0.0.1' : config.host;
  const site = `http://${host.includes(':') ? `[${host}]` : host}:${config.port}`;
  const botToken = `1:${derivedKey(serverKeys[0], 'demo-bot').toString('base64url')}`;
  const client = { id: 'matchpoint-demo', secret: derivedKey(serverKeys[0], 'demo-google').toString('base64url') };
  const issuer = site + GOOGLE_PATH;
  const withBoth: Config = {
    ...config,
    telegram: { token: botToken, apiUrl: site + TELEGRAM_PATH, oauthUrl: `${site}${TELEGRAM_PATH}/sign-in`, updates: 'polling' },
    google: { clientId: client.id, clientSecret: client.secret, issuer },
  };
  played.set(withBoth, { botToken, botApi: createBotApi(botToken, now), google: createGoogleProvider(issuer, client, now) });
  return withBoth;
}

/** Compares in a time that says nothing about where texts differ. */
export const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
