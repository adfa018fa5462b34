import type { Outcomes } from '#domain/forecast/outcomes.ts';
import { readCsv } from '#server/modules/match-data/public.ts';

/** FiveThirtyEight's forecast of a match. */
export interface PeerForecast {
  outcomes: Outcomes;
  /** Projected goals. */
  rates: { home: number; away: number };
}

interface PeerMatch extends PeerForecast {
  day: number;
  home: string;
  away: string;
  goals: readonly [number, number];
}

/** One of our matches, to be found in FiveThirtyEight's file. */
export interface Played {
  day: number;
  division: string;
  home: string;
  away: string;
  goals: readonly [number, number];
}

const LEAGUES: Readonly<Record<string, string>> = {
  'Barclays Premier League': 'E0',
  'English League Championship': 'E1',
  'English League One': 'E2',
  'English League Two': 'E3',
  'Scottish Premiership': 'SC0',
  'German Bundesliga': 'D1',
  'German 2. Bundesliga': 'D2',
  'Italy Serie A': 'I1',
  'Italy Serie B': 'I2',
  'Spanish Primera Division': 'SP1',
  'Spanish Segunda Division': 'SP2',
  'French Ligue 1': 'F1',
  'French Ligue 2': 'F2',
  'Dutch Eredivisie': 'N1',
  'Belgian Jupiler League': 'B1',
  'Portuguese Liga': 'P1',
  'Turkish Turkcell Super Lig': 'T1',
  'Greek Super League': 'G1',
};

export const matchKey = ({ day, home, away }: Pick<Played, 'day' | 'home' | 'away'>): string => `${day} ${home} - ${away}`;

/**
 * Returns FiveThirtyEight's forecasts of our matches, by `matchKey`. The files spell teams differently: two names are taken as one team if
 * they most often had the same score on the same day in the same division. A match is found within a day of the other file's date if the
 * score is the same.
 */
export function fiveThirtyEightForecasts(csv: string, ours: readonly Played[]): Map<string, PeerForecast> {
  const theirs = readForecasts(csv);
  const found = new Map<string, PeerForecast>();
  for (const [division, matches] of theirs) {
    const own = ours.filter((match) => match.division === division);
    for (const [match, forecast] of joined(own, matches)) found.set(matchKey(match), forecast);
  }
  return found;
}

function readForecasts(csv: string): Map<string, PeerMatch[]> {
  const byDivision = new Map<string, PeerMatch[]>();
  for (const { values } of readCsv(csv).rows) {
    const division = LEAGUES[values.league ?? ''];
    const number = (name: string) => (values[name] === undefined || values[name] === '' ? Number.NaN : Number(values[name]));
    const match: PeerMatch = {
      day: Date.parse(values.date ?? '') / 86_400_000,
      home: values.team1 ?? '',
      away: values.team2 ?? '',
      goals: [number('score1'), number('score2')],
      outcomes: { home: number('prob1'), draw: number('probtie'), away: number('prob2') },
      rates: { home: number('proj_score1'), away: number('proj_score2') },
    };
    const numbers = [match.day, ...match.goals, ...Object.values(match.outcomes), ...Object.values(match.rates)];
    if (division === undefined || !numbers.every(Number.isFinite)) continue;
    byDivision.set(division, [...(byDivision.get(division) ?? []), match]);
  }
  return byDivision;
}

const NEAR_DAYS = [0, -1, 1];

function joined(ours: readonly Played[], theirs: readonly PeerMatch[]): [Played, PeerForecast][] {
  const byDay = new Map<number, Played[]>();
  for (const match of ours) byDay.set(match.day, [...(byDay.get(match.day) ?? []), match]);
  const sameScores = (match: PeerMatch) =>
    NEAR_DAYS.flatMap((days) => byDay.get(match.day + days) ?? []).filter(
      ({ goals }) => goals[0] === match.goals[0] && goals[1] === match.goals[1],
    );
  const votes = new Map<string, Map<string, number>>();
  const vote = (their: string, our: string) => {
    const mine = votes.get(their) ?? new Map<string, number>();
    votes.set(their, mine.set(our, (mine.get(our) ?? 0) + 1));
  };
  for (const match of theirs)
    for (const own of sameScores(match)) {
      vote(match.home, own.home);
      vote(match.away, own.away);
    }
  const ourName = (their: string) => [...(votes.get(their) ?? [])].sort((a, b) => b[1] - a[1])[0]?.[0];
  return theirs.flatMap((match): [Played, PeerForecast][] => {
    const own = sameScores(match).find(({ home, away }) => home === ourName(match.home) && away === ourName(match.away));
    return own === undefined ? [] : [[own, match]];
  });
}
