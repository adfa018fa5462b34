import { z } from 'zod';
import { ZONE_KINDS } from '#domain/matches/league-rules.ts';
import { numericId, timestamp } from './common.ts';
import { endpoint } from './endpoint.ts';
import { leagueRef, teamRef } from './matches.ts';

const count = z.number().int();
const place = z.number().int().min(1);

/** Why a season has no outlook. */
export const NO_OUTLOOK_REASONS = ['no_model', 'no_table', 'past_season', 'season_over', 'not_ready'] as const;
export type NoOutlookReason = (typeof NO_OUTLOOK_REASONS)[number];

export const teamOutlook = z.object({
  team: teamRef,
  /** When it was simulated, after deductions. */
  points: count,
  /** Matches left, those in play included. */
  left: count,
  /** Mean points at the end of the season. */
  expected_points: z.number(),
  /** Number of simulated seasons in which the team finished in each place, first place first. */
  places: z.array(count),
  /** The places that are still possible mathematically; null if fixtures are missing. */
  bounds: z.object({ best: place, worst: place }).nullable(),
});
export type TeamOutlook = z.infer<typeof teamOutlook>;

export const getSeasonOutlook = endpoint({
  method: 'GET',
  path: '/api/leagues/:id/outlook',
  access: 'public',
  summary: "How a league's season may end: simulated from the model's forecasts after each result",
  input: z.object({ id: numericId, season: z.string().max(20).optional() }),
  reply: z.object({
    league: leagueRef,
    season: z.string(),
    reason: z.enum(NO_OUTLOOK_REASONS).nullable(),
    /** Null with a reason. */
    outlook: z
      .object({
        simulated_at: timestamp,
        /** Number of simulated seasons. */
        seasons: count,
        /** The model and its version. */
        model: z.string(),
        /** From the top of the table down. */
        zones: z.array(z.object({ kind: z.enum(ZONE_KINDS), from: place, to: place })),
        /** By mean place. */
        teams: z.array(teamOutlook),
      })
      .nullable(),
  }),
});
export type SeasonOutlook = z.infer<typeof getSeasonOutlook.reply>;
