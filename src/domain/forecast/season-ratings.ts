/**
 * One number for each team (points per game above the league's mean), with its variance. Teams change between seasons: a rating then moves
 * towards 0 and becomes less certain. Within a season only results change it.
 */
export interface SeasonRating {
  mean: number;
  variance: number;
  /** Number of games learned from. */
  played: number;
  season: string;
}

export interface SeasonRatingParameters {
  /** Variance of a newcomer's rating. */
  newcomerVariance: number;
  /** How far below 0 a team is expected that joins after the league's first season, in points. */
  newcomerGap: number;
  /** Share of a rating that is kept between seasons, and the variance that is added then. */
  kept: number;
  seasonVariance: number;
}

export interface SeasonRatingsState {
  firstSeason: string | null;
  teams: [name: string, rating: SeasonRating][];
}

/** The ratings of a league's teams. The first season that is learned from is the league's first. */
export function createSeasonRatings(
  { newcomerVariance, newcomerGap, kept, seasonVariance }: SeasonRatingParameters,
  state: SeasonRatingsState = { firstSeason: null, teams: [] },
) {
  const teams = new Map(state.teams);
  let { firstSeason } = state;

  const of = (name: string, season: string): SeasonRating => {
    const known = teams.get(name);
    if (known === undefined) {
      const isFirst = firstSeason === null || firstSeason === season;
      return { mean: isFirst ? 0 : -newcomerGap, variance: newcomerVariance, played: 0, season };
    }
    if (known.season === season) return known;
    return { ...known, mean: kept * known.mean, variance: kept ** 2 * known.variance + seasonVariance, season };
  };

  return {
    of,
    /** Adds `step` times its variance to a team's mean, and takes `certainty` times the square of its variance off the variance. */
    move(name: string, season: string, step: number, certainty: number): void {
      const { mean, variance, played } = of(name, season);
      firstSeason ??= season;
      teams.set(name, { mean: mean + variance * step, variance: variance - variance ** 2 * certainty, played: played + 1, season });
    },
    state: (): SeasonRatingsState => ({ firstSeason, teams: [...teams] }),
  };
}
