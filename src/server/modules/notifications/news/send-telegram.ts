import { setTimeout as sleep } from 'node:timers/promises';
import { Api, GrammyError } from 'grammy';
import { DAY_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { asProblem, retryMs } from '#server/platform/messaging/channel.ts';
import { telegramClient } from '#server/platform/messaging/telegram.ts';
import * as queue from './send-queries.ts';

const AT_ONCE = 20;
const IN_HAND_MS = 10 * 60_000;
/** Milliseconds between messages: Telegram allows a bot thirty messages a second. */
const APART_MS = 40;

/** Returns the Telegram API client of the bot; null if none is configured. */
export const speakerOf = ({ config: { telegram } }: Deps): Api | null => telegram && new Api(telegram.token, telegramClient(telegram));

/** Sends due notifications to chats: the first about a match as a message, later ones by editing it. Returns how many it claimed. */
export async function sendToChats(deps: Deps, api: Api, { apartMs = APART_MS } = {}): Promise<number> {
  const at = deps.now();
  const claimed = await queue.claimDue(deps.db, 'telegram', AT_ONCE, at, new Date(at.getTime() + IN_HAND_MS));
  const chats = await queue.findChats(
    deps.db,
    claimed.map(({ target }) => target),
  );
  const known = new Map(chats.map(({ id, subject }) => [id, subject]));
  let pauseMs = 0;
  for (const one of claimed) {
    const chat = known.get(one.target);
    // A silent update has nothing to edit without a message.
    if (chat === undefined || one.not_after <= at || (!one.loud && one.message_id === null))
      await queue.deleteNotifications(deps.db, [one]);
    else if (pauseMs > 0) await queue.putBack(deps.db, one, new Date(deps.now().getTime() + pauseMs));
    else {
      pauseMs = await notifyChat(deps, api, one, chat);
      await sleep(apartMs);
    }
  }
  return claimed.length;
}

/** Sends one notification to a chat. Returns how many milliseconds Telegram asks to wait, 0 if it does not. */
async function notifyChat(deps: Deps, api: Api, one: queue.DueNotification, chat: string): Promise<number> {
  const { db, log } = deps;
  try {
    await queue.saveShownMessage(db, one, await show(api, chat, one, textOf(deps, one)));
    return 0;
  } catch (error) {
    const { error_code: code, parameters } = error instanceof GrammyError ? error : { error_code: 500, parameters: {} };
    log.debug({ problem: asProblem(String(error)) }, 'failed to send a notification to a Telegram chat');
    const pauseMs = Math.min((parameters.retry_after ?? 0) * 1_000, DAY_MS);
    const nextTryAt = new Date(deps.now().getTime() + retryMs(one.tries, deps.randomBytes, pauseMs));
    // If the user blocked the bot or the chat is gone, a retry cannot succeed.
    if ((code !== 429 && code < 500) || nextTryAt >= one.not_after) await queue.deleteNotifications(db, [one]);
    else await queue.putBack(db, one, nextTryAt);
    return pauseMs;
  }
}

const PLAIN = { link_preview_options: { is_disabled: true } };

/** Sends or edits the message; returns the id of the message that now shows the notification. */
async function show(api: Api, chat: string, { message_id, loud }: queue.DueNotification, text: string): Promise<number> {
  if (message_id === null) return (await api.sendMessage(chat, text, PLAIN)).message_id;
  try {
    await api.editMessageText(chat, message_id, text, PLAIN);
    return message_id;
  } catch (error) {
    if (!(error instanceof GrammyError) || error.error_code !== 400) throw error;
    // The message already has this text, because the response to the last edit was lost. Otherwise the user has deleted it.
    if (error.description.includes('message is not modified') || !loud) return message_id;
    return (await api.sendMessage(chat, text, PLAIN)).message_id;
  }
}

const textOf = ({ config: { publicUrl } }: Deps, { payload: { title, body, url } }: queue.DueNotification): string =>
  [title, body, ...(publicUrl ? [publicUrl + url] : [])].join('\n');
