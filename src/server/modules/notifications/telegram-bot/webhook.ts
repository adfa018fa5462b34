import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Deps } from '#server/deps.ts';
import { isKeyedHash, keyedHash } from '#server/platform/crypto/server-keys.ts';
import { telegramBot } from './bot.ts';

export const WEBHOOK_PATH = '/api/telegram/webhook';

/** A message may quote another one, each with all its markup: much more than anybody else sends us at once. */
const UPDATE_BYTES_MAX = 512 * 1024;

const PURPOSE = 'telegram webhook';

/** What Telegram shows with every update, so that nobody else can tell us any; bound to the bot. */
export const webhookSecret = ({ serverKeys }: Pick<Deps, 'serverKeys'>, token: string): string =>
  keyedHash(serverKeys[0], PURPOSE, token).toString('base64url');

/**
 * Takes updates where Telegram is to bring them, and says so at once: it brings again what is not taken, and holds the next ones back. Mount it
 * before the limits for browsers: all updates come from a few addresses. To who does not show the secret there is nothing here.
 */
export function telegramWebhook(app: Hono, deps: Deps): void {
  const settings = deps.config.telegram;
  const bot = telegramBot(deps);
  if (settings?.updates !== 'webhook' || !bot) return;
  const isTelegram = (c: Context) => {
    const shown = Buffer.from(c.req.header('x-telegram-bot-api-secret-token') ?? '', 'base64url');
    return isKeyedHash(shown, deps.serverKeys, PURPOSE, settings.token);
  };
  const taken = (c: Context) => c.json({}, 200, { 'Cache-Control': 'no-store' });
  const refuseHuge = bodyLimit({ maxSize: UPDATE_BYTES_MAX, onError: taken });
  app.post(WEBHOOK_PATH, async (c, next) => {
    if (!isTelegram(c)) return next();
    const refused = await refuseHuge(c, async () => {});
    if (refused) return refused;
    void bot.take(await c.req.json().catch(() => null));
    return taken(c);
  });
}
