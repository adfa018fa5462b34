import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { receiptHead } from '#contract/receipts.ts';
import { CONTEST_STATES, MARKETS } from '#domain/settlement/contest.ts';
import { fields, id, listOf, moment, pathId, price } from './parts.ts';

/** Contests of the open API: where points are staked on matches. They can be read here; staking is for people, on the site. */

const count = z.number().int();
const contest = z.object({
  id: z.uuid(),
  match_id: id,
  market: z.enum(MARKETS).meta({ description: '`wdl` is the pool, in which winners share all stakes; the other is at fixed odds.' }),
  state: z.enum(CONTEST_STATES),
  closes_at: moment.nullable(),
  options: z.array(
    z.object({
      pick: z.enum(['home', 'draw', 'away']),
      staked: count.meta({ description: 'Points.' }),
      odds: price.nullable().meta({
        description: 'The current payout per point. It is null at fixed odds, and in a pool until a user picks this option.',
      }),
    }),
  ),
  staked: count,
  participants: count,
  winner: z.enum(['home', 'draw', 'away']).nullable(),
  void_reason: z.string().nullable(),
});

export const v1MatchContests = endpoint({
  method: 'GET',
  path: '/api/v1/matches/:id/contests',
  operation: 'listMatchContests',
  access: 'open',
  summary: "List a match's contests",
  input: z.object({ id: pathId, ...fields }),
  reply: listOf(contest),
});

export const v1Receipt = endpoint({
  method: 'GET',
  path: '/api/v1/contests/:id/receipt',
  operation: 'getReceipt',
  access: 'open',
  summary: "Get a contest's receipt",
  description:
    'The rules, the facts and the totals of a contest, and the block of the ledger that seals it. `file` is the path of the whole receipt with every bet, which can be checked without us.',
  input: z.object({ id: z.uuid(), ...fields }),
  reply: receiptHead.extend({ file: z.string() }),
});
