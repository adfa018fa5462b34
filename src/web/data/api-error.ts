import type { Messages } from 'use-intl';
import type { ErrorCode, ErrorParams } from '#contract/errors.ts';
import { translator } from '#web/i18n/locale-store.ts';

/** Errors of the client alone; the words for them are in i18n/<language>/errors.ts. */
export type ClientErrorCode = keyof Messages['errors'];

/** A call that did not succeed. `status` is the answer's, 0 when there was none. */
export class ApiError extends Error {
  override name = 'ApiError';
  constructor(
    readonly status: number,
    /** Null where the answer names none. */
    readonly code: ErrorCode | ClientErrorCode | null,
    message: string,
    readonly params: ErrorParams = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** An error of the client alone, in the language on show. */
export const clientError = (code: ClientErrorCode, status = 0, cause?: unknown): ApiError =>
  new ApiError(status, code, translator('errors')(code), {}, { cause });

/** The sentence to show for anything that was thrown; `fallback` says what failed where nothing better is known. */
export const errorText = (error: unknown, fallback: ClientErrorCode = 'request_failed'): string =>
  error instanceof ApiError && error.code !== 'request_failed' ? error.message : translator('errors')(fallback);

/**
 * The error that an answer stands for. Its text is looked for in `detail`, `message`, `error.message`, the raw text,
 * and is the default at last (docs/rules.md#error-texts). `retryAfter` is the answer's header of that name.
 */
export function errorFrom(status: number, text: string, retryAfter: string | null = null): ApiError {
  const body = parsed(text);
  const nested = body.error as { message?: unknown } | null | undefined;
  const message = [body.detail, body.message, nested?.message].find(isText) ?? rawSentence(text);
  const code = typeof body.code === 'string' ? (body.code as ErrorCode) : null;
  const params = typeof body.params === 'object' && body.params !== null ? (body.params as ErrorParams) : {};
  const told = { ...(isSeconds(retryAfter) && { seconds: Number(retryAfter) }), ...params };
  return message === null
    ? new ApiError(status, 'request_failed', translator('errors')('request_failed'), told)
    : new ApiError(status, code, message, told);
}

const isSeconds = (header: string | null): boolean => header !== null && /^\d{1,6}$/.test(header);

/** After how many seconds the server will listen again, where it asked to wait; null for every other failure. */
export function waitSeconds(error: unknown): number | null {
  if (!(error instanceof ApiError) || (error.status !== 429 && error.status !== 503)) return null;
  const { seconds } = error.params;
  return typeof seconds === 'number' && seconds > 0 ? seconds : null;
}

/**
 * Whether what was asked for may or may not have been done: no answer came, none of the app's own, or none that could be read. That
 * something is switched off is the app's own word: nothing was done.
 */
export const isUnsure = (error: Error): boolean =>
  error instanceof ApiError &&
  error.code !== 'switched_off' &&
  (error.status === 0 || error.status >= 502 || error.code === 'invalid_reply');

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

function parsed(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const RAW_LENGTH_MAX = 300;

/** Raw text is shown when it was written for people: not JSON, not a proxy's HTML page, not a novel. */
function rawSentence(text: string): string | null {
  const trimmed = text.trim();
  return trimmed === '' || /^[<{[]/.test(trimmed) || trimmed.length > RAW_LENGTH_MAX ? null : trimmed;
}
