import { z } from 'zod';
import { listOf, providerSettings } from '#server/modules/match-data/providers/polled/provider-settings.ts';

/** Leagues of the free plan. */
const COMPETITIONS = ['PL', 'BL1', 'PD', 'SA', 'FL1', 'CL'];
const codes = listOf(/^[A-Z0-9]{2,6}$/, 50, 'codes of competitions such as PL');

export const FOOTBALL_DATA_ORG_SETTINGS = providerSettings('FOOTBALL_DATA_ORG', {
  url: 'https://api.football-data.org/v4',
  followed: ['COMPETITIONS', codes.default(COMPETITIONS)],
  perMinute: 10,
  // The free plan delays scores and does not say by how long, so there is nothing to enter but whether it does.
  extra: { scores: z.enum(['delayed', 'live'], { error: 'must be delayed (the free plan) or live' }).default('delayed') },
});
