import { type BasketballForecast, createBasketball } from '#domain/forecast/elo-basketball.ts';
import { createEsports } from '#domain/forecast/elo-esports.ts';
import type { SeriesForecast, SeriesFormat } from '#domain/forecast/elo-series.ts';
import { createTennis } from '#domain/forecast/tennis.ts';
import { type Catalogue, type ComingMatch, createSeenTeams, type PastMatch, type SportModel } from './known-match.ts';
import type { StoredForecast } from './stored-forecast.ts';

/** Ratings of one league or tour. */
interface LeagueRatings {
  /** Learns a result. Throws a RangeError for an impossible result and then changes nothing. */
  learn(match: PastMatch): void;
  forecast(match: ComingMatch): Pick<StoredForecast, 'outcomes' | 'expected'>;
}

const names = ({ homeId, awayId, day }: ComingMatch) => ({ home: String(homeId), away: String(awayId), day });

/** Creates the model of a sport that rates each league by itself. */
function createLeagues(create: (leagueId: number) => LeagueRatings): SportModel {
  const leagues = new Map<number, LeagueRatings>();
  const seen = createSeenTeams();
  const ratingsOf = ({ leagueId }: ComingMatch): LeagueRatings => {
    const ratings = leagues.get(leagueId) ?? create(leagueId);
    leagues.set(leagueId, ratings);
    return ratings;
  };
  return {
    learn(matches) {
      for (const match of matches) if (couldLearn(ratingsOf(match), match)) seen.add(match);
    },
    forecast(match) {
      const past = seen.of(match);
      if (past.most === 0) return null;
      const { outcomes, expected } = ratingsOf(match).forecast(match);
      return { home_team_id: match.homeId, away_team_id: match.awayId, outcomes, past_matches: past, expected, football: null };
    },
    train() {},
  };
}

/** Learns a match and returns whether that was possible: an abandoned match may have a score that no match can end with, and is skipped. */
function couldLearn(ratings: LeagueRatings, match: PastMatch): boolean {
  try {
    ratings.learn(match);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

export const createBasketballForecasts = (): SportModel =>
  createLeagues(() => {
    const model = createBasketball();
    return {
      learn: (match) => model.learn({ ...names(match), season: match.season, homePoints: match.score[0], awayPoints: match.score[1] }),
      forecast: (match) => ofPoints(model.forecast({ ...names(match), season: match.season })),
    };
  });

function ofPoints({ outcomes, expected: { home, away } }: BasketballForecast): Pick<StoredForecast, 'outcomes' | 'expected'> {
  return { outcomes, expected: home === null || away === null ? null : { home, away } };
}

const ofParts = ({ outcomes, expected }: SeriesForecast) => ({ outcomes, expected });

/**
 * Creates the tennis model. Feeds report neither surface nor rank, so all matches count as hard court; best of five is inferred per tour.
 */
export const createTennisForecasts = (): SportModel =>
  createLeagues(() => {
    const model = createTennis();
    let bestOf: 3 | 5 = 3;
    return {
      learn(match) {
        const [homeSets, awaySets] = match.score;
        const played = Math.max(homeSets, awaySets) === 3 ? 5 : 3;
        model.learn({ ...names(match), surface: 'hard', bestOf: played, ending: 'completed', homeSets, awaySets });
        bestOf = played;
      },
      forecast: (match) => ofParts(model.forecast({ ...names(match), surface: 'hard', bestOf })),
    };
  });

/** Creates the esports model. Feeds do not report the length of a series, so that of the league's last series is assumed. */
export const createEsportsForecasts = (catalogue: Catalogue): SportModel =>
  createLeagues((leagueId) => {
    const model = createEsports();
    const mayEndLevel = catalogue.leagueOf(leagueId)?.drawPossible === true;
    let format: SeriesFormat = mayEndLevel ? { parts: 2, race: false } : { parts: 3, race: true };
    return {
      learn(match) {
        const [homeMaps, awayMaps] = match.score;
        const played = mayEndLevel
          ? { parts: homeMaps + awayMaps, race: false }
          : { parts: 2 * Math.max(homeMaps, awayMaps) - 1, race: true };
        model.learn({ ...names(match), format: played, ending: 'completed', homeMaps, awayMaps });
        format = played;
      },
      forecast: (match) => ofParts(model.forecast({ ...names(match), format })),
    };
  });
