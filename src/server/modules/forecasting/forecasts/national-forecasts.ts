import { matrixOf } from '#domain/forecast/football-model.ts';
import { createNationalModel, type NationalFixture } from '#domain/forecast/national-teams.ts';
import { expectedGoals, topScores } from '#domain/forecast/score-matrix.ts';
import { isMinorForNations, NATIONAL_GROUPS } from '#server/modules/match-data/public.ts';
import { createFootballForecasts, TOP_SCORES } from './football-forecasts.ts';
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
      const { outcomes, rates, leading } = model.forecast(fixtureOf(match));
      const matrix = matrixOf({ outcomes, rates });
      return {
        home_team_id: match.homeId,
        away_team_id: match.awayId,
        outcomes,
        past_matches: past,
        expected: expectedGoals(matrix),
        football: { rates, leading, rest: { home: 0, away: 0 }, top: topScores(matrix, TOP_SCORES) },
      };
    },
    train() {},
  };
}
