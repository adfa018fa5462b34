import type { FeedUpdate } from '#server/modules/match-data/import/feed.ts';
import { type FootballDataInput, type ParsedFile, parseFootballData } from './parse.ts';
import { toUpdates } from './to-updates.ts';

/** A file as it is imported and told of; plain data, which a thread can hand over. */
export interface ReadFile extends Pick<ParsedFile, 'file' | 'problems' | 'notes'> {
  league: string;
  /** "2012/13", one for each match. */
  seasons: string[];
  /** Its league, seasons and teams, then what happened. */
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
