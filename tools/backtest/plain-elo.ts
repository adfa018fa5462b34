import { ELO_POINTS, logistic } from '#domain/forecast/elo-rating.ts';

/** The peer of our models: everybody starts at 0 unless told otherwise, and each win moves both ratings by `k` times the surprise. */
export interface PlainEloParameters {
  /** In Elo points. */
  k: number;
  homeAdvantage: number;
}

export interface EloMeeting {
  home: string;
  away: string;
  isNeutral: boolean;
}

export function createPlainElo({ k, homeAdvantage }: PlainEloParameters) {
  const ratings = new Map<string, number>();
  const ratingOf = (name: string) => ratings.get(name) ?? 0;
  const advantage = ({ home, away, isNeutral }: EloMeeting): number => ratingOf(home) - ratingOf(away) + (isNeutral ? 0 : homeAdvantage);
  const forecast = (meeting: EloMeeting): number => logistic(advantage(meeting) / ELO_POINTS);
  return {
    /** By how many Elo points home is stronger, home advantage included. */
    advantage,
    /** Sets the rating of a name that has none yet, in Elo points; the others keep theirs. */
    start(name: string, rating: number): void {
      if (!ratings.has(name)) ratings.set(name, rating);
    },
    /** Probability that home wins. */
    forecast,
    /** @param won share of the win that home has: 1, 0, or 0.5 when level. */
    learn(meeting: EloMeeting, won: number): void {
      const step = k * (won - forecast(meeting));
      ratings.set(meeting.home, ratingOf(meeting.home) + step);
      ratings.set(meeting.away, ratingOf(meeting.away) - step);
    },
  };
}
