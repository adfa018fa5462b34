import { z } from 'zod';
import { joinCatalogue } from '#server/modules/match-data/import/catalogue.ts';
import type { Feed, FeedLineupPlayer, FeedUpdate, SquadUpdate } from '#server/modules/match-data/import/feed.ts';
import { type ImportDeps, importUpdates } from '#server/modules/match-data/import/importer.ts';
import { type OpenFootballInput, type ParsedFile, type Problem, parseOpenFootball } from './parse.ts';
import { toUpdates } from './to-updates.ts';

export interface FileReport {
  file: string;
  league: string;
  season: string;
  /** Valid matches in the file, and the result of their import. */
  matches: number;
  added: number;
  changed: number;
  /** Number of teams with players in the file. */
  squads: number;
  problems: Problem[];
}

/** Imports everything valid in the files, and reports the problems of each. */
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
  // Squads come last, because they refer to teams of the matches.
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

/** Returns readable names of matches by id. */
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

/** Returns the summary of a file: one line for it, and one for each problem. */
export function openFootballReport({ file, league, season, matches, added, changed, squads, problems }: FileReport): string[] {
  const nothing = squads === 0 ? 'nothing to import' : `${squads} squads`;
  const what = league === '' ? nothing : `${league} ${season}, ${matches} matches, ${added} new, ${changed} changed`;
  const count = problems.length === 0 ? '' : `, ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}`;
  return [
    `${file}: ${what}${count}`,
    ...problems.map(({ match, problem }) => `  ${file}: ${match === null ? '' : `${match}: `}${problem}`),
  ];
}

interface OpenFootballFeed extends Feed {
  /** The content of each file, problems included. */
  files: ParsedFile[];
  /** Returns the updates of one file, for a summary by file. */
  updatesOf: (file: ParsedFile) => FeedUpdate[];
}

/** Creates a feed of openfootball files, which ends after them. It has no odds, so its cadence is never. */
function createOpenFootballFeed(inputs: OpenFootballInput[], now: () => Date): OpenFootballFeed {
  const files = inputs.map(parseOpenFootball);
  const updatesOf = (file: ParsedFile) => (file.matches.length === 0 ? [] : toUpdates(file, now()));
  async function* updates(signal: AbortSignal): AsyncGenerator<FeedUpdate[]> {
    for (const file of files) {
      if (signal.aborted) return;
      const batch = updatesOf(file);
      if (batch.length > 0) yield batch;
    }
  }
  return { name: 'openfootball', oddsCadenceSeconds: Number.POSITIVE_INFINITY, files, updatesOf, updates };
}

/** The squads of a tournament, as in "2026/worldcup.squads.json". Unused fields are ignored. */
const Player = z.object({
  number: z.number().int().min(1).max(99),
  pos: z.enum(['GK', 'DF', 'MF', 'FW']),
  name: z.string().min(1).max(120),
});
const Squad = z.object({ name: z.string().min(1).max(120), players: z.array(z.unknown()) });

const POSITIONS: Record<z.output<typeof Player>['pos'], FeedLineupPlayer['position']> = { GK: 'GK', DF: 'DEF', MF: 'MID', FW: 'FWD' };

/** Team names of squad files that differ from those of match files. */
const TEAM_NAMES: Record<string, string> = { 'United States': 'USA', 'Bosnia and Herzegovina': 'Bosnia & Herzegovina' };

interface ParsedSquads {
  file: string;
  squads: SquadUpdate[];
  problems: Problem[];
}

const isSquadsFile = ({ file }: OpenFootballInput): boolean => /squads\.json$/i.test(file);

/** Parses a file of squads. An unreadable player or team is left out and reported. */
export function parseSquads({ file, text }: OpenFootballInput): ParsedSquads {
  const problems: Problem[] = [];
  const refuse = (team: string | null, problem: string) => problems.push({ file, match: team, problem });
  const entries = readArray(text);
  if (entries === null) refuse(null, 'is not a list of squads');
  const squads = (entries ?? []).flatMap((entry, index): SquadUpdate[] => {
    const squad = Squad.safeParse(entry);
    if (!squad.success) {
      refuse(`squad ${index + 1}`, 'has no name or no list of players');
      return [];
    }
    const { name, players } = squad.data;
    const read = players.map((player) => Player.safeParse(player));
    const good = read.flatMap(({ data }) => (data === undefined ? [] : [data]));
    if (good.length < players.length) refuse(name, `${players.length - good.length} of its ${players.length} players cannot be read`);
    const told = good.map(({ name, number, pos }) => ({ name, number, position: POSITIONS[pos] }));
    return [{ kind: 'squad', teamId: `team:${TEAM_NAMES[name] ?? name}`, coach: null, players: told }];
  });
  return { file, squads, problems };
}

function readArray(text: string): unknown[] | null {
  try {
    const json: unknown = JSON.parse(text);
    return Array.isArray(json) ? json : null;
  } catch {
    return null;
  }
}
