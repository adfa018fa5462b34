import type { ProviderName } from '#server/modules/match-data/import/feed-settings.ts';
import { API_BASKETBALL } from './api-basketball/api-basketball-feed.ts';
import { API_FOOTBALL } from './api-football/api-football-feed.ts';
import { API_TENNIS } from './api-tennis/api-tennis-feed.ts';
import { FOOTBALL_DATA_ORG } from './football-data-org/football-data-org-feed.ts';
import { LIVE_TENNIS } from './live-tennis/live-tennis-feed.ts';
import { PANDASCORE_PROVIDER } from './pandascore/pandascore-feed.ts';
import type { Provider } from './polled/provider.ts';

/** Every provider of real matches, by its name in FEED. */
export const PROVIDERS: Record<ProviderName, Provider> = {
  'api-football': API_FOOTBALL,
  'api-basketball': API_BASKETBALL,
  'football-data-org': FOOTBALL_DATA_ORG,
  pandascore: PANDASCORE_PROVIDER,
  'api-tennis': API_TENNIS,
  'live-tennis': LIVE_TENNIS,
};
