// A whole day of all sports through the adapters of providers and the importer, on a clock that is stepped: 500 tennis matches, 200 esports
// series, 300 football matches and 40 basketball games. Local servers answer as the providers would, in another process. A second site
// follows the same day with the allowances of free or small plans. HOURS=3 plays only the first hours after noon UTC, and FEEDS=pandascore
// only the feeds that it names, separated by commas.
import { timed } from '#test/support/measuring.ts';
import { BASKETBALL_LEAGUE_IDS } from './support/feeds-basketball.ts';
import { inventDay } from './support/feeds-day.ts';
import { FOOTBALL_LEAGUE_IDS } from './support/feeds-football.ts';
import { FEED_NAMES, type FeedProviders, startProviders } from './support/feeds-providers.ts';
import { type FeedFigures, figuresOf, tell } from './support/feeds-report.ts';
import { playSite, type SiteOrder } from './support/feeds-site.ts';
import { TOUR_SETTINGS } from './support/feeds-tennis.ts';

const HOURS = Number(process.env.HOURS ?? 24);
const SEED = process.env.SEED ?? 'matchpoint';
const FEEDS: readonly string[] = process.env.FEEDS?.split(',') ?? FEED_NAMES;
const CORE_MAX = 0.05;

/** Plans with which every adapter asks at its usual interval. */
const LARGE: SiteOrder = {
  feeds: ['api-tennis', 'pandascore', 'api-football', 'api-basketball'],
  settings: {
    ...{ API_TENNIS_TOURS: TOUR_SETTINGS.join(','), API_TENNIS_PER_DAY: '200000', API_TENNIS_PER_MINUTE: '60' },
    ...{ API_FOOTBALL_LEAGUES: FOOTBALL_LEAGUE_IDS.join(','), API_FOOTBALL_PER_DAY: '75000', API_FOOTBALL_PER_MINUTE: '300' },
    ...{ API_BASKETBALL_LEAGUES: BASKETBALL_LEAGUE_IDS.join(','), API_BASKETBALL_PER_DAY: '7500', API_BASKETBALL_PER_MINUTE: '300' },
  },
  hours: HOURS,
  isScarce: false,
};
/** The defaults, which fit the smallest plans. */
const SMALL: SiteOrder = {
  feeds: ['football-data-org', 'api-tennis', 'pandascore', 'api-football', 'api-basketball'],
  settings: {},
  hours: HOURS,
  isScarce: true,
};

if (!(HOURS > 0 && HOURS <= 24)) {
  console.error(`HOURS=${process.env.HOURS}: must be a number above 0 and at most 24`);
  process.exit(1);
}
const unknown = FEEDS.filter((name) => !FEED_NAMES.some((known) => known === name));
if (unknown.length > 0) {
  console.error(`FEEDS=${process.env.FEEDS}: must be some of ${FEED_NAMES.join(', ')}, separated by commas`);
  process.exit(1);
}
const day = inventDay(SEED);
const providers = await startProviders(SEED);
const figures = await playBoth(providers).finally(providers.stop);
process.exit(isHeld(figures) ? 0 : 1);

async function playBoth(servers: FeedProviders): Promise<{ large: FeedFigures[]; small: FeedFigures[] }> {
  const large = await play(servers, LARGE, 'Plans that last for the usual intervals');
  return { large, small: await play(servers, SMALL, 'The default settings, for the smallest plans') };
}

async function play(servers: FeedProviders, whole: SiteOrder, title: string): Promise<FeedFigures[]> {
  const order = { ...whole, feeds: whole.feeds.filter((name) => FEEDS.includes(name)) };
  let figures: FeedFigures[] = [];
  if (order.feeds.length === 0) return figures;
  const tookMs = await timed(async () => {
    const { feeds, databaseCpuMs, warnings } = await playSite(servers, order);
    figures = feeds.map((diary) => figuresOf(diary, day, order.hours));
    tell(title, figures);
    for (const line of warnings.slice(0, 10)) console.error(`WARNING ${line}`);
    if (warnings.length > 10) console.error(`WARNING ${warnings.length - 10} more`);
    if (databaseCpuMs !== null)
      console.log(`\nthe database took another ${((databaseCpuMs / (order.hours * 3_600_000)) * 100).toFixed(3)}% of a core`);
  });
  console.log(`${order.hours} hours played in ${(tookMs / 1_000).toFixed(0)} s`);
  return figures;
}

function isHeld({ large, small }: { large: FeedFigures[]; small: FeedFigures[] }): boolean {
  const all = [...large, ...small];
  const coreOf = (feeds: readonly FeedFigures[]) => feeds.reduce((sum, { core }) => sum + core, 0);
  const ratios = [
    { name: 'feeds-results-wrong-or-missing', ratio: all.reduce((sum, { faults }) => sum + faults.length, 0), max: 0 },
    { name: 'feeds-allowance-used', ratio: Math.max(0, ...all.map(({ allowanceUsed }) => allowanceUsed.share)), max: 1 },
    { name: 'feeds-result-late-vs-interval', ratio: Math.max(0, ...all.flatMap(({ lateIntervals }) => lateIntervals)), max: 1 },
    { name: 'feeds-importer-vs-5%-of-a-core', ratio: Math.max(coreOf(large), coreOf(small)) / CORE_MAX, max: 1 },
  ];
  if (all.every(({ matches }) => matches === 0)) throw new Error('no match ended in these hours');
  console.log('');
  for (const { name, ratio } of ratios) console.log(`${name} ${ratio.toFixed(2)}`);
  return ratios.every(({ ratio, max }) => ratio <= max);
}
