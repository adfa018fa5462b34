import { z } from 'zod';
import { readCsv } from '#server/modules/match-data/providers/football-data/read-csv.ts';

/** The tables and columns of the Fjelstul World Cup Database that a replay needs. */
const Whole = z
  .string()
  .regex(/^\d{1,3}$/, 'is not a number')
  .transform(Number);
const Flag = z.enum(['0', '1']).transform((flag) => flag === '1');
const Text = z.string().min(1).max(120);
const Person = { family_name: Text, given_name: Text };
const Moment = { minute_regulation: Whole, minute_stoppage: Whole, match_period: Text };
const ofMatch = { tournament_id: Text, match_id: Text, team_code: Text };

export const SHAPES = {
  matches: z.object({
    match_id: Text,
    tournament_id: Text,
    stage_name: Text,
    group_name: Text,
    match_date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'is not a date'),
    match_time: z.string().regex(/^\d{1,2}:\d{2}$/, 'is not a time'),
    stadium_name: Text,
    city_name: Text,
    country_name: Text,
    home_team_name: Text,
    home_team_code: Text,
    away_team_name: Text,
    away_team_code: Text,
    home_team_score: Whole,
    away_team_score: Whole,
    extra_time: Flag,
    penalty_shootout: Flag,
    home_team_score_penalties: Whole,
    away_team_score_penalties: Whole,
  }),
  goals: z.object({ ...ofMatch, ...Person, ...Moment, goal_id: Text, player_team_code: Text, own_goal: Flag, penalty: Flag }),
  bookings: z.object({ ...ofMatch, ...Person, ...Moment, booking_id: Text, red_card: Flag, second_yellow_card: Flag }),
  substitutions: z.object({ ...ofMatch, ...Person, ...Moment, substitution_id: Text, going_off: Flag, coming_on: Flag }),
  penalty_kicks: z.object({ ...ofMatch, ...Person, penalty_kick_id: Text, converted: Flag }),
  squads: z.object({
    ...{ tournament_id: Text, team_name: Text, team_code: Text, ...Person },
    shirt_number: Whole,
    position_code: z.enum(['GK', 'DF', 'MF', 'FW']),
  }),
};

type Name = keyof typeof SHAPES;
export type Row<N extends Name> = z.output<(typeof SHAPES)[N]>;
export type Tables = { [N in Name]: Row<N>[] };

/** Reads the rows of every table; `wants` filters their raw text. An unreadable row is passed to `refuse`. */
export function readTables(
  read: (name: string) => string,
  wants: (values: Record<string, string>) => boolean,
  refuse: (problem: string) => void,
): Tables {
  const table = <N extends Name>(name: N): Row<N>[] => {
    const { rows, problem } = readCsv(read(name));
    if (problem !== null) refuse(`${name}.csv ${problem}`);
    return rows
      .filter(({ values }) => wants(values))
      .flatMap(({ line, values }) => {
        const parsed = SHAPES[name].safeParse(values);
        if (parsed.success) return [parsed.data as Row<N>];
        const { path, message } = parsed.error.issues[0]!;
        refuse(`${name}.csv:${line}: "${path.join('.')}" ${message}`);
        return [];
      });
  };
  return {
    matches: table('matches'),
    goals: table('goals'),
    bookings: table('bookings'),
    substitutions: table('substitutions'),
    penalty_kicks: table('penalty_kicks'),
    squads: table('squads'),
  };
}
