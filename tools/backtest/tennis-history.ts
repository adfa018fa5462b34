import { z } from 'zod';
import type { Surface } from '#domain/matches/sport.ts';
import { readCsv } from '#server/modules/match-data/providers/football-data/read-csv.ts';
import { readTennisScore, type TennisScore } from './tennis-score.ts';

/** Rounds in order of play. Matches of a group stage come before quarter-finals, the match for third place before the final. */
export const ROUNDS = ['R128', 'R64', 'R32', 'R16', 'RR', 'QF', 'SF', 'BR', 'F'] as const;
export type Round = (typeof ROUNDS)[number];

/** A match of a tour's history. "home" is the alphabetically first name: the file names the winner first, which a forecast must not see. */
export interface HistoryMatch {
  tour: 'atp' | 'wta';
  /** First day of the tournament, ISO 8601. The day of the match itself is not in the file. */
  date: string;
  tournament: string;
  level: string;
  round: Round;
  surface: Surface | null;
  bestOf: 3 | 5;
  home: HistoryPlayer;
  away: HistoryPlayer;
  homeHasWon: boolean;
  ending: TennisScore['ending'];
  /** Games by set, home first; the last set of a match that was given up may be unfinished. */
  sets: { home: number; away: number; isMatchTieBreak: boolean }[];
  homeSets: number;
  awaySets: number;
}

export interface HistoryPlayer {
  id: string;
  name: string;
  rank: number | null;
}

export interface TennisHistory {
  /** In order of tournament dates, then rounds; in file order within a round. */
  matches: HistoryMatch[];
  /** Rows that could not be read, one sentence each. */
  problems: string[];
}

const rank = z
  .string()
  .regex(/^\d{1,5}(\.0)?$/)
  .transform(Number)
  .pipe(z.number().int().min(1))
  .nullable()
  .catch(null);

const Row = z.object({
  tour: z.enum(['atp', 'wta']),
  tourney_date: z
    .string()
    .regex(/^\d{8}$/)
    .transform((text) => `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`)
    .pipe(z.iso.date()),
  tourney_name: z.string().min(1).max(100),
  tourney_level: z.string().min(1).max(3),
  // Carpet and empty values are unknown surfaces.
  surface: z
    .string()
    .transform((text) => text.toLowerCase())
    .pipe(z.enum(['hard', 'clay', 'grass']))
    .nullable()
    .catch(null),
  round: z.enum(ROUNDS),
  best_of: z.enum(['3', '5']),
  winner_id: z.string().min(1).max(20),
  winner_name: z.string().min(1).max(80),
  winner_rank: rank,
  loser_id: z.string().min(1).max(20),
  loser_name: z.string().min(1).max(80),
  loser_rank: rank,
  score: z.string().max(80),
});
type Row = z.infer<typeof Row>;

/** Reads a file of matches with the columns of `Row`, the winner first. An invalid row is left out and reported. */
export function readTennisHistory(text: string): TennisHistory {
  const { rows, problem } = readCsv(text);
  const history: TennisHistory = { matches: [], problems: problem === null ? [] : [problem] };
  const seen = new Set<string>();
  for (const { line, values } of rows) {
    const read = Row.safeParse(values);
    const issue = read.error?.issues[0];
    const match = read.success ? matchOf(read.data, seen) : `${issue?.path.join('.')}: ${issue?.message}`;
    if (typeof match === 'string') history.problems.push(`line ${line}, ${values.winner_name} against ${values.loser_name}: ${match}`);
    else history.matches.push(match);
  }
  history.matches.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : ROUNDS.indexOf(a.round) - ROUNDS.indexOf(b.round)));
  return history;
}

/** Returns the match, or what is wrong with the row. Adds the match to those `seen`. */
function matchOf(row: Row, seen: Set<string>): HistoryMatch | string {
  if (row.winner_id === row.loser_id) return 'plays against themselves';
  const [bestOf, score] = formatAndScore(row);
  if (typeof score === 'string') return score;
  const winner = { id: row.winner_id, name: row.winner_name, rank: row.winner_rank };
  const loser = { id: row.loser_id, name: row.loser_name, rank: row.loser_rank };
  const homeHasWon = winner.name === loser.name ? winner.id < loser.id : winner.name < loser.name;
  const inOrder = <T>(ofWinner: T, ofLoser: T): [home: T, away: T] => (homeHasWon ? [ofWinner, ofLoser] : [ofLoser, ofWinner]);
  const [home, away] = inOrder(winner, loser);
  const key = [row.tour, row.tourney_date, row.tourney_name, row.round, home.id, away.id].join(' ');
  if (seen.has(key) && row.round !== 'RR') return 'is in the file twice';
  seen.add(key);
  const [homeSets, awaySets] = inOrder(...score.setsWon);
  return {
    tour: row.tour,
    date: row.tourney_date,
    tournament: row.tourney_name,
    level: row.tourney_level,
    round: row.round,
    surface: row.surface,
    bestOf,
    home,
    away,
    homeHasWon,
    ending: score.ending,
    sets: score.sets.map(({ winner: won, loser: lost, isMatchTieBreak }) => {
      const [ofHome, ofAway] = inOrder(won, lost);
      return { home: ofHome, away: ofAway, isMatchTieBreak };
    }),
    homeSets,
    awaySets,
  };
}

/** Some matches of team competitions that were played over five sets are listed as best of three. */
function formatAndScore({ best_of: told, score }: Row): [bestOf: 3 | 5, score: TennisScore | string] {
  const overThree = told === '3' ? readTennisScore(score, 3) : null;
  const overFive = readTennisScore(score, 5);
  return overThree === null || (typeof overThree === 'string' && typeof overFive !== 'string') ? [5, overFive] : [3, overThree];
}
