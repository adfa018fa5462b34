import { Api, type ApiClientOptions, GrammyError, HttpError } from 'grammy';
import { ANSWER_MS_MAX, asProblem, type Channel, notSent, type Outcome, retryAfterMs, withoutAnswer } from './channel.ts';

export interface TelegramSettings {
  token: string;
  /** Without a slash at the end. */
  apiUrl: string;
  answerMs?: number;
}

/** Sends messages from our bot; `to` is the id of a chat that its owner opened with it. */
export function createTelegramChannel(settings: TelegramSettings): Channel {
  const api = new Api(settings.token, telegramClient(settings));
  return {
    send: async ({ to, text }) => {
      try {
        // With a preview, Telegram would open the link.
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

/** The options for grammY: the Bot API only at this address, with this timeout, aborted by `signal`. */
export function telegramClient({ apiUrl, answerMs = ANSWER_MS_MAX, signal }: TelegramAccess): ApiClientOptions {
  const ending = () => (signal ? AbortSignal.any([signal, AbortSignal.timeout(answerMs)]) : AbortSignal.timeout(answerMs));
  // Node's own fetch distinguishes a connection that was never established from one that broke; it does not accept grammY's kind of signal.
  const plainFetch = (url: string, { method, headers, body }: RequestInit) =>
    fetch(url, { method, headers, body, redirect: 'manual', signal: ending() } as RequestInit);
  return { apiRoot: apiUrl, fetch: plainFetch as unknown as NonNullable<ApiClientOptions['fetch']> };
}

type TelegramAccess = Omit<TelegramSettings, 'token'> & { signal?: AbortSignal };

/** A rejected token can be fixed; a user who blocked the bot, or whose chat is gone, cannot be reached by retrying. */
function outcomeOf({ error_code, description, parameters }: GrammyError): Outcome {
  const problem = asProblem(`Telegram answered ${error_code}: ${description}`);
  if (error_code === 429) return notSent(problem, retryAfterMs(parameters.retry_after));
  if (error_code === 401 || error_code === 404) return notSent(problem);
  return { kind: error_code >= 500 ? 'unknown' : 'refused', problem };
}
