import { countIn, type Problem, type Protocol, ProviderError } from '#server/modules/match-data/providers/polled/client.ts';

/** Rows of a page. The provider allows no more. */
export const PER_PAGE = 100;

/** How PandaScore is asked, and what its answers look like: lists of JSON, with the count of rows of all pages in a header. */
export const PANDASCORE: Protocol = {
  provider: 'PandaScore',
  requestOf: (query, key) => ({ query, headers: { Authorization: `Bearer ${key}`, Accept: 'application/json' } }),
  read(body) {
    if (!Array.isArray(body)) throw new ProviderError('failed', `no list: ${errorIn(body)}`);
    return { rows: body, pages: 1 };
  },
  pagesIn: (headers) => Math.max(1, Math.ceil((countIn(headers, 'x-total') ?? 0) / PER_PAGE)),
  remainingIn: (headers) => ({ hour: countIn(headers, 'x-rate-limit-remaining') }),
  problemOf: (status) => PROBLEMS[status],
};

/** 403 means that the plan does not include this request; others may succeed. */
const PROBLEMS: Record<number, Problem> = { 400: 'request', 401: 'setting', 403: 'request', 404: 'request', 422: 'request' };

function errorIn(body: unknown): string {
  const { error, message } = Object(body);
  return [error, message].filter((part) => typeof part === 'string').join('; ') || 'the answer is no error either';
}
