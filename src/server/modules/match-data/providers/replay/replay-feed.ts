import type { Feed, FeedUpdate } from '#server/modules/match-data/import/feed.ts';
import { sleepUntilAborted } from '#server/platform/sleep.ts';
import { loadRecording } from './load-recording.ts';
import { isOver, matchAt } from './match-at.ts';
import type { RecordedMatch, Recording } from './recording.ts';
import { layOut, type Timeline } from './timeline.ts';

export interface ReplayOptions {
  /** A file of openfootball, or a folder with the tables of the Fjelstul World Cup Database. */
  path: string;
  /** The day of the competition that is played, as "2022-12-18" (UTC); days before it are over, those after it follow. */
  date: string;
  /** Minutes of match time in a real minute, 1 to 120. The importer has to know the same. */
  speed: number;
  /** When the first match of that day kicks off. The same after a restart, or the matches would begin anew. */
  startAt: Date;
  now: () => Date;
  /** Ends early, without an error, when the signal is aborted. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

const TICK_MS_MAX = 1000;
const TICK_MS_MIN = 250;
const CONFIRMATION_MS = 2000;

interface Performance {
  match: RecordedMatch;
  timeline: Timeline;
  kickoffMs: number;
  /** What was told of it last, so that only changes are told. */
  told: { status?: string; events?: number };
}

/**
 * Plays a competition that is over as if it were now. It keeps nothing: begun again at any time, it finds the matches where they
 * are by then. Sources have no prices, and none are told. Throws an Error that says why where there is nothing to play.
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
      const batch = [...first, ...[...playing].flatMap((one) => tell(one, atMs, minuteMs, () => playing.delete(one)))];
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

/** What is new about a match. Events stand before the status, so that a goal is never scored by nobody. */
function tell({ match, timeline, kickoffMs, told }: Performance, atMs: number, minuteMs: number, onOver: () => void): FeedUpdate[] {
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
