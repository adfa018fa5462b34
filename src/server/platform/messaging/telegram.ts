import { Api, type ApiClientOptions, GrammyError, HttpError } from 'grammy';
import { ANSWER_MS_MAX, asProblem, type Channel, notSent, type Outcome, retryAfterMs, withoutAnswer } from './channel.ts';

export interface TelegramSettings {
  token: string;
  /** Without a slash at the end. */
  apiUrl: string;
  answerMs?: number;
}

/** Messages from our bot; `to` is the id of a chat that its owner opened with it. */
export function createTelegramChannel(settings: TelegramSettings): Channel {
  const api = new Api(settings.token, telegramClient(settings));
  return {
    send: async ({ to, text }) => {
      try {
        // A preview would have Telegram open the link.
        await api.sendMessage(to, text, { link_preview_options: { is_disabled: true } });
        return { kind: 'sent' };
      } catch (error) {
        if (error instanceof GrammyError) return outcomeOf(error);
        return withoutAnswer('Telegram', error instanceof HttpError ? error.error : error);
      }
    },
    close: () => {},
  };
}

/** How grammY asks Telegram's Bot API: at no other address than this, for so long, and until `signal` ends it. */
export function telegramClient({ apiUrl, answerMs = ANSWER_MS_MAX, signal }: TelegramAccess): ApiClientOptions {
  const ending = () => (signal ? AbortSignal.any([signal, AbortSignal.timeout(answerMs)]) : AbortSignal.timeout(answerMs));
  // Node's own fetch tells a connection that never came about from one that broke; grammY's signals are of another kind than it takes.
  const plainFetch = (url: string, { method, headers, body }: RequestInit) =>
    fetch(url, { method, headers, body, redirect: 'manual', signal: ending() } as RequestInit);
  return { apiRoot: apiUrl, fetch: plainFetch as unknown as NonNullable<ApiClientOptions['fetch']> };
}

type TelegramAccess = Omit<TelegramSettings, 'token'> & { signal?: AbortSignal };

/** A token that is not taken can be mended; who blocked the bot, or whose chat is gone, is not reached by trying again. */
function outcomeOf({ error_code, description, parameters }: GrammyError): Outcome {
  const problem = asProblem(`Telegram answered ${error_code}: ${description}`);
  if (error_code === 429) return notSent(problem, retryAfterMs(parameters.retry_after));
  if (error_code === 401 || error_code === 404) return notSent(problem);
  return { kind: error_code >= 500 ? 'unknown' : 'refused', problem };
}
