import { z } from 'zod';
import type { Pair } from '#domain/forecast/played-match.ts';
import { readCsv } from '#server/modules/match-data/public.ts';

/** A goal of a match, in the minute on the clock, 1 to 120: goals in stoppage time count as minute 45 or 90, or 105 or 120 in extra time. */
export interface TimedGoal {
  minute: number;
  side: 0 | 1;
}

/** A finished international match of the files. */
export interface International {
  /** ISO 8601. */
  date: string;
  /** Whole days since 1 January 1970. */
  day: number;
  year: number;
  tournament: string;
  home: string;
  away: string;
  neutral: boolean;
  /** Goals including extra time, without shoot-outs. */
  final: Pair;
  /** Goals after 90 minutes; the final score if no minutes are known, which is level in both if there was a shoot-out. */
  regular: Pair;
  /** Goals of the 90 minutes in order; null if minutes are missing or contradict the score. */
  goals: TimedGoal[] | null;
  wasShootout: boolean;
}

export interface InternationalsFile {
  /** By date; in file order within a day. */
  matches: International[];
  /** Rows that could not be read, one sentence each. */
  problems: string[];
}

const GOALS_MAX = 50;
const REGULAR_MINUTES = 90;
const team = z.string().min(1).max(80);
const count = z
  .string()
  .regex(/^\d{1,2}$/)
  .transform(Number)
  .pipe(z.number().max(GOALS_MAX));
const meeting = { date: z.iso.date(), home_team: team, away_team: team };
const ResultRow = z.object({
  ...meeting,
  home_score: count,
  away_score: count,
  tournament: z.string().min(1).max(80),
  neutral: z.enum(['TRUE', 'FALSE']),
});
const GoalRow = z.object({
  ...meeting,
  team,
  minute: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .pipe(z.number().min(1).max(120))
    .nullable()
    .catch(null),
});
const ShootoutRow = z.object(meeting);
type Meeting = z.infer<typeof ShootoutRow>;
type GoalRow = z.infer<typeof GoalRow>;

/**
 * Reads the three files of international matches (results, scorers of goals, shoot-outs). Reports rows that cannot be read; a match whose
 * goals cannot all be placed keeps its result and has no minutes.
 */
export function readInternationals(texts: { results: string; goalscorers: string; shootouts: string }): InternationalsFile {
  const problems: string[] = [];
  const goals = new Map<string, GoalRow[]>();
  for (const goal of rowsOf('goalscorers.csv', texts.goalscorers, GoalRow, problems))
    goals.set(keyOf(goal), [...(goals.get(keyOf(goal)) ?? []), goal]);
  const shootouts = new Set(rowsOf('shootouts.csv', texts.shootouts, ShootoutRow, problems).map(keyOf));
  const matches = new Map<string, International>();
  for (const row of rowsOf('results.csv', texts.results, ResultRow, problems)) {
    const key = keyOf(row);
    if (row.home_team === row.away_team) problems.push(`results.csv: ${row.home_team} plays itself on ${row.date}`);
    else if (matches.has(key)) problems.push(`results.csv: ${row.home_team} - ${row.away_team} on ${row.date} appears twice`);
    else matches.set(key, matchOf(row, goals.get(key) ?? [], shootouts.has(key)));
  }
  return { matches: [...matches.values()].toSorted((a, b) => a.day - b.day), problems };
}

const keyOf = ({ date, home_team, away_team }: Meeting): string => `${date}|${home_team}|${away_team}`;

function rowsOf<T>(file: string, text: string, schema: z.ZodType<T>, problems: string[]): T[] {
  const { rows, problem } = readCsv(text);
  if (problem !== null) problems.push(`${file} ${problem}`);
  return rows.flatMap(({ line, values }) => {
    const parsed = schema.safeParse(values);
    if (parsed.success) return [parsed.data];
    const issue = parsed.error.issues[0]!;
    problems.push(`${file}, line ${line}: ${issue.path.join('.')} ${issue.message}`);
    return [];
  });
}

function matchOf(row: z.infer<typeof ResultRow>, goalRows: readonly GoalRow[], wasShootout: boolean): International {
  const final: Pair = [row.home_score, row.away_score];
  const goals = timedGoals(row, goalRows, final);
  return {
    date: row.date,
    day: Math.round(Date.parse(`${row.date}T00:00:00Z`) / 86_400_000),
    year: Number(row.date.slice(0, 4)),
    tournament: row.tournament,
    home: row.home_team,
    away: row.away_team,
    neutral: row.neutral === 'TRUE',
    final,
    regular: goals === null ? final : ([0, 1].map((side) => goals.filter((goal) => goal.side === side).length) as [number, number]),
    goals,
    wasShootout,
  };
}

/** Returns the goals of the 90 minutes. An own goal is listed for the side that it counts for. */
function timedGoals({ home_team, away_team }: Meeting, rows: readonly GoalRow[], final: Pair): TimedGoal[] | null {
  const goals: TimedGoal[] = [];
  for (const { team: scorer, minute } of rows) {
    if (minute === null || (scorer !== home_team && scorer !== away_team)) return null;
    goals.push({ minute, side: scorer === home_team ? 0 : 1 });
  }
  const isWhole = [0, 1].every((side) => goals.filter((goal) => goal.side === side).length === final[side]);
  return isWhole ? goals.filter(({ minute }) => minute <= REGULAR_MINUTES).toSorted((a, b) => a.minute - b.minute) : null;
}
