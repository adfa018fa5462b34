import { listOf, providerSettings } from '#server/modules/match-data/providers/polled/provider-settings.ts';

const tours = listOf(/^(atp|wta|challenger|itf|juniors)-(singles|doubles)$/, 10, 'tours, such as atp-singles or challenger-doubles');

/** The allowance is that of the free plan. */
export const LIVE_TENNIS_SETTINGS = providerSettings('LIVE_TENNIS', {
  url: 'https://api.livetennisapi.com/api/public/v1',
  followed: ['TOURS', tours.default(['atp-singles', 'wta-singles'])],
  perDay: 100,
  perMinute: 30,
});
