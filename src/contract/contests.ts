import { z } from 'zod';
import { CONTEST_STATES, MARKETS } from '#domain/contest.ts';
import { numericId, odds, pick, points, timestamp, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';

/** One market of one match. */
export const contest = z.object({
  id: uuid,
  match_id: numericId,
  market: z.enum(MARKETS),
  state: z.enum(CONTEST_STATES),
  /** Closing time, null while the date is unknown. */
  deadline_at: timestamp.nullable(),
  state_since: timestamp,
  /** What can be picked: the draw only in sports that have one. */
  options: z.array(
    z.object({
      pick,
      staked: points,
      /** Pool: indicative until the contest locks, null while nobody picked it. */
      odds: odds.nullable(),
    }),
  ),
  total_stake: points,
  participants: z.number().int(),
  winner: pick.nullable(),
  /** The score it was settled on. */
  result: z.tuple([z.number().int(), z.number().int()]).nullable(),
  void_reason: z.string().nullable(),
});
export type Contest = z.infer<typeof contest>;

export const myStake = z.object({ pick, stake: points, state: z.enum(['ongoing', 'settled', 'refunded', 'unknown']) });

export const listContests = endpoint({
  method: 'GET',
  path: '/api/matches/:id/contests',
  access: 'optional',
  summary: "A match's contests, one per market; with the caller's own stake when signed in",
  input: z.object({ id: numericId }),
  reply: z.object({ items: z.array(contest.extend({ mine: myStake.nullable() })) }),
});
