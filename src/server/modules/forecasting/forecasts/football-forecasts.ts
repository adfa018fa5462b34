import { createFootballModel, type FootballForecast, matrixOf } from '#domain/forecast/football-model.ts';
import { ratesOfMarket } from '#domain/forecast/market.ts';
import type { DivisionPlace, Fixture, PlayedMatch } from '#domain/forecast/played-match.ts';
import { expectedGoals, topScores } from '#domain/forecast/score-matrix.ts';
import { tierOf } from '#server/modules/match-data/public.ts';
import { type Catalogue, type ComingMatch, createSeenTeams, type ModelForecast, type PastMatch, type SportModel } from './known-match.ts';
import { marketOf } from './market-opinion.ts';

/** Number of likeliest scores that a forecast keeps. */
const TOP_SCORES = 3;

/** Creates one model for all clubs, because teams move between leagues and cups bring them together. */
export function createFootballForecasts(catalogue: Catalogue): SportModel {
  // Asked for each match, and a catalogue does not change.
  const places = new Map<string, DivisionPlace | null>();
  const knownPlace = (division: string): DivisionPlace | null => {
    const place = places.get(division) ?? placeOf(catalogue, Number(division));
    places.set(division, place);
    return place;
  };
  /** Seasons as their leagues write them, by league and number. */
  const seasonNames = new Map<string, string>();
  const model = createFootballModel({
    usesPrices: true,
    placeOf: knownPlace,
    formatOf(division, season) {
      const name = seasonNames.get(`${division} ${season}`);
      return name === undefined ? null : catalogue.formatOf(Number(division), name);
    },
  });
  const seen = createSeenTeams();

  /** Starts a team's season in a league. Cups are skipped: they do not take a team out of its league. */
  const startSeason = ({ leagueId, season, day, homeId, awayId }: ComingMatch): void => {
    if (catalogue.leagueOf(leagueId)?.isLeague !== true) return;
    const number = seasonNumber(season, day);
    seasonNames.set(`${leagueId} ${number}`, season);
    model.startSeason(String(leagueId), number, [String(homeId), String(awayId)]);
  };

  return {
    learn(matches) {
      // In the order of ids, because the order in which teams appear in a season must not depend on how a day was told.
      const ordered = matches.toSorted((a, b) => a.leagueId - b.leagueId || a.homeId - b.homeId || a.awayId - b.awayId);
      for (const match of ordered) startSeason(match);
      model.learn(ordered.map(playedMatch));
      for (const match of matches) seen.add(match);
    },
    forecast(match) {
      const past = seen.of(match);
      if (past.most === 0) return null;
      startSeason(match);
      const fixture = fixtureOf(match);
      return forecastOf(match, past, model.forecast(fixture), model.restEffects(fixture));
    },
    train: (day) => model.train(day),
  };
}

/** Arranges a forecast of a match as it is stored. `rest` is the effect of rest on ln of each side's goals. */
export function forecastOf(
  { homeId, awayId }: ComingMatch,
  past: ModelForecast['past_matches'],
  { outcomes, rates, leading }: Pick<FootballForecast, 'outcomes' | 'rates' | 'leading'>,
  rest: { home: number; away: number },
): ModelForecast {
  const matrix = matrixOf({ outcomes, rates });
  return {
    home_team_id: homeId,
    away_team_id: awayId,
    outcomes,
    past_matches: past,
    expected: expectedGoals(matrix),
    football: { rates, leading, rest, top: topScores(matrix, TOP_SCORES) },
  };
}

const fixtureOf = ({ leagueId, season, day, homeId, awayId, terms }: ComingMatch): Fixture => ({
  division: String(leagueId),
  season: seasonNumber(season, day),
  day,
  home: String(homeId),
  away: String(awayId),
  ...(terms.neutral && { neutral: true }),
});

function playedMatch(match: PastMatch): PlayedMatch {
  const { halfTime, shots, shotsOnTarget, corners, redCards } = match;
  const market = marketOf(match.prices);
  const closing = market === null || market.draw === 0 ? null : ratesOfMarket(market);
  return { ...fixtureOf(match), goals: match.score, halfTime, shots, shotsOnTarget, corners, redCards, closing };
}

/**
 * Returns a league's tier; null if unknown. Feeds report no tiers: those of well-known leagues are known by name, and of the others a league
 * with promotion is assumed to be below one without. Between two such leagues with promotion, teams just move.
 */
function placeOf(catalogue: Catalogue, leagueId: number): DivisionPlace | null {
  const league = catalogue.leagueOf(leagueId);
  if (league === undefined || league.countryCode === null || !league.isLeague) return null;
  return { country: league.countryCode, tier: tierOf(league.name, league.countryCode) ?? (league.hasPromotion ? 1 : 0) };
}

/** Returns a season as a sortable number: "2025/26" is 2025, and a season without a year is that of the day. */
export function seasonNumber(season: string, day: number): number {
  const [, year] = /^(\d{4})/.exec(season) ?? [];
  return year === undefined ? new Date(day * 86_400_000).getUTCFullYear() : Number(year);
}
