import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { sql } from 'kysely';
import { isFinal, type MatchStatus } from '#domain/matches/match-status.ts';
import { type MatchScore, NO_SCORE, type Score } from '#domain/matches/score.ts';
import type {
  EventsUpdate,
  Feed,
  FeedMatchEvent,
  FeedUpdate,
  FixtureUpdate,
  StatusUpdate,
} from '#server/modules/match-data/import/feed.ts';
import { parseOpenFootball } from '#server/modules/match-data/providers/openfootball/parse.ts';
import { toUpdates } from '#server/modules/match-data/providers/openfootball/to-updates.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { sleepUntilAborted } from '#server/platform/lifetime.ts';
import { recordFjelstul, TABLES } from './fjelstul.ts';
import { layOut, PARTS, type PlayPart, type RecordedMatch, type Recording, type Step, type Timeline } from './timeline.ts';

export interface ReplayOptions {
  /** A file of openfootball, or a folder with the tables of the Fjelstul World Cup Database. */
  path: string;
  /** The day of the competition to play, such as "2022-12-18" (UTC); earlier days are over, later ones follow. */
  date: string;
  /** Minutes of match time per real minute, 1 to 120. The importer needs the same value. */
  speed: number;
  /** When the first match of that day kicks off. Must be the same after a restart, or the matches would start over. */
  startAt: Date;
  now: () => Date;
  /** Returns early, without an error, when the signal is aborted. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

const TICK_MS_MAX = 1000;
const TICK_MS_MIN = 250;
const CONFIRMATION_MS = 2000;

interface Performance {
  match: RecordedMatch;
  timeline: Timeline;
  kickoffMs: number;
  /** The last published state, so that only changes are published. */
  told: { status?: string; events?: number };
}

/**
 * Creates a feed that plays a finished competition as if it were now. It stores nothing: after a restart at any time, matches are where
 * they would have been without it. Sources have no prices, so none are sent. Throws an Error that says why there is nothing to play.
 */
export function createReplayFeed({
  path,
  date,
  speed,
  startAt,
  now,
  sleep = sleepUntilAborted,
}: ReplayOptions): Feed & Pick<Recording, 'problems'> {
  const recording = loadRecording(path, date);
  const originMs = firstKickoffMs(recording, date);
  const minuteMs = 60_000 / speed;
  const tickMs = Math.min(TICK_MS_MAX, Math.max(TICK_MS_MIN, minuteMs / 5));
  const kickoffMsOf = ({ fixture }: RecordedMatch) => startAt.getTime() + (fixture.kickoffAt.getTime() - originMs) / speed;

  async function* updates(signal: AbortSignal): AsyncGenerator<FeedUpdate[]> {
    const performances = recording.matches.map(
      (match): Performance => ({ match, timeline: layOut(match), kickoffMs: kickoffMsOf(match), told: {} }),
    );
    const fixtures = performances.map(({ match, kickoffMs }): FeedUpdate => ({ ...match.fixture, kickoffAt: new Date(kickoffMs) }));
    let first: FeedUpdate[] = [...recording.catalogue, ...fixtures];
    let confirmedMs = Number.NEGATIVE_INFINITY;
    const playing = new Set(performances);
    while (!signal.aborted) {
      const atMs = now().getTime();
      const batch = [...first, ...[...playing].flatMap((one) => updatesOf(one, atMs, minuteMs, () => playing.delete(one)))];
      first = [];
      if (atMs - confirmedMs >= CONFIRMATION_MS) {
        batch.push({ kind: 'confirmation', seenAt: new Date(atMs) });
        confirmedMs = atMs;
      }
      if (batch.length > 0) yield batch;
      await sleep(tickMs, signal);
    }
  }

  return { name: 'replay', oddsCadenceSeconds: Number.POSITIVE_INFINITY, problems: recording.problems, updates };
}

function firstKickoffMs({ matches }: Recording, date: string): number {
  const kickoffs = matches.map(({ fixture }) => fixture.kickoffAt).sort((a, b) => a.getTime() - b.getTime());
  const first = kickoffs.find((kickoff) => kickoff.toISOString() >= date);
  if (first === undefined)
    throw new Error(`There is nothing to replay: the last match was on ${kickoffs.at(-1)?.toISOString().slice(0, 10)}, before ${date}.`);
  return first.getTime();
}

/** Returns what changed in a match. Events come before the status, so that no goal is shown without a scorer. */
function updatesOf({ match, timeline, kickoffMs, told }: Performance, atMs: number, minuteMs: number, onOver: () => void): FeedUpdate[] {
  const matchId = match.fixture.id;
  const state = matchAt(match, timeline, (atMs - kickoffMs) / minuteMs);
  const { status, minute, stoppage, score, events } = state;
  const updates: FeedUpdate[] = [];
  if ((told.events ?? 0) !== events.length) updates.push({ kind: 'events', matchId, events });
  const key = JSON.stringify([status, minute, stoppage, score]);
  if (told.status !== key) updates.push({ kind: 'status', matchId, status, minute, stoppage, period: null, score, seenAt: new Date(atMs) });
  told.events = events.length;
  told.status = key;
  if (isOver(match, state)) onOver();
  return updates;
}

/**
 * Loads a recording: from a folder with the tables of the Fjelstul World Cup Database (the tournament at `date`, "2022-12-18"), or
 * from a file of openfootball. Throws an Error that says why there is nothing to play.
 */
function loadRecording(path: string, date: string): Recording {
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

interface MatchState {
  status: MatchStatus;
  minute: number | null;
  stoppage: number | null;
  score: MatchScore;
  events: FeedMatchEvent[];
}

/** Returns the state of a match after a number of minutes of match time since its kick-off. */
function matchAt(match: RecordedMatch, timeline: Timeline, minutes: number): MatchState {
  const step = timeline.steps.findLast(({ at }) => at <= minutes)!;
  const happened = timeline.events.filter(({ at }) => at <= minutes);
  const clock = step.part === null ? { minute: null, stoppage: null } : clockOf(step.part, minutes - step.at);
  return { status: step.status, ...clock, score: scoreAt(match, timeline, step, minutes), events: happened.map(({ event }) => event) };
}

/** Returns the displayed minute: the first is 1, and stoppage time starts beyond the regular end. */
function clockOf(part: PlayPart, played: number): { minute: number; stoppage: number | null } {
  const { first, minutes } = PARTS[part];
  const current = Math.floor(played) + 1;
  return current <= minutes ? { minute: first + current, stoppage: null } : { minute: first + minutes, stoppage: current - minutes };
}

/** Returns the official score of the last whistle plus the goals since. */
function scoreAt({ ending, score }: RecordedMatch, { partEnds, events }: Timeline, { status }: Step, minutes: number): MatchScore {
  if (status === 'ns') return NO_SCORE;
  if (status === ending) return score;
  const isOver = (part: PlayPart) => (partEnds[part] ?? Number.POSITIVE_INFINITY) <= minutes;
  const halftime = isOver('H1') ? score.halftime : null;
  const fulltime = isOver('H2') ? score.fulltime : null;
  const extratime = isOver('E2') ? score.extratime : null;
  const official: Score = extratime ?? fulltime ?? halftime ?? [0, 0];
  const since = extratime ? partEnds.E2! : fulltime ? partEnds.H2! : halftime ? partEnds.H1! : Number.NEGATIVE_INFINITY;
  const later = events.filter(({ at }) => at > since && at <= minutes).map(({ event }) => event);
  const [home, away] = goalsOf(later.filter(({ period }) => period !== 'P'));
  const kicks = events.some(({ event }) => event.period === 'P') ? goalsOf(later.filter(({ period }) => period === 'P')) : null;
  const penalty = status === 'p' ? kicks : null;
  return { home: official[0] + home, away: official[1] + away, halftime, fulltime, extratime, penalty };
}

function goalsOf(events: FeedMatchEvent[]): Score {
  const goals: Score = [0, 0];
  for (const { type, side } of events) {
    if (type === 'goal' || type === 'penalty') goals[side === 'home' ? 0 : 1]++;
    if (type === 'own_goal') goals[side === 'home' ? 1 : 0]++;
  }
  return goals;
}

const isOver = ({ ending }: RecordedMatch, { status }: MatchState): boolean => status === ending || isFinal(status);

/**
 * Returns when the first match of a replay kicks off: `leadMinutes` after the replay's first start, and the same after every restart.
 * Another competition, day or speed is another replay with its own start.
 */
export async function findReplayStart(db: Db, replay: string, now: Date, leadMinutes: number): Promise<Date> {
  const fresh = JSON.stringify({ replay, startAt: new Date(now.getTime() + leadMinutes * 60_000).toISOString() });
  const { rows } = await sql<{ start_at: string }>`
    insert into feed_progress as f (feed, progress, saved_at) values ('replay', ${fresh}::jsonb, ${now})
    on conflict (feed) do update set
      progress = case when f.progress ->> 'replay' = excluded.progress ->> 'replay' then f.progress else excluded.progress end,
      saved_at = excluded.saved_at
    returning progress ->> 'startAt' as start_at`.execute(db);
  return new Date(rows[0]!.start_at);
}
