import type { ReplyOf } from '#contract/endpoint.ts';
import type { createBindToken as createBindTokenEndpoint, unbindTelegram as unbindTelegramEndpoint } from '#contract/oauth.ts';
import type { Deps } from '#server/deps.ts';
import { lockUser, requireConfirmed, requireStepUp, requireUser, unlinkAccount, warn } from '#server/modules/identity/public.ts';
import type { SignedIn } from '#server/platform/http/access-token.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { asProblem } from '#server/platform/messaging/channel.ts';
import { transact } from '#server/platform/transact.ts';
import { issueToken } from './binding.ts';
import { type TelegramBot, telegramBot } from './bot.ts';
import * as telegram from './queries.ts';

/**
 * Returns the link and command that link the caller's Telegram account. Throws `contact_unconfirmed`, and `unavailable` if there is no bot
 * or Telegram does not report its name.
 */
export async function createBindToken(deps: Deps, { id, sessionId }: SignedIn): Promise<ReplyOf<typeof createBindTokenEndpoint>> {
  const user = await requireUser(deps, id);
  requireConfirmed(user);
  await requireStepUp(deps, { id, sessionId });
  const bot = telegramBot(deps);
  if (!bot) throw new AppError('unavailable');
  const linked = await telegram.findLink(deps.db, user.id);
  if (linked?.reachable) throw new AppError('telegram_already_bound');
  const name = await botName(deps, bot);
  const { token, expiresAt } = await issueToken(deps, user.id, sessionId);
  return { url: `https://t.me/${name}?start=${token}`, command: `/start ${token}`, bot: name, expires_at: expiresAt.toISOString() };
}

/** Returns the name of the bot. Throws `unavailable` if Telegram does not report it. */
export async function botName({ log }: Deps, bot: TelegramBot): Promise<string> {
  try {
    return (await bot.self()).username;
  } catch (error) {
    log.warn({ problem: asProblem(String(error)) }, 'Telegram did not report the name of the bot');
    throw new AppError('unavailable');
  }
}

/** Returns the name of the bot. Throws `unavailable` if there is none or Telegram does not report its name. */
export async function requireBotName(deps: Deps): Promise<string> {
  const bot = telegramBot(deps);
  if (!bot) throw new AppError('unavailable');
  return botName(deps, bot);
}

/** Unlinks the caller's Telegram account and warns their contacts, including the chat itself. */
export async function unbindTelegram(
  deps: Deps,
  caller: SignedIn,
  request: RequestContext,
): Promise<ReplyOf<typeof unbindTelegramEndpoint>> {
  await requireUser(deps, caller.id);
  await requireStepUp(deps, caller);
  await transact(deps, async (db, announce) => {
    const before = await lockUser(db, caller);
    if (!before) throw new AppError('unauthorized');
    await warn(deps, db, before, 'account_unlinked', request);
    await unlinkAccount(db, before, { type: 'telegram' });
    announce(`me:${before.id}`, { t: 'account' });
  });
  return {};
}
