import { setTimeout as sleep } from 'node:timers/promises';
import { Api, GrammyError, HttpError } from 'grammy';
import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { LOCALES, type Locale } from '#domain/identity/locale.ts';
import type { Deps } from '#server/deps.ts';
import { isKeyedHash, keyedHash } from '#server/platform/crypto/server-keys.ts';
import { asProblem, retryMs } from '#server/platform/messaging/channel.ts';
import { telegramClient } from '#server/platform/messaging/telegram.ts';
import { BOT_COMMANDS, GROUP_COMMANDS } from '#texts/shapes.ts';
import { type TelegramBot, telegramBot } from './bot.ts';
import { BOT_WORDS } from './commands.ts';
import { ALLOWED_UPDATES } from './updates.ts';

/** How long Telegram holds a long poll open without updates. */
const POLL_SECONDS = 25;
/** Delay when another process polls the same bot, which an operator has to resolve. */
const CONFLICT_MS = 60_000;

export interface ListenerOptions {
  pollSeconds?: number;
  /** Returns the delay in milliseconds after `tries` consecutive failures, the last with `error`. */
  waitMs?: (tries: number, error: unknown) => number;
}

/**
 * Starts receiving the bot's updates as TELEGRAM_UPDATES says: by long polling or by registering the webhook. Runs until `stop`, which
 * waits for updates being handled.
 */
export function startTelegram(deps: Deps, options: ListenerOptions = {}): { stop: () => Promise<void> } {
  const bot = telegramBot(deps);
  const settings = deps.config.telegram;
  if (!bot || !settings) return { stop: async () => {} };
  const stopping = new AbortController();
  const { signal } = stopping;
  const { pollSeconds = POLL_SECONDS } = options;
  const api = new Api(settings.token, telegramClient({ ...settings, answerMs: (pollSeconds + 10) * 1_000, signal }));
  const tries = persistent(deps, signal, options.waitMs ?? ((count, error) => patienceMs(count, error, deps.randomBytes)));
  const running = listen();
  return {
    stop: async () => {
      stopping.abort();
      await running;
      await bot.idle();
    },
  };

  async function listen(): Promise<void> {
    if (settings!.updates === 'none') return;
    if (settings!.updates === 'webhook') {
      const secret_token = webhookSecret(deps, settings!.token);
      await tries(() => api.setWebhook(deps.config.publicUrl + WEBHOOK_PATH, { secret_token, allowed_updates: ALLOWED_UPDATES }));
      return showMenu(deps, api);
    }
    // Telegram delivers updates either way, not both.
    await tries(() => api.deleteWebhook());
    await showMenu(deps, api);
    await poll(api, bot!, tries, signal, pollSeconds);
  }
}

/** Registers the command menu that Telegram shows, in our languages. Optional: a failure waits for the next start. */
async function showMenu({ log }: Deps, api: Api): Promise<void> {
  const show = async (locale: Locale) => {
    const commands = BOT_COMMANDS.map((command) => ({ command, description: BOT_WORDS[locale].commands[command] }));
    await api.setMyCommands(commands, { scope: { type: 'all_private_chats' }, ...MENU_LANGUAGE[locale] });
    const inGroups = GROUP_COMMANDS.map((command) => ({ command, description: BOT_WORDS[locale].group_commands[command] }));
    await api.setMyCommands(inGroups, { scope: { type: 'all_group_chats' }, ...MENU_LANGUAGE[locale] });
  };
  await Promise.all(LOCALES.map(show)).catch((error) =>
    log.warn({ problem: problemOf(error) }, 'Telegram did not accept the command menu'),
  );
}

/** Two-letter language codes; other languages see the first menu. */
const MENU_LANGUAGE = { en: {}, 'zh-CN': { language_code: 'zh' }, vi: { language_code: 'vi' } } as const satisfies Record<Locale, object>;

type Persistent = <T>(ask: () => Promise<T>) => Promise<T | undefined>;

/** Requests updates after the last one handled, which confirms the earlier ones to Telegram. */
async function poll(api: Api, bot: TelegramBot, tries: Persistent, signal: AbortSignal, timeout: number): Promise<void> {
  let offset = 0;
  while (!signal.aborted) {
    const updates = await tries(() => api.getUpdates({ offset, timeout, allowed_updates: ALLOWED_UPDATES }));
    for (const { update_id } of updates ?? []) offset = Math.max(offset, update_id + 1);
    await Promise.all((updates ?? []).map((update) => bot.take(update)));
  }
}

/** Retries a call until it succeeds; returns undefined if aborted. Logs only the first of consecutive failures. */
function persistent({ log }: Deps, signal: AbortSignal, waitMs: NonNullable<ListenerOptions['waitMs']>): Persistent {
  let failures = 0;
  return async (ask) => {
    while (!signal.aborted) {
      try {
        const answer = await ask();
        if (failures > 0) log.info('Telegram is reachable again');
        failures = 0;
        return answer;
      } catch (error) {
        if (signal.aborted) return undefined;
        failures++;
        if (failures === 1) log.warn({ problem: problemOf(error) }, 'cannot get updates from Telegram; retrying');
        await sleep(waitMs(failures, error), undefined, { signal }).catch(() => {});
      }
    }
    return undefined;
  };
}

/** Returns the retry delay: longer each time, and at least as long as Telegram asks for. */
export function patienceMs(tries: number, error: unknown, randomBytes: Deps['randomBytes']): number {
  const { error_code, parameters } = error instanceof GrammyError ? error : { error_code: 0, parameters: {} };
  const askedMs = error_code === 409 ? CONFLICT_MS : (parameters.retry_after ?? 0) * 1_000;
  return retryMs(tries, randomBytes, askedMs);
}

const problemOf = (error: unknown): string =>
  asProblem(String(error instanceof HttpError ? `${error.message} ${String(error.error)}` : error));

const WEBHOOK_PATH = '/api/telegram/webhook';

/** Maximum size of an update. A message may quote another, both with markup, so it is much larger than other requests. */
const UPDATE_BYTES_MAX = 512 * 1024;

const PURPOSE = 'telegram webhook';

/** Returns the secret that Telegram sends with every update, so that nobody else can submit updates; it depends on the bot's token. */
const webhookSecret = ({ serverKeys }: Pick<Deps, 'serverKeys'>, token: string): string =>
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
  const taken = (c: Context) => c.json({});
  const refuseHuge = bodyLimit({ maxSize: UPDATE_BYTES_MAX, onError: taken });
  app.post(WEBHOOK_PATH, async (c, next) => {
    if (!isTelegram(c)) return next();
    const refused = await refuseHuge(c, async () => {});
    if (refused) return refused;
    void bot.take(await c.req.json().catch(() => null));
    return taken(c);
  });
}
