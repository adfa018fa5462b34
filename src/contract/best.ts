import { z } from 'zod';
import { numericId, side, timestamp } from './common.ts';
import { endpoint } from './endpoint.ts';
import { leagueRef, matchSummary } from './matches.ts';

const count = z.number().int();
const probability = z.number().min(0).max(1);
const ofMatch = z.object({ match_id: numericId });
const goal = ofMatch.extend({
  side,
  period: z.enum(['H1', 'H2', 'ET']),
  minute: count,
  stoppage: count.nullable(),
  player: z.string().nullable(),
});

export const getBestOfDay = endpoint({
  method: 'GET',
  path: '/api/best',
  access: 'public',
  summary: "One day's most remarkable matches that have ended, in all sports, in the viewer's time zone",
  input: z.object({
    /** A calendar day, YYYY-MM-DD; today if absent. */
    date: z.iso.date().optional(),
    tz: z.string().max(64).default('UTC'),
  }),
  reply: z.object({
    date: z.iso.date(),
    from: timestamp,
    /** Matches of the day that have ended, those still to end, and those that the reader's spoiler shield hides. */
    counts: z.object({ ended: count, open: count, concealed: count }),
    /** Every match that the lists below name. */
    matches: z.array(matchSummary.extend({ league: leagueRef })),
    /** The least expected results: what our frozen forecast gave to the outcome, lowest first. */
    surprises: z.array(ofMatch.extend({ probability })),
    /** The matches our frozen forecast knew least about, most even first. */
    closest: z.array(ofMatch.extend({ home: probability, draw: probability, away: probability })),
    /** Football: the lowest chance in play, by our live model, of what came true. */
    swings: z.array(ofMatch.extend({ probability, minute: count, stoppage: count.nullable() })),
    /** Sides that were behind and did not lose. */
    comebacks: z.array(
      ofMatch.extend({
        side,
        /** Goals, points, sets or maps. */
        behind: count,
        won: z.boolean(),
      }),
    ),
    /** Football: winning goals of the last minutes, the latest first. */
    late_winners: z.array(goal),
    /** Football: matches by goals, most first. */
    most_goals: z.array(ofMatch.extend({ goals: count })),
    /** Football: the earliest goal; several within the same minute. */
    fastest_goals: z.array(goal),
  }),
});
export type BestOfDay = z.infer<typeof getBestOfDay.reply>;
