import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Deps } from '#server/deps.ts';
import { isKeyedHash, keyedHash } from '#server/platform/crypto/server-keys.ts';
import { telegramBot } from './bot.ts';

export const WEBHOOK_PATH = '/api/telegram/webhook';

/** Maximum size of an update. A message may quote another, both with markup, so it is much larger than other requests. */
const UPDATE_BYTES_MAX = 512 * 1024;

const PURPOSE = 'telegram webhook';

/** Returns the secret that Telegram sends with every update, so that nobody else can submit updates; it depends on the bot's token. */
export const webhookSecret = ({ serverKeys }: Pick<Deps, 'serverKeys'>, token: string): string =>
  keyedHash(serverKeys[0], PURPOSE, token).toString('base64url');

/**
 * Mounts the webhook. It replies before handling the update, because Telegram redelivers updates that are not accepted and holds back later
 * ones. Mount it before the browsers' rate limits: all updates come from a few addresses. Requests without the secret get a 404.
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
