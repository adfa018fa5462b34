import { logistic } from './elo-rating.ts';

/** Expected points; the sides' points and their total are null before the league's first game. */
export interface ExpectedPoints {
  /** The home side's final lead, and its standard deviation. */
  margin: number;
  marginDeviation: number;
  total: number | null;
  home: number | null;
  away: number | null;
}

export interface PointsState {
  /** Sum of squared errors of the expected margin, and the number of games it covers. */
  squares: number;
  games: number;
  /** Mean total points per game; null before the first game. */
  total: number | null;
  /** How many more points a team's games have than the league's mean, and the number of games this is based on. */
  pace: [team: string, points: number, games: number][];
}

/** With this scale, logistic margins give FiveThirtyEight's 28 Elo points per point, and a standard deviation of 11.3 points. */
const SCALE_PRIOR = 400 / Math.LN10 / 28;
const DEVIATION_OF_SCALE = Math.PI / Math.sqrt(3);
const PRIOR_GAMES = 100;
/** Memory of the league's means, in games; then the weight of the league's pace as a prior for a team's pace, in games. */
const LEAGUE_MEMORY = 1_000;
const PACE_PRIOR = 10;
const PACE_MEMORY = 40;

/** Probability that the home side's final lead is above `line` (a handicap). Uses the same distribution as the outcomes (line 0). */
export const marginOver = ({ margin, marginDeviation }: ExpectedPoints, line: number): number =>
  logistic(((margin - line) * DEVIATION_OF_SCALE) / marginDeviation);

/** Margins and totals of a league. Margins are logistic, so a lead above 0 has the same probability as the forecast win. */
export function createPoints(
  state: PointsState = { squares: PRIOR_GAMES * (SCALE_PRIOR * DEVIATION_OF_SCALE) ** 2, games: PRIOR_GAMES, total: null, pace: [] },
) {
  let { squares, games, total } = state;
  const pace = new Map(state.pace.map(([team, points, n]) => [team, { points, games: n }]));
  const paceOf = (team: string) => pace.get(team) ?? { points: 0, games: 0 };
  const deviation = () => Math.sqrt(squares / games);
  const marginAt = (distance: number) => (distance * deviation()) / DEVIATION_OF_SCALE;

  const learnTotal = (home: string, away: string, seen: number) => {
    total ??= seen;
    const surprise = seen - total - paceOf(home).points - paceOf(away).points;
    total += surprise / Math.min(LEAGUE_MEMORY, games - PRIOR_GAMES + 1);
    for (const team of [home, away]) {
      const known = paceOf(team);
      const step = surprise / (2 * Math.min(PACE_MEMORY, PACE_PRIOR + known.games));
      pace.set(team, { points: known.points + step, games: known.games + 1 });
    }
  };

  return {
    /** @param distance between the two teams as a strength: the logit of the forecast home win. */
    expected(home: string, away: string, distance: number): ExpectedPoints {
      const margin = marginAt(distance);
      const both = total === null ? null : total + paceOf(home).points + paceOf(away).points;
      return {
        margin,
        marginDeviation: deviation(),
        total: both,
        home: both === null ? null : (both + margin) / 2,
        away: both === null ? null : (both - margin) / 2,
      };
    },

    learn(result: { home: string; away: string; homePoints: number; awayPoints: number }, distance: number): void {
      const surprise = result.homePoints - result.awayPoints - marginAt(distance);
      const kept = games < LEAGUE_MEMORY ? 1 : 1 - 1 / LEAGUE_MEMORY;
      squares = squares * kept + surprise ** 2;
      games = games * kept + 1;
      learnTotal(result.home, result.away, result.homePoints + result.awayPoints);
    },

    state: (): PointsState => ({ squares, games, total, pace: [...pace].map(([team, { points, games: n }]) => [team, points, n]) }),
  };
}
