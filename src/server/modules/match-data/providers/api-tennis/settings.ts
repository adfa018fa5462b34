import { listOf, providerSettings } from '#server/modules/match-data/providers/polled/provider-settings.ts';

const tours = listOf(/^[a-z0-9]+(-[a-z0-9]+)+$/, 30, 'tours, such as atp-singles or challenger-men-doubles');

export const API_TENNIS_SETTINGS = providerSettings('API_TENNIS', {
  url: 'https://api.api-tennis.com/tennis',
  followed: ['TOURS', tours.default(['atp-singles', 'wta-singles'])],
  perDay: 4500,
  perMinute: 30,
});
