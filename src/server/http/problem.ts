import { IntlMessageFormat } from 'intl-messageformat';
import { ERROR_STATUS, type ErrorCode, type ErrorParams, type Problem } from '#contract/errors.ts';
import { type Locale, matchLocale } from '#domain/locale.ts';
import { en } from './error-texts/en.ts';
import { vi } from './error-texts/vi.ts';
import { zhCN } from './error-texts/zh-CN.ts';

const TEXTS: Record<Locale, Record<ErrorCode, string>> = { en, 'zh-CN': zhCN, vi };

/** The body of an error answer (RFC 9457): `detail` in the caller's language. */
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
  return String(new IntlMessageFormat(TEXTS[locale][code], locale).format({ field: '', ...params }));
}

/** The first language of the header that we speak; browsers list them by preference. */
export function preferredLocale(acceptLanguage: string | undefined): Locale {
  const tags = (acceptLanguage ?? '').split(',').map((part) => part.split(';')[0]?.trim() ?? '');
  return tags.map(matchLocale).find((locale) => locale !== null) ?? 'en';
}
