import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { v1MatchContests } from './contests.ts';
import { v1Events, v1Lineups, v1Odds, v1Statistics } from './matches.ts';
import { id, match } from './parts.ts';

/** The live stream of the open API: changes as they happen (docs/api/stream.md). */

export const STREAM_TOPICS_MAX = 20;
/** 20 topics, with room for spaces around the commas. */
const TOPICS_CHARACTERS_MAX = 600;
const ID_MAX = 2_147_483_647;

/** Topics: the matches of a UTC day by their kick-off, or one match. */
export function isStreamTopic(text: string): boolean {
  const [kind, value = '', more] = text.split(':');
  if (more !== undefined) return false;
  if (kind === 'match') return /^[1-9]\d{0,9}$/.test(value) && Number(value) <= ID_MAX;
  return kind === 'matches' && z.iso.date().safeParse(value).success;
}

const topics = z
  .string()
  .max(TOPICS_CHARACTERS_MAX)
  .transform((text) => [...new Set(text.split(',').map((topic) => topic.trim()))])
  .refine(
    (found) => found.length <= STREAM_TOPICS_MAX && found.every(isStreamTopic),
    `must be topics such as \`match:7\` or \`matches:2026-11-20\`, separated by commas: ${STREAM_TOPICS_MAX} at most`,
  );

const topic = { topic: z.string(), seq: z.number().int() };

/** What changed. The data is that of the endpoint for the same thing, as far as the change has it. */
export const streamChange = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('match'),
    match: match.pick({
      id: true,
      kickoff_at: true,
      status: true,
      state: true,
      minute: true,
      stoppage: true,
      period: true,
      seen_at: true,
      score: true,
      winner: true,
      red_cards: true,
    }),
  }),
  z.object({ type: z.literal('events'), match_id: id, data: v1Events.reply.shape.data }),
  z.object({ type: z.literal('lineups'), match_id: id, lineups: v1Lineups.reply.pick({ home: true, away: true }) }),
  z.object({ type: z.literal('statistics'), match_id: id, data: v1Statistics.reply.shape.data }),
  z.object({ type: z.literal('odds'), match_id: id, consensus: v1Odds.reply.shape.consensus }),
  z.object({ type: z.literal('contest'), match_id: id, contest: v1MatchContests.reply.shape.data.element }),
  /** Something changed that is not sent, or changes may have been missed: read the topic again. On a stream it is an event of its own. */
  z.object({ type: z.literal('refetch') }),
]);
export type StreamChange = z.infer<typeof streamChange>;

/** The `data` of each kind of event. */
export const streamEvents = {
  /** The first event, after what was missed: where each topic stands. */
  joined: z.object({ topics: z.array(z.object(topic)) }),
  change: z.object({ ...topic, change: streamChange }),
  /** Changes of the topic may be missing. */
  refetch: z.object(topic),
  /** Whether changes by other processes of the site are late. */
  degraded: z.object({ is_degraded: z.boolean() }),
  /** The server ends the stream: open it again after this many milliseconds. */
  reconnect: z.object({ after_ms: z.number().int() }),
};

export const v1Stream = endpoint({
  method: 'GET',
  path: '/api/v1/stream',
  operation: 'stream',
  access: 'read',
  summary: 'Follow changes as they happen',
  description:
    'Server-sent events: `joined`, then `change` with the new data, `refetch` where data may be missing, and `reconnect` before the server ends. Send the last `id` as `Last-Event-ID` to get what you missed. Keys are sent as a header only.',
  produces: 'text/event-stream',
  input: z.object({
    topics: topics.meta({
      description: 'At most 20, separated by commas: `matches:` and a UTC day of kick-off, or `match:` and an id.',
      examples: ['matches:2026-11-20,match:7'],
    }),
  }),
  reply: z.never(),
});
