import { type BasketballForecast, createBasketball } from '#domain/forecast/elo-basketball.ts';
import { createEsports } from '#domain/forecast/elo-esports.ts';
import type { SeriesForecast } from '#domain/forecast/elo-series.ts';
import { createTennis } from '#domain/forecast/tennis.ts';
import type { SeriesFormat } from '#domain/matches/series-format.ts';
import { type ComingMatch, createSeenTeams, type ModelForecast, type PastMatch, type SportModel } from './known-match.ts';
import { unlessImpossible } from './unless-impossible.ts';

/** One set of ratings: of a rating group, or of a league without one. */
interface Ratings {
  /** Learns a result. Throws a RangeError for an impossible result and then changes nothing. */
  learn(match: PastMatch): void;
  /** Throws a RangeError for a format that the model does not know. */
  forecast(match: ComingMatch): Pick<ModelForecast, 'outcomes' | 'expected' | 'points'>;
}

const names = ({ homeId, awayId, day }: ComingMatch) => ({ home: String(homeId), away: String(awayId), day });

/** Creates the model of a sport that rates each group of leagues by itself. A team is known as far as its group has seen it. */
function createGroups(create: () => Ratings): SportModel {
  const createGroup = () => ({ ratings: create(), seen: createSeenTeams() });
  const groups = new Map<string | number, ReturnType<typeof createGroup>>();
  const groupOf = ({ terms: { ratingGroup }, leagueId }: ComingMatch) => {
    const key = ratingGroup ?? leagueId;
    const group = groups.get(key) ?? createGroup();
    groups.set(key, group);
    return group;
  };
  return {
    learn(matches) {
      for (const match of matches) {
        const { ratings, seen } = groupOf(match);
        // An abandoned match may have a score that no match can end with, and is skipped.
        const isLearned = unlessImpossible(() => {
          ratings.learn(match);
          return true;
        });
        if (isLearned) seen.add(match);
      }
    },
    forecast(match) {
      const { ratings, seen } = groupOf(match);
      const past = seen.of(match);
      const forecast = past.most === 0 ? null : unlessImpossible(() => ratings.forecast(match));
      return forecast && { home_team_id: match.homeId, away_team_id: match.awayId, ...forecast, past_matches: past, football: null };
    },
    train() {},
  };
}

export const createBasketballForecasts = (): SportModel =>
  createGroups(() => {
    const model = createBasketball();
    return {
      learn: (match) => model.learn({ ...names(match), season: match.season, homePoints: match.score[0], awayPoints: match.score[1] }),
      forecast: (match) => ofPoints(model.forecast({ ...names(match), season: match.season })),
    };
  });

function ofPoints({ outcomes, expected }: BasketballForecast): Pick<ModelForecast, 'outcomes' | 'expected' | 'points'> {
  const { home, away } = expected;
  return { outcomes, expected: home === null || away === null ? null : { home, away }, points: expected };
}

const ofParts = ({ outcomes, expected }: SeriesForecast) => ({ outcomes, expected });

/**
 * Remembers the format of the last match by what is known of the next one: its league, else its group; and whether it can end level, which is
 * known of each match.
 */
function createLastFormats() {
  const last = new Map<string, SeriesFormat>();
  const keysOf = ({ leagueId, terms: { drawPossible } }: ComingMatch) => [`${leagueId} ${drawPossible}`, `${drawPossible}`];
  return {
    add(match: ComingMatch, format: SeriesFormat): void {
      for (const key of keysOf(match)) last.set(key, format);
    },
    /** Returns the format of a match: as told, or the last one. */
    of(match: ComingMatch): SeriesFormat {
      const [ofLeague, ofGroup] = keysOf(match).map((key) => last.get(key));
      const usual = match.terms.drawPossible ? { parts: 2, race: false } : { parts: 3, race: true };
      return match.terms.format ?? ofLeague ?? ofGroup ?? usual;
    },
  };
}

/** Returns the format of a finished match: as told, or the one in which the score is final. */
function playedFormat({ score: [home, away], terms: { format, drawPossible } }: PastMatch): SeriesFormat {
  if (format !== null) return format;
  return drawPossible ? { parts: home + away, race: false } : { parts: 2 * Math.max(home, away) - 1, race: true };
}

/** A set with more games is a match tie-break, whose points are not games. */
const SET_GAMES_MAX = 7;

/** Returns the games won in a match's sets, which tell more than the sets; a match tie-break counts as one game. */
function gamesOf({ parts }: PastMatch): { games?: [home: number, away: number] } {
  if (parts === null) return {};
  const counted = parts.map(({ home, away }) =>
    Math.max(home, away) > SET_GAMES_MAX ? [Number(home > away), Number(away > home)] : [home, away],
  );
  const sumOf = (side: 0 | 1) => counted.reduce((sum, part) => sum + part[side]!, 0);
  return { games: [sumOf(0), sumOf(1)] };
}

/** Creates the tennis model. A match on an unknown surface counts as played on a hard court, the most frequent one. */
export const createTennisForecasts = (): SportModel =>
  createGroups(() => {
    const model = createTennis();
    const formats = createLastFormats();
    const fixtureOf = (match: ComingMatch, format: SeriesFormat) => ({
      ...names(match),
      surface: match.terms.surface,
      bestOf: bestOf(format),
      tournament: `${match.leagueId} ${match.season}`,
    });
    return {
      // Without ranks: those of its day are not stored, and today's would tell what happened later.
      learn(match) {
        const [homeSets, awaySets] = match.score;
        const format = playedFormat(match);
        model.learn({ ...fixtureOf(match, format), ending: 'completed', homeSets, awaySets, ...gamesOf(match) });
        formats.add(match, format);
      },
      forecast(match) {
        const [homeRank, awayRank] = match.terms.ranks;
        const ranks = { ...(homeRank !== null && { homeRank }), ...(awayRank !== null && { awayRank }) };
        return ofParts(model.forecast({ ...fixtureOf(match, formats.of(match)), ...ranks }));
      },
    };
  });

function bestOf({ parts, race }: SeriesFormat): 3 | 5 {
  if (race && (parts === 3 || parts === 5)) return parts;
  throw new RangeError(`The tennis model knows no match of ${parts} sets`);
}

/** Creates the esports model. Strengths decide more in some leagues of a group than in others. */
export const createEsportsForecasts = (): SportModel =>
  createGroups(() => {
    const model = createEsports();
    const formats = createLastFormats();
    const fixtureOf = (match: ComingMatch, format: SeriesFormat) => ({ ...names(match), league: String(match.leagueId), format });
    return {
      learn(match) {
        const [homeMaps, awayMaps] = match.score;
        const format = playedFormat(match);
        model.learn({ ...fixtureOf(match, format), ending: 'completed', homeMaps, awayMaps });
        formats.add(match, format);
      },
      forecast: (match) => ofParts(model.forecast(fixtureOf(match, formats.of(match)))),
    };
  });
