import { z } from 'zod';
import { TEST_EVENT, WEBHOOK_EVENTS, type WebhookEvent } from '#domain/notifications/webhook-event.ts';
import { MARKETS } from '#domain/settlement/contest.ts';
import { HITS } from '#domain/tipping/score-tips.ts';
import { match, matchStatus, moment, outcomes, part, side } from './parts.ts';

/** The bodies of webhooks. Like the answers of `/api/v1`, their fields keep name, type and meaning; fields are only added. */

const count = z.number().int();
const pair = z.object({ home: count, away: count });
const told = match.meta({ description: 'The match as it was when the event was noticed.' });

/** What each event tells, by type. */
const DATA = {
  'match.started': z.object({ match: told }),
  'match.goal': z.object({
    match: told,
    side: side.meta({ description: 'Whose score changed.' }),
    count: count
      .min(1)
      .meta({ description: 'The number of goals in this event. It is more than 1 if the source reported several goals together.' }),
    is_taken_back: z.boolean().meta({ description: 'Whether the goals no longer count.' }),
  }),
  'match.part_ended': z.object({
    match: told,
    part: part.meta({ description: 'The quarter, set or map that is over.' }),
  }),
  'match.ended': z.object({ match: told }),
  'match.corrected': z.object({
    match: told,
    before: z
      .object({
        status: matchStatus,
        score: z.object({ home: count.nullable(), away: count.nullable(), shoot_out: pair.nullable() }),
      })
      .meta({ description: 'The result in the previous event.' }),
  }),
  'forecast.moved': z.object({
    match: told,
    is_in_play: z.boolean().meta({ description: 'Whether the probabilities are those of the match in play.' }),
    before: outcomes.meta({ description: 'The probabilities in the last event that this webhook received.' }),
    after: outcomes,
    points: z.number().meta({ description: 'The largest change, in percentage points with one decimal place.' }),
  }),
  'contest.settled': z.object({
    match: told,
    contest: z.object({
      id: z.uuid(),
      market: z.enum(MARKETS).meta({ description: '`wdl` is the pool; the other is at fixed odds.' }),
      state: z.enum(['settled', 'void']),
      winner: z.enum(['home', 'draw', 'away']).nullable().meta({ description: 'Null if it is void.' }),
      void_reason: z.string().nullable(),
      score: pair.nullable().meta({ description: 'The score that it was settled on.' }),
    }),
    correction: count.nullable().meta({ description: 'The number of the correction; null at first.' }),
  }),
  'tip.scored': z.object({
    match: told,
    group: z.object({ id: z.uuid(), name: z.string() }),
    tip: z.object({ home: count, away: count, is_joker: z.boolean() }),
    result: pair.meta({ description: 'The result that counts in this group.' }),
    hit: z.enum(HITS).meta({ description: 'How near the tip came.' }),
    points: z.number().meta({ description: 'What the tip is worth by the rules of the group.' }),
    points_before: z.number().nullable().meta({ description: 'What it was worth before a correction; null at first.' }),
  }),
  [TEST_EVENT]: z.object({ message: z.string() }),
} as const satisfies Record<WebhookEvent | typeof TEST_EVENT, z.ZodObject>;

/** The types of events that a webhook can receive, with that of the test button. */
export const TOLD_EVENTS = [...WEBHOOK_EVENTS, TEST_EVENT] as const;
export type ToldEvent = (typeof TOLD_EVENTS)[number];

/** Returns the schema of a webhook's body. */
export const webhookBody = (type: ToldEvent) =>
  z.object({
    id: z.uuid().meta({ description: 'The same in every attempt and in all of your webhooks; also the header `webhook-id`.' }),
    type: z.literal(type),
    timestamp: moment.meta({ description: 'When the event was noticed.' }),
    data: DATA[type],
  });

/** When each event is sent. */
export const EVENT_SUMMARIES: Record<ToldEvent, string> = {
  'match.started': 'Play began',
  'match.goal': 'The score of a football match changed',
  'match.part_ended': 'A quarter, set or map of another sport is over',
  'match.ended': 'A match is over, with or without a result',
  'match.corrected': 'The result of a match that is over changed, within three days',
  'forecast.moved': 'A probability moved by at least the threshold of the webhook',
  'contest.settled': 'A market was settled, voided, or settled again',
  'tip.scored': "The points of the owner's tip are known, or were corrected",
  'webhook.test': 'The owner asked for a test',
};
