import { z } from 'zod';
import { countIn, type Problem, type Protocol, ProviderError } from '#server/modules/match-data/providers/polled/client.ts';

const ROWS_MAX = 5_000;

/** A list of matches, competitions or teams, or one thing by itself, which has an id. */
const Body = z.union([
  z.object({ matches: z.array(z.unknown()).max(ROWS_MAX) }).transform(({ matches }) => matches),
  z.object({ competitions: z.array(z.unknown()).max(ROWS_MAX) }).transform(({ competitions }) => competitions),
  z.object({ teams: z.array(z.unknown()).max(ROWS_MAX) }).transform(({ teams }) => teams),
  z.looseObject({ id: z.number() }).transform((one): unknown[] => [one]),
]);

const Fault = z.object({ message: z.string(), errorCode: z.number() });

/** football-data.org, version 4: the token in a header, and lists in a field of their own name. */
export const FOOTBALL_DATA_ORG_PROTOCOL: Protocol = {
  provider: 'football-data.org',
  requestOf: (query, key) => ({ query, headers: { 'X-Auth-Token': key } }),
  read(body) {
    const fault = Fault.safeParse(body);
    if (fault.success) throw new ProviderError(problemOf(fault.data.errorCode, fault.data.message) ?? 'failed', fault.data.message);
    return { rows: Body.parse(body), pages: 1 };
  },
  remainingIn: (headers) => ({
    minute: countIn(headers, 'x-requests-available-minute'),
    resetSeconds: countIn(headers, 'x-requestcounter-reset'),
  }),
  problemOf,
};

/**
 * Returns what a status means. An invalid token is a 400 and a missing one a 403; another 403 is about a resource outside the plan, and
 * both may mention the other's remedy, so only the token's own sentence counts as a fault of the setting.
 */
function problemOf(status: number, message: string): Problem | undefined {
  const isAboutToken = /(?:invalid|valid|missing|no|your) (?:api )?token/i.test(message);
  if (status === 401 || ((status === 400 || status === 403) && isAboutToken)) return 'setting';
  if (status === 400 || status === 403 || status === 404) return 'request';
  return status === 429 ? 'rate_limited' : undefined;
}
