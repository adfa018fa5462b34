import type { PlayedMatch } from './played-match.ts';

export interface TestLeague {
  division?: string;
  teams: number;
  seasons: number;
  /** Attack and defence of each team, by its number, in ln of goals. */
  strengthOf?: (team: number) => { attack: number; defence: number };
  /** False omits the statistics that most leagues do not count. */
  counts?: boolean;
}

/** Half of the home advantage, in ln of goals. */
const HOME = 0.14;
const LEVEL = Math.log(1.35);
const FIRST_SEASON = 2010;
const firstDay = (season: number): number => Math.round(Date.UTC(season, 7, 1) / 86_400_000);

/** Matches of a simulated league, three days apart: all pairs twice a season, goals and shots Poisson with the true strengths. */
export function playTestLeague(
  random: () => number,
  { division = 'T1', teams, seasons, strengthOf, counts = true }: TestLeague,
): PlayedMatch[] {
  const strength =
    strengthOf ?? ((team: number) => ({ attack: 0.6 * (team / (teams - 1) - 0.5), defence: 0.5 * (team / (teams - 1) - 0.5) }));
  return Array.from({ length: seasons }, (_, season) => season).flatMap((season) =>
    rounds(teams).flatMap((round, week) =>
      round.map(([home, away]): PlayedMatch => {
        const [h, a] = [strength(home), strength(away)];
        const rates = [Math.exp(LEVEL + HOME + h.attack - a.defence), Math.exp(LEVEL - HOME + a.attack - h.defence)] as const;
        const draw = (times: number): [number, number] => [poisson(random, rates[0] * times), poisson(random, rates[1] * times)];
        const halves = [draw(0.45), draw(0.55)] as const;
        const onTarget = draw(3.2);
        const off = draw(5.5);
        return {
          day: firstDay(FIRST_SEASON + season) + week * 6,
          division,
          season: FIRST_SEASON + season,
          home: `${division} team ${home}`,
          away: `${division} team ${away}`,
          goals: [halves[0][0] + halves[1][0], halves[0][1] + halves[1][1]],
          halfTime: halves[0],
          shots: counts ? [onTarget[0] + off[0], onTarget[1] + off[1]] : null,
          shotsOnTarget: counts ? onTarget : null,
          corners: counts ? draw(3.8) : null,
          redCards: counts ? [0, 0] : null,
          closing: counts ? rates : null,
        };
      }),
    ),
  );
}

/** The circle method: an even number of teams, each pair home and away. */
function rounds(teams: number): [number, number][][] {
  const others = Array.from({ length: teams - 1 }, (_, i) => i + 1);
  const first = others.map((_, turn) => {
    const circle = [0, ...others.slice(turn), ...others.slice(0, turn)];
    return Array.from({ length: teams / 2 }, (_, i): [number, number] => {
      const pair: [number, number] = [circle[i]!, circle[teams - 1 - i]!];
      return turn % 2 === 0 ? pair : [pair[1], pair[0]];
    });
  });
  return [...first, ...first.map((round) => round.map(([home, away]): [number, number] => [away, home]))];
}

/** Knuth's method: multiplies random numbers until the product falls below e^-rate. */
function poisson(random: () => number, rate: number): number {
  const least = Math.exp(-rate);
  let goals = 0;
  for (let product = random(); product > least; product *= random()) goals++;
  return goals;
}
