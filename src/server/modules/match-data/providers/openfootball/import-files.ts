import type { FeedUpdate } from '#server/modules/match-data/import/feed.ts';
import { type ImportDeps, importUpdates } from '#server/modules/match-data/import/importer.ts';
import { joinCatalogue } from '#server/modules/match-data/providers/football-data/join-catalogue.ts';
import { createOpenFootballFeed } from './openfootball-feed.ts';
import type { OpenFootballInput, ParsedFile, Problem } from './parse.ts';
import { isSquadsFile, type ParsedSquads, parseSquads } from './squads.ts';

export interface FileReport {
  file: string;
  league: string;
  season: string;
  /** Good matches in the file, and what importing them did. */
  matches: number;
  added: number;
  changed: number;
  /** Teams whose players the file names. */
  squads: number;
  problems: Problem[];
}

/** Imports everything good in the files, and says of each what was wrong. */
export async function importOpenFootball(deps: ImportDeps, inputs: OpenFootballInput[]): Promise<FileReport[]> {
  const feed = createOpenFootballFeed(
    inputs.filter((input) => !isSquadsFile(input)),
    deps.now,
  );
  const reports: FileReport[] = [];
  for (const file of feed.files) {
    const updates = feed.updatesOf(file);
    await joinCatalogue(deps.db, feed.name, updates);
    const { refused, changes } = await importUpdates(deps, feed.name, updates);
    const added = changes.filter((change) => change.before === null).length;
    const names = namesOf(updates);
    const refusals = refused.map(({ kind, feed_id, reason }) => ({
      file: file.file,
      match: names.get(feed_id) ?? null,
      problem: `${kind} refused: ${reason}`,
    }));
    reports.push(report(file, added, changes.length - added, refusals));
  }
  // Squads are of teams that the matches named.
  for (const input of inputs.filter(isSquadsFile)) reports.push(await importSquads(deps, feed.name, parseSquads(input)));
  return reports;
}

async function importSquads(deps: ImportDeps, feed: string, { file, squads, problems }: ParsedSquads): Promise<FileReport> {
  const { refused } = await importUpdates(deps, feed, squads);
  const refusals = refused.map(({ feed_id, reason }) => ({ file, match: plain(feed_id), problem: `squad refused: ${reason}` }));
  const nothing = { league: '', season: '', matches: 0, added: 0, changed: 0 };
  return { file, ...nothing, squads: squads.length - refused.length, problems: [...problems, ...refusals] };
}

const report = (
  { file, league, season, matches, problems }: ParsedFile,
  added: number,
  changed: number,
  refusals: Problem[],
): FileReport => ({
  file,
  league,
  season,
  matches: matches.length,
  added,
  changed,
  squads: 0,
  problems: [...problems, ...refusals],
});

const plain = (teamId: string): string => teamId.replace(/^team:/, '');

/** What a person calls the match that has this id. */
function namesOf(updates: readonly FeedUpdate[]): Map<string, string> {
  return new Map(
    updates.flatMap((update) =>
      update.kind === 'fixture'
        ? [
            [
              update.id,
              `${update.round}: ${plain(update.homeTeamId)} - ${plain(update.awayTeamId)}, ${update.kickoffAt?.toISOString().slice(0, 10)}`,
            ],
          ]
        : [],
    ),
  );
}

/** The summary of a file, a line for it and one for each problem. */
export function openFootballReport({ file, league, season, matches, added, changed, squads, problems }: FileReport): string[] {
  const nothing = squads === 0 ? 'nothing to import' : `${squads} squads`;
  const what = league === '' ? nothing : `${league} ${season}, ${matches} matches, ${added} new, ${changed} changed`;
  const count = problems.length === 0 ? '' : `, ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}`;
  return [
    `${file}: ${what}${count}`,
    ...problems.map(({ match, problem }) => `  ${file}: ${match === null ? '' : `${match}: `}${problem}`),
  ];
}
