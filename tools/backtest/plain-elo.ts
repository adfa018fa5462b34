import { ELO_POINTS, logistic } from '#domain/forecast/elo-rating.ts';

/** The peer of our models: everybody starts at the same rating, and each win moves both ratings by `k` times the surprise. */
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
  const forecast = ({ home, away, isNeutral }: EloMeeting): number =>
    logistic((ratingOf(home) - ratingOf(away) + (isNeutral ? 0 : homeAdvantage)) / ELO_POINTS);
  return {
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
