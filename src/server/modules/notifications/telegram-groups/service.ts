import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { askTelegramGroup, unbindTelegramGroup } from '#contract/tipping-telegram.ts';
import type { Deps } from '#server/deps.ts';
import { telegramBot } from '#server/modules/notifications/telegram-bot/bot.ts';
import { botName } from '#server/modules/notifications/telegram-bot/service.ts';
import { asHelper, asOwner } from '#server/modules/tipping/public.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { type RequestLimit, requestLimit } from '#server/platform/http/request-limit.ts';
import { issueCode, unbindGroup } from './chats.ts';

const LINKS_PER_HOUR = 20;
export const groupLinkLimit = (deps: Deps): RequestLimit => requestLimit(deps, 'telegram-group-link', LINKS_PER_HOUR, 60 * 60);

/**
 * Returns the link with which a group's owner connects a Telegram chat. Throws `not_found`, `forbidden`, and `unavailable` if there is no
 * bot or Telegram does not report its name.
 */
export async function askForGroupChat(
  deps: Deps,
  limit: RequestLimit,
  userId: string,
  { group_id }: ParsedInputOf<typeof askTelegramGroup>,
): Promise<ReplyOf<typeof askTelegramGroup>> {
  await limit.count(userId);
  const { code, expiresAt } = await asOwner(deps, userId, group_id, (db) => issueCode(deps, db, group_id, userId));
  const bot = telegramBot(deps);
  if (!bot) throw new AppError('unavailable');
  const name = await botName(deps, bot);
  return { url: `https://t.me/${name}?startgroup=${code}`, command: `/start@${name} ${code}`, expires_at: expiresAt.toISOString() };
}

/** Disconnects the Telegram chat of a group. Throws `not_found`, `forbidden` for plain members. */
export const disconnectGroupChat = (
  deps: Deps,
  userId: string,
  { group_id }: ParsedInputOf<typeof unbindTelegramGroup>,
): Promise<ReplyOf<typeof unbindTelegramGroup>> =>
  asHelper(deps, userId, group_id, async (db) => {
    await unbindGroup(db, group_id);
    return {};
  });
