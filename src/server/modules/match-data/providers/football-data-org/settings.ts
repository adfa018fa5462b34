import { z } from 'zod';
import { MINUTE_MS } from '#domain/time.ts';
import { liveSentence, type ProviderCheck } from '#server/modules/match-data/providers/polled/check.ts';
import { listOf, providerSettings } from '#server/modules/match-data/providers/polled/provider-settings.ts';
import { FOOTBALL_DATA_ORG_PROTOCOL } from './protocol.ts';

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

const Competition = z.object({ code: z.string() });

/** The list of a day costs one of ten requests a minute, and its scores are delayed: asking more often tells nothing sooner. */
export const LIVE_MS = MINUTE_MS;

/** Asks which competitions the plan has. */
export const FOOTBALL_DATA_ORG_CHECK: ProviderCheck = {
  protocol: FOOTBALL_DATA_ORG_PROTOCOL,
  query: '/competitions',
  planIn(rows, { followed }) {
    const codes = rows.flatMap((row) => Competition.safeParse(row).data?.code ?? []);
    const missing = followed.filter((code) => !codes.includes(code));
    return [
      `The plan has ${codes.length} competitions: ${codes.slice(0, 30).join(', ')}.`,
      missing.length === 0 ? 'All followed competitions are among them.' : `Not among them, but followed: ${missing.join(', ')}.`,
    ];
  },
  freshness: (settings) => [
    liveSentence(settings, LIVE_MS),
    'Scores of the free plan are minutes late: leave FOOTBALL_DATA_ORG_SCORES at "delayed" with it. Fixed odds then close early.',
    'It has no odds: fixed odds come from our own forecasts.',
  ],
};
