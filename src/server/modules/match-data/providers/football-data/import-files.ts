import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { type ImportDeps, type ImportResult, importUpdates } from '#server/modules/match-data/import/importer.ts';
import { analyzeImported, type Refusal, writeQuarantine } from '#server/modules/match-data/import/queries.ts';
import { openThread } from '#server/platform/open-thread.ts';
import { joinCatalogue } from './join-catalogue.ts';
import type { FootballDataInput, RowProblem } from './parse.ts';
import { type ReadFile, readFootballData } from './read-file.ts';
export const FEED = 'football-data';

export interface FileReport {
  file: string;
  league: string;
  /** "2012/13 to 2022/23". */
  seasons: string;
  /** Good matches in the file, and what importing them did. */
  matches: number;
  added: number;
  changed: number;
  problems: { line: number | null; match: string | null; problem: string }[];
  notes: string[];
}

/** Imports everything good in the files, and says of each what was wrong; rows with something wrong are kept in quarantine too. */
export async function importFootballData(deps: ImportDeps, inputs: Iterable<FootballDataInput>): Promise<FileReport[]> {
  const reports: FileReport[] = [];
  for await (const read of readAhead(inputs, deps.now())) {
    await writeQuarantine(deps.db, FEED, read.problems.map(keptApart), deps.now());
    reports.push(reportOf(read, await importRead(deps, read)));
  }
  await analyzeImported(deps.db);
  return reports;
}

/** A file is one batch, so that its matches share their statements: ten times as many batches are half as slow again. */
async function importRead(deps: ImportDeps, { catalogue, matches }: ReadFile): Promise<ImportResult> {
  await joinCatalogue(deps.db, FEED, catalogue);
  return importUpdates(deps, FEED, [...catalogue, ...matches]);
}

/** A row of a file has no id but what stands in it. */
function keptApart({ match, problem, values }: RowProblem): Refusal {
  const printable = match?.replaceAll('\0', '\ufffd') ?? '';
  const payload = JSON.stringify(values).replaceAll('\\u0000', '\ufffd');
  return {
    kind: 'row',
    feed_id: `${values?.Div ?? ''} ${printable}`.trim(),
    reason: problem.replaceAll('\0', '\ufffd'),
    payload: JSON.parse(payload),
  };
}

function reportOf({ file, league, seasons: told, problems, notes }: ReadFile, { changes, refused }: ImportResult): FileReport {
  const seasons = told.toSorted();
  const added = changes.filter((change) => change.before === null).length;
  const refusals = refused.map(({ kind, feed_id, reason }) => ({ line: null, match: feed_id, problem: `${kind} refused: ${reason}` }));
  return {
    file,
    league,
    seasons: [...new Set([seasons[0] ?? '', seasons.at(-1) ?? ''])].join(' to '),
    matches: seasons.length,
    added,
    changed: changes.length - added,
    problems: [...problems.map(({ line, match, problem }) => ({ line, match, problem })), ...refusals],
    notes,
  };
}

/** The summary of a file, a line for it and one for each note and problem. */
export function footballDataReport({ file, league, seasons, matches, added, changed, problems, notes }: FileReport): string[] {
  const what = league === '' ? 'nothing to import' : `${league} ${seasons}, ${matches} matches, ${added} new, ${changed} changed`;
  const count = problems.length === 0 ? '' : `, ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}`;
  return [
    `${file}: ${what}${count}`,
    ...notes.map((note) => `  ${file}: ${note}`),
    ...problems.map(
      ({ line, match, problem }) => `  ${file}${line === null ? '' : `:${line}`}: ${match === null ? '' : `${match}: `}${problem}`,
    ),
  ];
}

/** Reads one file after another, the next one in a thread while whoever asks writes the one before: both take about as long. */
async function* readAhead(inputs: Iterable<FootballDataInput>, now: Date): AsyncGenerator<ReadFile> {
  const files = inputs[Symbol.iterator]();
  const first = files.next();
  if (first.done) return;
  let next = files.next();
  if (next.done) return yield readFootballData(first.value, now);
  const thread = openThread('football-data-worker', new URL('./read-ahead-worker.ts', import.meta.url));
  try {
    let coming = ask(thread, next.value, now);
    yield readFootballData(first.value, now);
    while (!next.done) {
      const read = await coming;
      next = files.next();
      if (!next.done) coming = ask(thread, next.value, now);
      yield read;
    }
  } finally {
    await thread.terminate();
  }
}

/** What the thread makes of a file; rejects where it breaks. */
function ask(thread: Worker, input: FootballDataInput, now: Date): Promise<ReadFile> {
  const answer = once(thread, 'message').then(([read]) => read as ReadFile);
  // Whoever stops reading files does not wait for the next one.
  answer.catch(() => {});
  thread.postMessage({ input, now });
  return answer;
}
