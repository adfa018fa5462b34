import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { EventsUpdate, FixtureUpdate, StatusUpdate } from '#server/modules/match-data/import/feed.ts';
import { parseOpenFootball } from '#server/modules/match-data/providers/openfootball/parse.ts';
import { toUpdates } from '#server/modules/match-data/providers/openfootball/to-updates.ts';
import { recordFjelstul, TABLES } from './fjelstul.ts';
import type { Recording } from './recording.ts';

/**
 * Reads what can be played again: a folder with the tables of the Fjelstul World Cup Database (of them the tournament that was
 * on at `date`, "2022-12-18"), or a file of openfootball. Throws an Error whose message says why there is nothing to play.
 */
export function loadRecording(path: string, date: string): Recording {
  if (!existsSync(path)) throw new Error(`There is nothing to replay: ${path} does not exist.`);
  const recording = statSync(path).isDirectory() ? loadFolder(path, date) : recordOpenFootball(path);
  if (recording.matches.length === 0) {
    throw new Error(`There is nothing to replay in ${path}: ${recording.problems[0] ?? `no finished match in a competition of ${date}`}.`);
  }
  return recording;
}

function loadFolder(folder: string, date: string): Recording {
  const missing = TABLES.filter((name) => !existsSync(join(folder, `${name}.csv`)));
  if (missing.length > 0)
    throw new Error(`There is nothing to replay: the folder ${folder} has no ${missing.map((name) => `${name}.csv`).join(', ')}.`);
  return recordFjelstul((name) => readFileSync(join(folder, `${name}.csv`), 'utf8'), date);
}

function recordOpenFootball(file: string): Recording {
  const parsed = parseOpenFootball({ file, text: readFileSync(file, 'utf8') });
  const problems = parsed.problems.map(({ match, problem }) => `${basename(file)}: ${match === null ? '' : `${match}: `}${problem}`);
  if (parsed.matches.length === 0) return { catalogue: [], matches: [], problems };
  const updates = toUpdates(parsed, new Date(0));
  const statuses = new Map(
    updates.flatMap((update): [string, StatusUpdate][] => (update.kind === 'status' ? [[update.matchId, update]] : [])),
  );
  const events = new Map(
    updates.flatMap((update): [string, EventsUpdate][] => (update.kind === 'events' ? [[update.matchId, update]] : [])),
  );
  const fixtures = updates.filter((update): update is FixtureUpdate => update.kind === 'fixture');
  const matches = fixtures.flatMap((fixture) => {
    const status = statuses.get(fixture.id);
    const isOver = fixture.kickoffAt !== null && status !== undefined && !['ns', 'pst', 'susp'].includes(status.status);
    if (!isOver) return [];
    const kickoffAt = fixture.kickoffAt!;
    return [
      { fixture: { ...fixture, kickoffAt }, ending: status.status, score: status.score, events: events.get(fixture.id)?.events ?? [] },
    ];
  });
  return { catalogue: updates.filter(({ kind }) => kind === 'league' || kind === 'team'), matches, problems };
}
