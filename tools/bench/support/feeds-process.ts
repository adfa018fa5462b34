// The providers of the bench `feeds`, in a process of its own, so that answering costs the importing process nothing. Sends the addresses
// of the servers by provider. Started by feeds-providers.ts with the day's seed.
import { startApiSportsServer } from '#test/support/api-sports-server.ts';
import { startFootballDataOrgServer } from '#test/support/football-data-org-server.ts';
import { startPandascoreServer } from '#test/support/pandascore-server.ts';
import { startTennisServer } from '#test/support/tennis-server.ts';
import { replyAsApiBasketball } from './feeds-basketball.ts';
import { inventDay } from './feeds-day.ts';
import { replyAsApiFootball } from './feeds-football.ts';
import { replyAsFootballDataOrg } from './feeds-football-data-org.ts';
import type { FeedName } from './feeds-providers.ts';
import { replyAsPandascore } from './feeds-series.ts';
import { replyAsApiTennis } from './feeds-tennis.ts';

// Exits with the bench, however it ends.
process.on('disconnect', () => process.exit());

const day = inventDay(process.argv[2]!);
const football = await startApiSportsServer();
const basketball = await startApiSportsServer({ hasPages: false });
const tennis = await startTennisServer();
const pandascore = await startPandascoreServer();
const footballDataOrg = await startFootballDataOrgServer();
replyAsApiFootball(football, day);
replyAsApiBasketball(basketball, day);
replyAsApiTennis(tennis, day);
replyAsPandascore(pandascore, day);
replyAsFootballDataOrg(footballDataOrg, day);
const servers = {
  'api-football': football,
  'api-basketball': basketball,
  'api-tennis': tennis,
  pandascore,
  'football-data-org': footballDataOrg,
};
// A site asks every few seconds, after which a connection is no longer kept: each request opens one, as it does there.
for (const { headers } of Object.values(servers)) headers.Connection = 'close';
const urls = Object.fromEntries(Object.entries(servers).map(([name, { url }]) => [name, url]));
process.send!(urls satisfies Partial<Record<FeedName, string>>);
