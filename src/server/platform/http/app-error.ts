import { IntlMessageFormat } from 'intl-messageformat';
import { ERROR_STATUS, type ErrorCode, type ErrorParams, type Problem } from '#contract/errors.ts';
import { type Locale, matchLocale } from '#domain/identity/locale.ts';
import { en } from '#texts/en/errors.ts';
import { vi } from '#texts/vi/errors.ts';
import { writeDate } from '#texts/write.ts';
import { zhCN } from '#texts/zh-CN/errors.ts';

/** A refusal with one of the contract's codes: the only error that services throw on purpose. */
export class AppError extends Error {
  override name = 'AppError';
  readonly code: ErrorCode;
  readonly params: ErrorParams | undefined;
  /** Which rule the field in `params` breaks, for programs, in English: "must be at most 200" (open-problem.ts). */
  readonly rule: string | undefined;
  constructor(code: ErrorCode, params?: ErrorParams, rule?: string) {
    super(code);
    this.code = code;
    this.params = params;
    this.rule = rule;
  }
  get status() {
    return ERROR_STATUS[this.code];
  }
}

/** Creates the refusal of a limit, with the time to wait in seconds and, for its sentence, in minutes. */
export const rateLimited = (waitMs: number): AppError => {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new AppError('rate_limited', { seconds, minutes: Math.max(1, Math.ceil(seconds / 60)) });
};

const TEXTS: Record<Locale, Record<ErrorCode, string>> = { en, 'zh-CN': zhCN, vi };

/** Returns the body of an error response (RFC 9457), with `detail` in the caller's language. */
export function problemOf(
  code: ErrorCode,
  params: ErrorParams | undefined,
  acceptLanguage: string | undefined,
  requestId: string,
): Problem {
  return {
    type: `urn:matchpoint:${code}`,
    title: code,
    status: ERROR_STATUS[code],
    detail: errorText(code, params, preferredLocale(acceptLanguage)),
    code,
    ...(params && { params }),
    request_id: requestId,
  };
}

export function errorText(code: ErrorCode, params: ErrorParams = {}, locale: Locale): string {
  const values = Object.entries(params).map(([name, value]) => [name, isMoment(value) ? momentText(value, locale) : value]);
  return String(new IntlMessageFormat(TEXTS[locale][code], locale).format(Object.fromEntries(values)));
}

const isMoment = (value: string | number): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value);

/** Formats a moment as "3 December 2026 at 14:32 UTC": the reader's time zone is not known here. */
const momentText = (moment: string, locale: Locale): string => `${writeDate(locale, 'date_time', new Date(moment), 'UTC')} UTC`;

/** Returns the first supported language of the header; browsers list languages by preference. */
export function preferredLocale(acceptLanguage: string | undefined): Locale {
  const tags = (acceptLanguage ?? '').split(',').map((part) => part.split(';')[0]?.trim() ?? '');
  return tags.map(matchLocale).find((locale) => locale !== null) ?? 'en';
}
