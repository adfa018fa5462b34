import { z } from 'zod';
import { points } from './common.ts';
import { contest } from './contests.ts';
import { lineups, marketView, matchEvent, matchState, matchStatistics } from './matches.ts';
import { withdrawal } from './withdrawals.ts';

/**
 * One WebSocket, /api/live (decisions.md section 7). The sets of messages are closed both ways.
 * Topics: `matches:<UTC date of kick-off>`, `match:<id>`, `site` (the settings of GET /api/meta), and `me` once signed in.
 */
const topic = z.string().regex(/^(matches:\d{4}-\d{2}-\d{2}|match:\d{1,10}|site|me)$/);

export const clientMessage = z.discriminatedUnion('t', [
  z.strictObject({ t: z.literal('hello') }),
  z.strictObject({ t: z.literal('auth'), token: z.string().max(2048) }),
  z.strictObject({ t: z.literal('join'), topic }),
  z.strictObject({ t: z.literal('leave'), topic }),
  z.strictObject({ t: z.literal('ping') }),
]);
export type ClientMessage = z.infer<typeof clientMessage>;

/** A change, as it is published: the change itself, so that no page needs to ask. */
export const liveChange = z.discriminatedUnion('t', [
  z.object({ t: z.literal('match'), match: matchState }),
  z.object({ t: z.literal('market'), match_id: z.number().int(), market: marketView.nullable() }),
  z.object({ t: z.literal('events'), match_id: z.number().int(), events: z.array(matchEvent) }),
  z.object({ t: z.literal('lineups'), match_id: z.number().int(), lineups }),
  z.object({ t: z.literal('statistics'), match_id: z.number().int(), statistics: matchStatistics }),
  z.object({ t: z.literal('contest'), contest }),
  /** Something of a topic changed in a way that no message carries: fetch again. */
  z.object({ t: z.literal('refetch') }),
  z.object({ t: z.literal('balance'), balance: points }),
  /** Something of the account itself changed elsewhere (Telegram was bound): fetch the overview again. */
  z.object({ t: z.literal('account') }),
  z.object({
    t: z.literal('bet'),
    bet_id: z.string(),
    state: z.enum(['settled', 'refunded']),
    payout: points,
    refund: points,
    match_id: z.number().int(),
  }),
  /** A request for a payout was made, decided or paid; where points came back, `balance` is told beside it. */
  z.object({ t: z.literal('withdrawal'), withdrawal }),
]);
export type LiveChange = z.infer<typeof liveChange>;

/** Every change comes with its topic's sequence number: a gap means fetch again. */
const sequenced = { topic: z.string(), seq: z.number().int() };
export const serverMessage = z.union([
  z.object({ t: z.literal('welcome'), signed_in: z.boolean() }),
  z.object({ t: z.literal('joined'), ...sequenced }),
  z.object({ t: z.literal('pong') }),
  z.object({ t: z.literal('error'), code: z.enum(['invalid_payload', 'unauthorized', 'too_many_topics']), topic: z.string().optional() }),
  z.object({ t: z.literal('change'), ...sequenced, change: liveChange }),
]);
export type ServerMessage = z.infer<typeof serverMessage>;
