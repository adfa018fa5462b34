import type { FeedUpdate } from '#server/modules/match-data/import/feed.ts';
import { type FootballDataInput, type ParsedFile, parseFootballData } from './parse.ts';
import { toUpdates } from './to-updates.ts';

/** A file as imported and reported; plain data that a thread can transfer. */
export interface ReadFile extends Pick<ParsedFile, 'file' | 'problems' | 'notes'> {
  league: string;
  /** "2012/13", one for each match. */
  seasons: string[];
  /** Updates of its league, seasons and teams; the matches come after them. */
  catalogue: FeedUpdate[];
  matches: FeedUpdate[];
}

export function readFootballData(input: FootballDataInput, now: Date): ReadFile {
  const parsed = parseFootballData(input);
  const { file, problems, notes, division } = parsed;
  return {
    file,
    problems,
    notes,
    league: division?.league ?? '',
    seasons: parsed.matches.map(({ season }) => season),
    ...toUpdates(parsed, now),
  };
}
