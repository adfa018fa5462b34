import { createNationalModel, type NationalFixture } from '#domain/forecast/national-teams.ts';
import { isMinorForNations, NATIONAL_GROUPS } from '#server/modules/match-data/public.ts';
import { createFootballForecasts, forecastOf } from './football-forecasts.ts';
import { type Catalogue, type ComingMatch, createSeenTeams, type SportModel } from './known-match.ts';

/** Creates the models of football: one of clubs, and one of each group of national teams, which meet no clubs. */
export function createAllFootballForecasts(catalogue: Catalogue): SportModel {
  const clubs = createFootballForecasts(catalogue);
  const nations = new Map<string | null, SportModel>(NATIONAL_GROUPS.map((group) => [group, createNationalForecasts(catalogue)]));
  const modelOf = (match: ComingMatch): SportModel => nations.get(match.terms.ratingGroup) ?? clubs;
  return {
    learn(matches) {
      for (const model of [clubs, ...nations.values()]) {
        const own = matches.filter((match) => modelOf(match) === model);
        if (own.length > 0) model.learn(own);
      }
    },
    forecast: (match) => modelOf(match).forecast(match),
    train: (day) => clubs.train(day),
  };
}

function createNationalForecasts(catalogue: Catalogue): SportModel {
  const model = createNationalModel();
  const seen = createSeenTeams();
  const fixtureOf = ({ leagueId, day, homeId, awayId, terms }: ComingMatch): NationalFixture => ({
    ...{ day, home: String(homeId), away: String(awayId), neutral: terms.neutral },
    isMinor: isMinorForNations(catalogue.leagueOf(leagueId)?.name ?? ''),
  });
  return {
    learn(matches) {
      model.learn(matches.map((match) => ({ ...fixtureOf(match), goals: match.score })));
      for (const match of matches) seen.add(match);
    },
    forecast(match) {
      const past = seen.of(match);
      if (past.most === 0) return null;
      return forecastOf(match, past, model.forecast(fixtureOf(match)), { home: 0, away: 0 });
    },
    train() {},
  };
}
