import { z } from 'zod';
import { countIn, type Problem, type Protocol, ProviderError } from '#server/modules/match-data/providers/polled/client.ts';

const Envelope = z.object({
  errors: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]),
  paging: z.object({ total: z.number().int().min(0).max(1000) }).optional(),
  // The answer about the account is a single object.
  response: z.union([z.array(z.unknown()).max(20_000), z.record(z.string(), z.unknown())]),
});

const PROBLEMS: Record<string, Problem> = {
  ratelimit: 'rate_limited',
  requests: 'day_used_up',
  token: 'setting',
  key: 'setting',
  access: 'setting',
  bug: 'failed',
  report: 'failed',
};

/** The services of API-Sports: the key in a header, and errors in an envelope with status 200. */
export const API_SPORTS: Protocol = {
  provider: 'API-Sports',
  // The provider rejects headers that it does not know.
  requestOf: (query, key) => ({ query, headers: { 'x-apisports-key': key } }),
  read(body) {
    const { errors, paging, response } = Envelope.parse(body);
    rejectErrors(errors);
    return { rows: Array.isArray(response) ? response : [response], pages: paging?.total ?? 1 };
  },
  remainingIn: (headers) => ({
    day: countIn(headers, 'x-ratelimit-requests-remaining'),
    minute: countIn(headers, 'x-ratelimit-remaining'),
  }),
};

/** Throws for errors in a reply with status 200: a list, empty if there are none, or an object of messages. */
function rejectErrors(errors: unknown[] | Record<string, unknown>): void {
  const told = Object.entries(errors);
  if (told.length === 0) return;
  const known = told.map(([name]) => PROBLEMS[name.toLowerCase()]).find((problem) => problem !== undefined);
  const sentence = told.map(([name, text]) => `${name}: ${String(text)}`).join('; ');
  throw new ProviderError(known ?? 'request', sentence);
}
