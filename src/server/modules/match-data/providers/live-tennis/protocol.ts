import { z } from 'zod';
import { countIn, type Problem, type Protocol, ProviderError } from '#server/modules/match-data/providers/polled/client.ts';

/** Lists, or one match. */
const Envelope = z.object({ data: z.union([z.array(z.unknown()).max(1000), z.record(z.string(), z.unknown())]) });
/** An error with status 200, which the description does not rule out. */
const Refused = z.object({ error: z.string(), detail: z.string().optional() });
const Single = z.object({ id: z.number().int() }).loose();

/** The Live Tennis API: the key in a header, errors by status. */
export const LIVE_TENNIS_PROTOCOL: Protocol = {
  provider: 'the Live Tennis API',
  requestOf: (query, key) => ({ query, headers: { 'X-API-Key': key } }),
  read(body) {
    // Its description shows a match without an envelope.
    const single = Single.safeParse(body);
    if (single.success) return { rows: [single.data], pages: 1 };
    const refused = Refused.safeParse(body);
    if (refused.success) {
      const { error, detail } = refused.data;
      throw new ProviderError('failed', `the provider reports an error: ${[error, detail].filter(Boolean).join('; ')}`);
    }
    const { data } = Envelope.parse(body);
    return { rows: Array.isArray(data) ? data : [data], pages: 1 };
  },
  remainingIn: (headers) => ({ minute: countIn(headers, 'x-ratelimit-remaining') }),
  problemOf,
};

/** A plan that does not include a request, and a match that is unknown, leave others possible. */
function problemOf(status: number, message: string): Problem | undefined {
  if (status === 404 || status === 400) return 'request';
  return status === 403 && message.includes('upgrade_required') ? 'request' : undefined;
}
