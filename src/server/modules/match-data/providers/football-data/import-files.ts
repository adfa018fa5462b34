import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { joinCatalogue } from '#server/modules/match-data/import/catalogue.ts';
import { type ImportDeps, type ImportResult, importUpdates } from '#server/modules/match-data/import/importer.ts';
import { analyzeImported, type Refusal, writeQuarantine } from '#server/modules/match-data/import/queries.ts';
import { openThread } from '#server/platform/open-thread.ts';
import type { FootballDataInput, RowProblem } from './parse.ts';
import { type ReadFile, readFootballData } from './to-updates.ts';
export const FEED = 'football-data';

export interface FileReport {
  file: string;
  league: string;
  /** "2012/13 to 2022/23". */
  seasons: string;
  /** Valid matches in the file, and the result of their import. */
  matches: number;
  added: number;
  changed: number;
  problems: { line: number | null; match: string | null; problem: string }[];
  notes: string[];
}

/** Imports everything valid in the files, and reports the problems of each; rows with problems are also quarantined. */
export async function importFootballData(deps: ImportDeps, inputs: Iterable<FootballDataInput>): Promise<FileReport[]> {
  const reports: FileReport[] = [];
  for await (const read of readAhead(inputs, deps.now())) {
    await writeQuarantine(deps.db, FEED, read.problems.map(refusalOfRow), deps.now());
    reports.push(reportOf(read, await importRead(deps, read)));
  }
  await analyzeImported(deps.db);
  return reports;
}

/** Imports a file as one batch, so that its matches share statements: ten times as many batches take half as long again. */
async function importRead(deps: ImportDeps, { catalogue, matches }: ReadFile): Promise<ImportResult> {
  await joinCatalogue(deps.db, FEED, catalogue);
  return importUpdates(deps, FEED, [...catalogue, ...matches]);
}

/** Creates a refusal of a row, which is identified by its content because it has no id. */
function refusalOfRow({ match, problem, values }: RowProblem): Refusal {
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

/** Returns the summary of a file: one line for it, and one for each note and problem. */
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

/** Reads one file after another; a thread reads the next one while the caller writes the previous one, which takes about as long. */
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

/** Returns what the thread read of a file; rejects if the thread fails. */
function ask(thread: Worker, input: FootballDataInput, now: Date): Promise<ReadFile> {
  const answer = once(thread, 'message').then(([read]) => read as ReadFile);
  // A caller that stops early does not wait for the next file.
  answer.catch(() => {});
  thread.postMessage({ input, now });
  return answer;
}
