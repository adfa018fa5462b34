import type { Messages } from 'use-intl';
import type { ErrorCode, ErrorParams } from '#contract/errors.ts';
import { translator } from '#web/i18n/locale-store.ts';

/** Errors of the client; their texts are in i18n/<language>/errors.ts. */
export type ClientErrorCode = keyof Messages['errors'];

/** A failed call. `status` is the HTTP status, 0 without an answer. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  /** Null if the answer has none. */
  readonly code: ErrorCode | ClientErrorCode | null;
  readonly params: ErrorParams;

  constructor(status: number, code: ApiError['code'], message: string, params: ErrorParams = {}, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
    this.code = code;
    this.params = params;
  }
}

/** An error of the client, in the current language. */
export const clientError = (code: ClientErrorCode, status = 0, cause?: unknown): ApiError =>
  new ApiError(status, code, translator('errors')(code), {}, { cause });

/** The sentence to show for anything thrown; `fallback` says what failed if there is nothing better. */
export const errorText = (error: unknown, fallback: ClientErrorCode = 'request_failed'): string =>
  error instanceof ApiError && error.code !== 'request_failed' ? error.message : translator('errors')(fallback);

/**
 * The error of an answer. Its text is taken from `detail`, `message`, `error.message` or the raw text, else the default
 * (docs/rules.md#error-texts). `retryAfter` is the header of that name.
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

/** The seconds that the server asked to wait; null for all other failures. */
export function waitSeconds(error: unknown): number | null {
  if (!(error instanceof ApiError) || (error.status !== 429 && error.status !== 503)) return null;
  const { seconds } = error.params;
  return typeof seconds === 'number' && seconds > 0 ? seconds : null;
}

/** Whether the server still works on an earlier attempt with the same idempotency key, which may succeed. */
const isUnderWay = (error: Error): boolean => error instanceof ApiError && error.code === 'request_in_progress';

/**
 * Whether the action may or may not have been carried out: there was no answer, or none that could be read, the server failed, or an earlier
 * attempt is still under way. `switched_off` comes from the app itself: nothing was done.
 */
export const isUnsure = (error: Error): boolean =>
  isUnderWay(error) ||
  (error instanceof ApiError &&
    error.code !== 'switched_off' &&
    (error.status === 0 || error.status >= 500 || error.code === 'invalid_reply'));

/** The sentences for an unknown outcome: why, unless the reason asks to wait, and what to do `next`. */
export const unsureText = (error: Error, next: string): string => (isUnderWay(error) ? next : `${errorText(error)} ${next}`);

const ATTEMPTS_UNDER_WAY_MAX = 4;

/** Repeats an action that has an idempotency key while its outcome is unknown: once, and more often while an earlier attempt is under way. */
export const retryUnsure = (failures: number, error: Error): boolean =>
  isUnsure(error) && failures < (isUnderWay(error) ? ATTEMPTS_UNDER_WAY_MAX : 1);

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

/** Raw text is shown if it is meant for people: not JSON, not a proxy's HTML page, not overly long. */
function rawSentence(text: string): string | null {
  const trimmed = text.trim();
  return trimmed === '' || /^[<{[]/.test(trimmed) || trimmed.length > RAW_LENGTH_MAX ? null : trimmed;
}
