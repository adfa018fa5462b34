import { z } from 'zod';
import { impossibleScore, type MatchScore, type Score } from '#domain/matches/score.ts';
import { isWithinSeason } from '#domain/matches/season.ts';

export interface OpenFootballInput {
  /** The path as given by the user. */
  file: string;
  text: string;
}

/** What is wrong and where: a file, and a match of it if there is one. */
export interface Problem {
  file: string;
  match: string | null;
  problem: string;
}

export interface ParsedFile {
  file: string;
  league: string;
  /** "2025/26" or "2026". */
  season: string;
  matches: OpenFootballMatch[];
  problems: Problem[];
}

/** Parses a file. A problem in a match discards only that match; an unreadable file has no matches. */
export function parseOpenFootball({ file, text }: OpenFootballInput): ParsedFile {
  const nothing = (problem: string): ParsedFile => ({
    file,
    league: '',
    season: '',
    matches: [],
    problems: [{ file, match: null, problem }],
  });
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return nothing(`is not JSON: ${(error as Error).message}`);
  }
  const outer = OpenFootballFile.safeParse(json);
  if (!outer.success) return nothing('is not in the openfootball format: it needs a "name" and a list of "matches"');
  const named = seasonOf(file, outer.data.name);
  if (named === null) return nothing(`names no season: neither "${outer.data.name}" nor its folder has a year`);
  return { file, ...named, ...takeMatches(file, named.season, outer.data.matches) };
}

/** Splits "English Premier League 2025/26" into league and season; without a year in the name, the season comes from the folder. */
function seasonOf(file: string, name: string): { league: string; season: string } | null {
  const inName = /^(.*?)\s+(\d{4})(?:[/-](\d{2,4}))?(?:\s+(.*))?$/.exec(name);
  const inFolder = /(?:^|[\\/])(\d{4})(?:-(\d{2}))?[\\/][^\\/]+$/.exec(file);
  const [year, end] = inName ? [inName[2]!, inName[3]] : [inFolder?.[1], inFolder?.[2]];
  if (year === undefined) return null;
  const league = inName ? [inName[1], inName[4]].filter(Boolean).join(' ') : name;
  return { league: league.replace(' | ', ' '), season: end === undefined ? year : `${year}/${end.slice(-2)}` };
}

function takeMatches(file: string, season: string, entries: unknown[]): { matches: OpenFootballMatch[]; problems: Problem[] } {
  const matches: OpenFootballMatch[] = [];
  const problems: Problem[] = [];
  const seen = new Set<string>();
  entries.forEach((entry, index) => {
    const parsed = OpenFootballMatch.safeParse(entry);
    const refuse = (problem: string) => problems.push({ file, match: describe(entry, index), problem });
    if (!parsed.success) {
      for (const issue of parsed.error.issues) refuse(explain(entry, issue.path.map(String), issue.message));
      return;
    }
    const problem = problemOf(parsed.data, season);
    const key = keyOfMatch(parsed.data);
    if (problem !== null) refuse(problem);
    else if (seen.has(`${key} ${parsed.data.date}`)) refuse('stands in the file twice');
    else {
      seen.add(`${key} ${parsed.data.date}`);
      matches.push(parsed.data);
    }
  });
  return { matches, problems };
}

/** Returns the key of a match within a season, without its date, which may change. */
export const keyOfMatch = ({ round, stage, group, team1, team2 }: OpenFootballMatch): string =>
  [stage, group, round, team1, team2].filter((part) => part !== undefined).join(' / ');

function problemOf(match: OpenFootballMatch, season: string): string | null {
  if (match.team1 === match.team2) return 'a team plays against itself';
  if (!isWithinSeason(match.date, season)) return `the date ${match.date} lies outside the season ${season}: is the year wrong?`;
  const impossible = impossibleScore('football', null, scoreOfMatch(match));
  if (impossible !== null) return `the score cannot be: ${impossible.replaceAll('_', ' ')}`;
  const { penalty } = scoreOfMatch(match);
  if (penalty !== null && penalty[0] === penalty[1]) return `the shoot-out cannot have ended ${penalty[0]}:${penalty[1]}`;
  return null;
}

function describe(entry: unknown, index: number): string {
  const field = (name: string) => {
    const value = typeof entry === 'object' && entry !== null ? (entry as Record<string, unknown>)[name] : undefined;
    return typeof value === 'string' && value !== '' ? value : '?';
  };
  return `match ${index + 1} (${field('round')}: ${field('team1')} - ${field('team2')}, ${field('date')})`;
}

function explain(entry: unknown, path: string[], message: string): string {
  if (path.length === 0) return 'is not a match';
  let value = entry;
  for (const key of path) value = (value as Record<string, unknown> | undefined)?.[key];
  return value === undefined ? `"${path.join('.')}" is missing` : `"${path.join('.')}" is ${JSON.stringify(value)}: ${message}`;
}

/** Converts a score. The format's parts are sums so far: `ft` after 90 minutes, `et` after extra time, `p` the shoot-out alone. */
export function scoreOfMatch({ score = {} }: OpenFootballMatch): MatchScore {
  const { ht, ft, et, p }: { ht?: Score; ft?: Score; et?: Score; p?: Score } = score;
  const now = et ?? ft ?? null;
  return {
    home: now?.[0] ?? null,
    away: now?.[1] ?? null,
    halftime: ht ?? null,
    fulltime: ft ?? null,
    extratime: et ?? null,
    penalty: p ?? null,
  };
}

/**
 * The public JSON format of openfootball as found in real files: scores may be absent or empty, some files have the score as a bare
 * pair, World Cup files add goals. Unused fields are ignored, because the format grows.
 */
const Pair = z.tuple([z.number().int().min(0).max(300), z.number().int().min(0).max(300)]);

const ScoreParts = z.object({ ht: Pair.optional(), ft: Pair.optional(), et: Pair.optional(), p: Pair.optional() });

const Goal = z.object({
  name: z.string().min(1),
  minute: z.union([z.string().regex(/^\d{1,3}(\+\d{1,2})?$/, 'is not a minute'), z.number().int()]).optional(),
  offset: z.union([z.string().regex(/^\d{1,2}$/), z.number().int()]).optional(),
  penalty: z.boolean().optional(),
  owngoal: z.boolean().optional(),
});

/** Validates a date: `24:00` would be another day, and 2025-02-30 does not exist. An impossible date is a problem of its match. */
const isDate = (text: string) => {
  const moment = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
};

export const OpenFootballMatch = z.object({
  round: z.string().min(1).max(100),
  date: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/, 'is not a date')
    .refine(isDate, 'is not a date'),
  time: z
    .string()
    .regex(/^([01]?\d|2[0-3]):[0-5]\d( (UTC[+-±]\d{1,2}(:\d{2})?|[A-Z]{3,4}))?$/, 'is not a time')
    .optional(),
  team1: z.string().min(1).max(120),
  team2: z.string().min(1).max(120),
  score: z.union([Pair.transform((ft) => ({ ft })), ScoreParts]).optional(),
  stage: z.string().optional(),
  group: z.string().optional(),
  ground: z.string().optional(),
  status: z.string().optional(),
  goals1: z.array(Goal).optional(),
  goals2: z.array(Goal).optional(),
});
export type OpenFootballMatch = z.output<typeof OpenFootballMatch>;

const OpenFootballFile = z.object({ name: z.string().min(1).max(120), matches: z.array(z.unknown()) });
