import { z } from 'zod';
import { type Problem, type Protocol, ProviderError } from '#server/modules/match-data/providers/polled/client.ts';

const Envelope = z.object({ success: z.unknown().optional(), error: z.unknown().optional(), result: z.unknown().optional() });
const ROWS_MAX = 50_000;

/**
 * api-tennis.com: one address, with the method and the key in the query. `success` is 1 or the call failed; a day without matches may
 * have no result. Prices are a map by match, which becomes rows of `key` and `value`.
 */
export const API_TENNIS_PROTOCOL: Protocol = {
  provider: 'api-tennis.com',
  // Without a time zone the provider answers in that of Berlin.
  requestOf: (query, key) => ({ query: `${query}&timezone=UTC&APIkey=${encodeURIComponent(key)}`, headers: {} }),
  read(body) {
    const { success, error, result } = Envelope.parse(body);
    if (success !== 1) throw refused(error, result);
    return { rows: rowsIn(result ?? []), pages: 1 };
  },
  remainingIn: () => ({}),
};

function rowsIn(result: unknown): unknown[] {
  const rows = Array.isArray(result) ? result : mapRows(result);
  if (rows.length > ROWS_MAX) throw new Error(`more than ${ROWS_MAX} rows`);
  return rows;
}

const mapRows = (result: unknown): unknown[] =>
  Object.entries(z.record(z.string(), z.unknown()).parse(result)).map(([key, value]) => ({ key, value }));

/** What an error is about, by its words: its codes are not documented. */
const PROBLEMS: [words: RegExp, problem: Problem][] = [
  [/per day|daily/i, 'day_used_up'],
  [/too many|limit|exceed/i, 'rate_limited'],
  [/no data|not (?:available|allowed|included|found)|no access|invalid (?:date|parameter|method)/i, 'request'],
  [/api ?key|authori[sz]|authenti|account|subscri|expired|plan\b/i, 'setting'],
];

function refused(error: unknown, result: unknown): ProviderError {
  const sentence = [error, result]
    .filter((part) => part != null)
    .map((part) => (typeof part === 'string' ? part : JSON.stringify(part)))
    .join(': ');
  const [, problem] = PROBLEMS.find(([words]) => words.test(sentence)) ?? [];
  return new ProviderError(problem ?? 'failed', `the provider reports an error: ${sentence || 'no success'}`);
}
