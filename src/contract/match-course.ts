import { z } from 'zod';
import { STATISTIC_KINDS } from '#domain/matches/match-details.ts';
import { SHOT_OUTCOMES } from '#domain/matches/shot.ts';
import { numericId, side } from './common.ts';
import { endpoint } from './endpoint.ts';

/** A minute on the clock; 0 at kick-off. */
const matchClock = z.object({ minute: z.number().int().min(0), stoppage: z.number().int().min(0).nullable() });
const matchSpan = { from: matchClock, to: matchClock };
const share = z.number().min(0).max(1);

export const getMatchCourse = endpoint({
  method: 'GET',
  path: '/api/matches/:id/course',
  access: 'public',
  summary: 'How a football match went: pressure, expected goals and shots, where they are known',
  input: z.object({ id: numericId }),
  reply: z.object({
    /** From the statistics counted during play; null where there are none. */
    pressure: z
      .object({
        source: z.string(),
        /** The usual time between two reports with new figures. */
        resolution_minutes: z.number().int().min(1),
        /** The statistics that it is made of. */
        counted: z.array(z.enum(STATISTIC_KINDS)),
        /** Points per minute of each side (docs/match-page.md#pressure). */
        bars: z.array(z.object({ ...matchSpan, home: z.number().min(0), away: z.number().min(0) })),
        /** Spans without figures. */
        gaps: z.array(z.object(matchSpan)),
      })
      .nullable(),
    expected_goals: z
      .object({
        source: z.string(),
        /** Null: known by each shot. */
        resolution_minutes: z.number().int().min(1).nullable(),
        /** Each side's sum from this minute on. */
        points: z.array(matchClock.extend({ home: z.number().min(0), away: z.number().min(0) })),
      })
      .nullable(),
    /** Null where the feed tells no shots. */
    shots: z
      .object({
        source: z.string(),
        items: z.array(
          matchClock.extend({
            id: z.string(),
            side,
            period: z.enum(['H1', 'H2', 'ET']),
            player: z.string().nullable(),
            /** From the shooting side's own goal line (0) to the other (1). */
            x: share,
            /** From the shooting side's left touchline (0) to its right one (1). */
            y: share,
            expected_goals: share.nullable(),
            outcome: z.enum(SHOT_OUTCOMES),
          }),
        ),
      })
      .nullable(),
  }),
});
export type MatchCourse = z.infer<typeof getMatchCourse.reply>;
