import { obeyParent } from '#test/support/site-child.ts';
import { startApiBasketball } from './basketball.ts';
import { startPandascore } from './esports.ts';
import { startFollowedSite } from './followed-site.ts';
import { startApiFootball, startFootballDataOrg } from './football.ts';
import type { Ask } from './site-child.ts';
import { startApiTennis, startLiveTennis } from './tennis.ts';

/**
 * A process with a site that follows all providers, which does what its parent asks. It is a process of its own, because Node reads the
 * sources faster than the test runner does.
 */
const [startMinute = ''] = process.argv.slice(2);
const site = await startFollowedSite(Number(startMinute), {
  'api-football': startApiFootball,
  'api-basketball': startApiBasketball,
  'api-tennis': startApiTennis,
  'live-tennis': startLiveTennis,
  'football-data-org': startFootballDataOrg,
  pandascore: startPandascore,
});

obeyParent<Ask>({ url: site.url }, (ask) => (ask.kind === 'goTo' ? site.goTo(ask.minute) : site.give(ask.email, ask.points)), site.stop);
