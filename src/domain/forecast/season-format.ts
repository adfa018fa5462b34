import type { LeagueRules, ZoneKind } from '#domain/matches/league-rules.ts';

/** A line through the final table: for the teams above it the season ends differently from those below it. */
export interface TableLine {
  /** Number of teams above the line; negative counts the teams below it, so that -3 is above the last three. */
  after: number;
  /** Whether the teams below are relegated or must play against relegation. */
  isSurvival: boolean;
}

/** A league that is parted into two groups after all teams have met; the groups keep their points and their places. */
export interface Split {
  /** Number of teams in the better group. */
  best: number;
  /** Further matches of each team in the better and in the other group. */
  rounds: readonly [number, number];
}

/** What the rules of a division's season say about how it ends. */
export interface SeasonFormat {
  /** How often any two teams meet, before a split. */
  meetings: number;
  points: { win: number; draw: number };
  lines: readonly TableLine[];
  split: Split | null;
  /** Points deducted, by the team's name in fixtures. */
  deducted: Readonly<Record<string, number>>;
}

/** Returns the format of a division's season; null if its rules are unknown. */
export type FormatOf = (division: string, season: number) => SeasonFormat | null;

const SURVIVAL: readonly ZoneKind[] = ['relegation', 'relegation_playoff'];

/**
 * Returns the format that a league's rules describe; null if they do not say how often teams meet or if no place has a meaning. First place
 * is the title where the rules give it no name of its own.
 */
export function formatOfRules({ meetings, points, zones }: LeagueRules, deducted: SeasonFormat['deducted']): SeasonFormat | null {
  if (meetings === undefined || meetings < 1 || zones.length === 0) return null;
  const lines = zones.map(({ kind, from, to }): TableLine => {
    const isSurvival = SURVIVAL.includes(kind);
    return { after: isSurvival ? from - 1 : to, isSurvival };
  });
  const hasTitle = zones.some(({ kind, from, to }) => from === 1 && to === 1 && !SURVIVAL.includes(kind));
  const hasTop = zones.some(({ kind }) => kind === 'promotion');
  const title: TableLine[] = hasTitle || hasTop ? [] : [{ after: 1, isSurvival: false }];
  return { meetings, points, lines: [...title, ...lines].filter(({ after }) => after > 0), split: null, deducted };
}
