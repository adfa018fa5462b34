import { z } from 'zod';
import { CHAT_PRESENCE } from '#domain/chat/chat.ts';
import { CHAT_REFUSALS, chatMessage, chatRoom, newComment, newMessage } from './chat.ts';
import { points, uuid } from './common.ts';
import { contest } from './contests.ts';
import { lineups, marketView, matchEvent, matchState, matchStatistics, offer } from './matches.ts';
import { withdrawal } from './withdrawals.ts';

/**
 * One WebSocket, /api/live (docs/rules.md#live-updates). The sets of messages are closed in both directions. Topics: `matches:<UTC date of
 * kick-off>`, `match:<id>`, `chat:<match id>:<language>`, `site` (the settings of GET /api/meta), and once signed in `me` and
 * `chat:group:<id>` of the caller's tipping groups.
 */
const chatTopic = z.union([z.string().regex(/^chat:\d{1,10}:(en|zh-CN|vi)$/), z.templateLiteral(['chat:group:', uuid])]);
const topic = z.union([z.string().regex(/^(matches:\d{4}-\d{2}-\d{2}|match:\d{1,10}|site|me)$/), chatTopic]);

export const clientMessage = z.discriminatedUnion('t', [
  z.strictObject({ t: z.literal('hello') }),
  /** By a session, or by an API key with the scope `read`: then changes are those of the open API (docs/api/stream.md). */
  z
    .strictObject({ t: z.literal('auth'), token: z.string().max(2048).optional(), key: z.string().max(100).optional() })
    .refine(({ token, key }) => (token === undefined) !== (key === undefined)),
  z.strictObject({ t: z.literal('join'), topic }),
  z.strictObject({ t: z.literal('leave'), topic }),
  /** Sends a message to a room. Answered with `sent`, or with an error of the same `cid`. */
  z.strictObject({ t: z.literal('chat'), topic: chatTopic, ...newMessage, ...newComment }),
  z.strictObject({ t: z.literal('ping') }),
]);
export type ClientMessage = z.infer<typeof clientMessage>;

/** A published change. It carries the new data, so that pages need not fetch it. */
export const liveChange = z.discriminatedUnion('t', [
  z.object({ t: z.literal('match'), match: matchState }),
  z.object({ t: z.literal('market'), match_id: z.number().int(), market: marketView.nullable(), offer: offer.nullable() }),
  z.object({ t: z.literal('events'), match_id: z.number().int(), events: z.array(matchEvent) }),
  z.object({ t: z.literal('lineups'), match_id: z.number().int(), lineups }),
  z.object({ t: z.literal('statistics'), match_id: z.number().int(), statistics: matchStatistics }),
  z.object({ t: z.literal('contest'), contest }),
  /** The topic changed in a way that no message carries: fetch again. */
  z.object({ t: z.literal('refetch') }),
  z.object({ t: z.literal('balance'), balance: points }),
  /** The account itself changed elsewhere (Telegram was bound): fetch the overview again. */
  z.object({ t: z.literal('account') }),
  z.object({
    t: z.literal('bet'),
    bet_id: z.string(),
    state: z.enum(['settled', 'refunded']),
    payout: points,
    refund: points,
    match_id: z.number().int(),
  }),
  /** A payout request was made, decided or paid; if points were returned, a `balance` message follows as well. */
  z.object({ t: z.literal('withdrawal'), withdrawal }),
  /** Messages of a room, in order; several at once in a busy room. A changed message is sent again. */
  z.object({ t: z.literal('chat'), messages: z.array(chatMessage) }),
  /** The state of a room: whether it is open, and the wait between two messages. */
  z.object({ t: z.literal('chat_room'), room: chatRoom }),
  /** Approximate number of listeners of a topic, over all processes: the highest CHAT_PRESENCE value not above it. */
  z.object({ t: z.literal('presence'), band: z.literal(CHAT_PRESENCE) }),
]);
export type LiveChange = z.infer<typeof liveChange>;

/** Each change carries its topic's sequence number: a gap means fetch again. */
const sequenced = { topic: z.string(), seq: z.number().int() };
/** A page is back within this time, even if the server it was connected to had many. */
export const SPREAD_MS_MAX = 10_000;

export const serverMessage = z.union([
  z.object({
    t: z.literal('welcome'),
    signed_in: z.boolean(),
    /** If the connection is lost: over how many milliseconds the server's pages spread their return. Absent where few are connected. */
    spread_ms: z.number().int().min(0).max(SPREAD_MS_MAX).optional(),
  }),
  z.object({ t: z.literal('joined'), ...sequenced }),
  z.object({ t: z.literal('pong') }),
  z.object({
    t: z.literal('error'),
    code: z.enum(['invalid_payload', 'unauthorized', 'too_many_topics', 'too_many_joins', ...CHAT_REFUSALS]),
    topic: z.string().optional(),
    /** The id of the refused message. */
    cid: uuid.optional(),
    /** When to try again, if known. */
    seconds: z.number().int().optional(),
  }),
  /** The message was stored under this id; sending it again gives the same answer. */
  z.object({ t: z.literal('sent'), topic: z.string(), cid: uuid, id: z.string() }),
  /** The server is shutting down: reconnect after this many milliseconds, which differ for each page. */
  z.object({ t: z.literal('reconnect'), after_ms: z.number().int() }),
  /** Whether changes of other processes are missing: if so, pages also poll. */
  z.object({ t: z.literal('degraded'), is_degraded: z.boolean() }),
  z.object({ t: z.literal('change'), ...sequenced, change: liveChange }),
]);
export type ServerMessage = z.infer<typeof serverMessage>;
