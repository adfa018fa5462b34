// Measures football forecasts on real matches, walking forward, against the required figures (docs/forecast.md). "Shared" are the matches of
// 2016-17 to 2022-23 that FiveThirtyEight forecast and Bet365 and Pinnacle priced; "all" are those of 22 divisions from July 2018 to June 2023.
// Prints the worst ratio last: above 1 a requirement is not met.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { STATISTICS_BASES } from '#domain/forecast/bases.ts';
import { meanOf, outcomeOf, rankedProbabilityScore } from '#domain/forecast/evaluate.ts';
import type { Outcomes } from '#domain/forecast/outcomes.ts';
import { createRatings } from '#domain/forecast/ratings.ts';
import { createSeasonBook } from '#domain/forecast/season-moves.ts';
import { walkForward } from '#domain/forecast/walk-forward.ts';
import { calibrationByChance } from '#tools/backtest/chance.ts';
import { fiveThirtyEightForecasts, matchKey } from '#tools/backtest/five-thirty-eight.ts';
import { createOurs, createWithMarket } from '#tools/backtest/ours.ts';
import { saidByPrices } from '#tools/backtest/peers.ts';
import { type PricedMatch, placeOf, readMatches } from '#tools/backtest/read-matches.ts';
import { roundsOf } from '#tools/backtest/rounds.ts';
import { figuresOf } from '#tools/backtest/score.ts';

const FOLDER = '../shared/data/football-data';
const FIVE_THIRTY_EIGHT = '../shared/data/fivethirtyeight/spi_matches_merged.csv';
const [FROM, ALL_FROM, TO] = ['2016-07', '2018-07', '2023-06'];
/** How often the seasons from 2018-19 on were looked at while the model was chosen; docs/forecast.md lists what was seen. */
const LOOKS_AT_LATER_SEASONS = 7;

const RPS_MAX = { none: 0.2034, past: 0.2025, pre: 0.2017 };
const GAP_MAX = { none: 0.0016, past: 0.0002, pre: -0.0005 };
const LATE = { from: 31, gapMax: 0.003 };
const EARLY = { to: 3, gapMax: 0.0036 };
const CALIBRATION_MAX = 0.0075;
const SCORE_LOG_LOSS_MAX = 2.848;
const OVER_UNDER_MAX = 0.678;
const SECONDS_MAX = 60;
const MEGABYTES_MAX = 700;
const FILTER_SECONDS_MAX = 0.5;

if (!existsSync(FOLDER) || !existsSync(FIVE_THIRTY_EIGHT)) {
  console.log(`Skipped: ${FOLDER} and ${FIVE_THIRTY_EIGHT} do not exist.`);
  process.exit(0);
}

interface Forecast {
  match: PricedMatch;
  outcomes: Outcomes;
}

const ratios: number[] = [];
/** The ratio is 1 at the limit and grows with the value, for limits below 0, too. */
function tell(what: string, value: number, max: number, digits = 4): void {
  const ratio = 1 + (value - max) / Math.abs(max);
  ratios.push(ratio);
  console.log(`${what}: ${value.toFixed(digits)} (limit ${max.toFixed(digits)}, ratio ${ratio.toFixed(4)})`);
}

const matches = readdirSync(FOLDER)
  .filter((file) => /^[A-Z]+\d?\.csv$/.test(file))
  .flatMap((file) => readMatches(file, readFileSync(join(FOLDER, file), 'utf8')).matches);
const month = ({ date }: PricedMatch) => date.slice(0, 7);
const isAsked = (match: PricedMatch) => month(match) >= FROM && month(match) <= TO;
const isOfAll = (match: PricedMatch) => month(match) >= ALL_FROM && month(match) <= TO;
const theirs = fiveThirtyEightForecasts(readFileSync(FIVE_THIRTY_EIGHT, 'utf8'), matches.filter(isAsked));
const isShared = (match: PricedMatch) => match.prices.B365 !== undefined && match.prices.PSC !== undefined && theirs.has(matchKey(match));
const rounds = roundsOf(matches);

tell(`seconds for one filter and ${matches.length} matches`, filterSeconds(), FILTER_SECONDS_MAX, 3);
withoutPrices();
withPrices();
console.log(`the seasons from ${ALL_FROM} on were looked at ${LOOKS_AT_LATER_SEASONS} times while the model was chosen`);
const { user, system } = process.cpuUsage();
tell('seconds of processor time of the whole run', (user + system) / 1e6, SECONDS_MAX, 1);
tell('megabytes of memory at most', process.resourceUsage().maxRSS / 1024, MEGABYTES_MAX, 0);
console.log(`backtest-worst-vs-asked ${Math.max(...ratios).toFixed(4)}`);
process.exit(Math.max(...ratios) <= 1 ? 0 : 1);

function withoutPrices(): void {
  const judged = [...walkForward(matches, createOurs('none'), isAsked)].map(({ match, forecast }) => ({ match, said: forecast }));
  const shared = figuresOf(judged.filter(({ match }) => isShared(match)));
  tell(`RPS of ${shared.count} shared matches, prices none`, shared.rps, RPS_MAX.none, 5);
  tell('calibration error, bins of equal width', shared.calibrationByWidth, CALIBRATION_MAX);
  const chance = calibrationByChance(judged.filter(({ match }) => isShared(match)).map(({ said }) => said.outcomes));
  tell('calibration error, bins of equal count, against what chance stays below in 95%', shared.calibrationByCount, chance);
  tell('log loss of exact scores', shared.exactLogLoss!, SCORE_LOG_LOSS_MAX);
  const late = figuresOf(judged.filter(({ match }) => isShared(match) && isOfAll(match)));
  tell(`log loss of over and under 2.5 from ${ALL_FROM}`, late.overUnderLogLoss!, OVER_UNDER_MAX);
  const all = judged.flatMap(({ match, said }) => (isOfAll(match) ? [{ match, outcomes: said.outcomes }] : []));
  tellGap('all matches, prices none', all, GAP_MAX.none);
  tellGap(
    `rounds ${LATE.from} and later`,
    all.filter(({ match }) => rounds.get(match)! >= LATE.from),
    LATE.gapMax,
  );
  tellGap(
    `rounds 1 to ${EARLY.to}`,
    all.filter(({ match }) => rounds.get(match)! <= EARLY.to),
    EARLY.gapMax,
  );
  for (const from of [0.75, 0.8]) tellFavourites(all, from);
}

function withPrices(): void {
  const judged = [...walkForward(matches, createWithMarket('pre'), isAsked)];
  const past = judged.map(({ match, forecast }) => ({ match, outcomes: forecast.model.outcomes }));
  const pre = judged.map(({ match, forecast }) => ({ match, outcomes: forecast.outcomes }));
  for (const [use, forecasts] of [['past', past] as const, ['pre', pre] as const]) {
    const shared = forecasts.filter(({ match }) => isShared(match));
    tell(`RPS of ${shared.length} shared matches, prices ${use}`, meanOf(shared.map(rpsOf)).mean, RPS_MAX[use], 5);
    tellGap(
      `all matches, prices ${use}`,
      forecasts.filter(({ match }) => isOfAll(match)),
      GAP_MAX[use],
    );
  }
}

function rpsOf({ match, outcomes }: Forecast): number {
  return rankedProbabilityScore({ forecast: outcomes, outcome: outcomeOf(...match.goals) });
}

/** Tells how far the RPS is above that of average prices one to three days before, on the matches that have them. */
function tellGap(what: string, forecasts: readonly Forecast[], max: number): void {
  const pairs = forecasts.flatMap(({ match, outcomes }) => {
    const average = saidByPrices(match, 'Avg');
    return average === null ? [] : [{ own: rpsOf({ match, outcomes }), average: rpsOf({ match, outcomes: average.outcomes }) }];
  });
  const [own, average] = [meanOf(pairs.map((pair) => pair.own)), meanOf(pairs.map((pair) => pair.average))];
  const { mean, standardError } = meanOf(pairs.map((pair) => pair.own - pair.average));
  const figures = `${own.mean.toFixed(5)} and ${average.mean.toFixed(5)}, standard error of the difference ${standardError.toFixed(5)}`;
  tell(`RPS minus that of average pre-match prices, ${what} (${pairs.length} matches: ${figures})`, mean, max, 5);
}

/** Prints how often favourites beyond a probability won. */
function tellFavourites(forecasts: readonly Forecast[], from: number): void {
  const favourites = forecasts.flatMap(({ match, outcomes }) =>
    (['home', 'away'] as const)
      .filter((side) => outcomes[side] >= from)
      .map((side) => ({ said: outcomes[side], won: outcomeOf(...match.goals) === side })),
  );
  const said = meanOf(favourites.map((favourite) => favourite.said)).mean;
  const came = meanOf(favourites.map(({ won }) => Number(won)));
  console.log(
    `favourites from ${from} on (${favourites.length}): said ${said.toFixed(3)}, came ${came.mean.toFixed(3)} ± ${(1.96 * came.standardError).toFixed(3)}`,
  );
}

/**
 * Times the leading base model alone, from the first match to the last, with a forecast for each. Takes the best of five runs, because
 * other processes disturb the machine.
 */
function filterSeconds(): number {
  const once = (): number => {
    const ratings = createRatings(STATISTICS_BASES.slice(0, 1), []);
    const seasons = createSeasonBook(placeOf);
    const forecaster = {
      startSeason(...told: Parameters<typeof seasons.start>) {
        const start = seasons.start(...told);
        if (start !== null) ratings.startSeason(start);
      },
      forecast: ratings.expect,
      learn: ratings.learn,
    };
    const beganMs = performance.now();
    for (const { forecast } of walkForward(matches, forecaster, () => true))
      if (!Number.isFinite(forecast.expected[0]!.home)) throw new Error('the measured time is not a number');
    return (performance.now() - beganMs) / 1000;
  };
  return Math.min(once(), once(), once(), once(), once());
}
