import { existsSync, readFileSync } from 'node:fs';
import { createTennis } from '#domain/forecast/tennis.ts';
import { logLossDifference, type TwoWayForecast, twoWayScores } from '#domain/forecast/two-way-scores.ts';
import { groupBy } from '#domain/grouping.ts';
import { impliedProbabilities } from '#domain/matches/odds.ts';
import type { Tell } from './tell.ts';
import { type HistoryMatch, readTennisHistory } from './tennis-history.ts';
import { pricesByMatch } from './tennis-price-match.ts';
import { BOOKMAKERS, readTennisPrices } from './tennis-prices.ts';
import { type AfterSet, forecastsAfterSets } from './tennis-sets.ts';
import { forecastHistory, type WalkedMatch } from './tennis-walk.ts';

const HISTORY = '../shared/data/histories/tennis/atp_wta_2015_2024.csv';
const PRICES = '../shared/data/tennis/tennis_2022_2024.csv';
/** Settings were chosen on matches before this day. */
const FROM = '2022';
const LOG_LOSS_MAX = 0.6;
const BETTER_THAN_RANKS_MIN = 0.03;
const CALIBRATION_MAX = 0.02;

/** National teams' competitions are not events of a tour. */
const isMainTour = ({ match }: WalkedMatch): boolean => match.level !== 'D';

/**
 * Measures the tennis models on matches of 2022 to 2024, each forecast from earlier rounds alone, beside ranks and bookmakers. Prints that
 * it skips if the files are absent.
 */
export function measureTennis(tell: Tell): void {
  if (!existsSync(HISTORY)) {
    console.log(`Skipped tennis: ${HISTORY} does not exist.`);
    return;
  }
  const { matches, problems } = readTennisHistory(readFileSync(HISTORY, 'utf8'));
  console.log(`${matches.length} matches of tennis read, ${problems.length} rows rejected`);
  const all = forecastHistory(matches).filter(({ match }) => match.date >= FROM);
  const scored = all.filter(isMainTour);
  printGroups(scored);
  print('with national teams', all);

  const ours = twoWayScores(forecastsBy(scored, 'ours'));
  tell(`tennis, log loss of ${ours.matches} matches of the main tours`, ours.logLoss, LOG_LOSS_MAX, 5);
  const ranks = twoWayScores(forecastsBy(scored, 'ranks'));
  tell(`tennis, log loss against ranks minus ${BETTER_THAN_RANKS_MIN}`, ours.logLoss, ranks.logLoss - BETTER_THAN_RANKS_MIN, 5);

  measurePrices(scored);
  measureInPlay(scored, tell);
  measureRetirements(scored, matches);
  measureSpeed();
}

const forecastsBy = (walked: readonly WalkedMatch[], by: 'ours' | 'ranks'): TwoWayForecast[] =>
  walked.map((forecast) => ({ p: forecast[by], won: forecast.match.homeHasWon }));

function print(title: string, walked: readonly WalkedMatch[]): void {
  const [ours, ranks] = [forecastsBy(walked, 'ours'), forecastsBy(walked, 'ranks')];
  const { matches, logLoss, calibrationError, calibrationNoise, accuracy } = twoWayScores(ours);
  const cells = [logLoss, twoWayScores(ranks).logLoss, calibrationError, calibrationNoise, accuracy].map((n) => n.toFixed(4).padStart(8));
  const { difference, standardError } = logLossDifference(ours, ranks);
  console.log(
    `  ${title.padEnd(24)}${String(matches).padStart(6)}${cells.join('')}   ${difference.toFixed(4)} ± ${standardError.toFixed(4)}`,
  );
}

function printGroups(scored: readonly WalkedMatch[]): void {
  console.log('                          matches log loss  ranks  calib. (luck)   right   ours minus ranks');
  print('main tours', scored);
  const keys: ((match: HistoryMatch) => string)[] = [
    ({ tour }) => tour,
    ({ date }) => date.slice(0, 4),
    ({ surface }) => surface ?? 'unknown surface',
    ({ bestOf }) => `best of ${bestOf}`,
    ({ tour, level }) => (level === 'G' ? `${tour} majors` : `${tour} other`),
  ];
  for (const keyOf of keys)
    for (const [key, group] of groupBy(scored, ({ match }) => keyOf(match))) if (group.length > 1) print(key, group);
  print(
    'a player with few matches',
    scored.filter(({ forecast }) => forecast.pastMatchesFewest < 10),
  );
}

function measurePrices(scored: readonly WalkedMatch[]): void {
  if (!existsSync(PRICES)) {
    console.log(`Skipped the bookmakers: ${PRICES} does not exist.`);
    return;
  }
  const { matches, unreadable } = readTennisPrices(readFileSync(PRICES, 'utf8'));
  const prices = pricesByMatch(
    scored.map(({ match }) => match),
    matches,
  );
  console.log(`${prices.size} of ${matches.length} completed matches with prices found in the history (${unreadable} rows unreadable)`);
  for (const bookmaker of BOOKMAKERS) {
    const compared = scored.flatMap((walked) => {
      const price = prices.get(walked.match)?.prices[bookmaker];
      const implied = price && impliedProbabilities(price);
      if (!implied) return [];
      const won = walked.match.homeHasWon;
      return [{ ours: { p: walked.ours, won }, ranks: { p: walked.ranks, won }, theirs: { p: won ? implied[0]! : implied[1]!, won } }];
    });
    if (compared.length < 2) continue;
    const by = (name: 'ours' | 'ranks' | 'theirs') => compared.map((forecasts) => forecasts[name]);
    const { difference, standardError } = logLossDifference(by('ours'), by('theirs'));
    const scores = (['ours', 'ranks', 'theirs'] as const).map((name) => twoWayScores(by(name)));
    const losses = scores.map(({ logLoss }) => logLoss.toFixed(4));
    const briers = scores.map(({ brier }) => brier.toFixed(4)).join(', ');
    console.log(
      `  ${bookmaker.padEnd(5)} ${compared.length} matches: ours ${losses[0]}, ranks ${losses[1]}, ${bookmaker} ${losses[2]} (Brier ${briers}); ` +
        `ours minus ${bookmaker} ${difference.toFixed(4)} ± ${standardError.toFixed(4)}`,
    );
  }
}

function measureInPlay(scored: readonly WalkedMatch[], tell: Tell): void {
  const after = forecastsAfterSets(scored);
  const asForecasts = (states: readonly AfterSet[]) => states.map(({ p, match }) => ({ p, won: match.homeHasWon }));
  const printStates = (title: string, states: readonly AfterSet[]): void => {
    const { matches, logLoss, calibrationError, calibrationNoise } = twoWayScores(asForecasts(states));
    const mean = states.reduce((sum, { p }) => sum + p, 0) / states.length;
    const won = states.filter(({ match }) => match.homeHasWon).length / states.length;
    const cells = [logLoss, calibrationError, calibrationNoise, mean, won].map((n) => n.toFixed(4).padStart(8));
    console.log(`  ${title.padEnd(24)}${String(matches).padStart(6)}${cells.join('')}`);
  };
  console.log('in play, after sets       states log loss calib. (luck)    mean  frequency');
  for (const [sets, states] of groupBy(after, ({ setsWon, match }) => `best of ${match.bestOf}, ${setsWon.join('-')}`))
    printStates(sets, states);
  const firstSets = after.filter(({ setsWon: [home, away] }) => home + away === 1);
  const margins = [...groupBy(firstSets, ({ lastBy }) => String(lastBy))].sort(([a], [b]) => Number(a) - Number(b));
  for (const [by, states] of margins) if (states.length > 1) printStates(`first set by ${by}`, states);
  const { calibrationError, matches } = twoWayScores(asForecasts(after));
  tell(`tennis in play, calibration error after ${matches} sets`, calibrationError, CALIBRATION_MAX);
}

/** Compares the expected number of matches given up with what happened, by tour. */
function measureRetirements(scored: readonly WalkedMatch[], matches: readonly HistoryMatch[]): void {
  for (const [tour, walked] of groupBy(scored, ({ match }) => match.tour)) {
    const given = matches.filter((match) => match.tour === tour && match.ending === 'retired' && match.date >= FROM && match.level !== 'D');
    const odds = walked.reduce((sum, { forecast: { retirement } }) => {
      const p = retirement.home + retirement.away;
      return sum + p / (1 - p);
    }, 0);
    console.log(`  ${tour}: ${odds.toFixed(0)} matches given up expected beside ${walked.length} completed ones, ${given.length} were`);
  }
}

/** Times forecasts and results of a tour of 200 players on this machine. */
function measureSpeed(): void {
  const tennis = createTennis();
  const fixture = (n: number) =>
    ({ home: `P${n % 200}`, away: `P${(n * 7 + 1) % 200}x`, day: n / 20, surface: 'hard', bestOf: 3 }) as const;
  const timed = (what: string, work: (n: number) => void): void => {
    const startMs = performance.now();
    for (let n = 0; n < 20_000; n++) work(n);
    console.log(`  ${what}: ${((performance.now() - startMs) / 20).toFixed(1)} microseconds`);
  };
  timed('a result learned', (n) => tennis.learn({ ...fixture(n), ending: 'completed', homeSets: 2, awaySets: n % 2 }));
  timed('a forecast', (n) => tennis.forecast(fixture(n)));
}
