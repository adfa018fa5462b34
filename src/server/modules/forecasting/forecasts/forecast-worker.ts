import { parentPort, workerData } from 'node:worker_threads';
import { DAY_MS } from '#domain/time.ts';
import { createDb, createPool, type Db } from '#server/platform/db/pool.ts';
import type { Answered, Answers, Asked, Forecasted, News, Question } from './forecaster.ts';
import { createLateResults } from './late-results.ts';
import { createLearner, type Learner } from './learner.ts';
import { findComing, findPast, readCatalogue } from './past-queries.ts';
import { simulateOutlook } from './season-outlook.ts';

/**
 * Thread that holds the models, so that the site never waits for them. It reads results itself and stores nothing: after a restart it
 * learns all of them again, and likewise after a result that was corrected, and some time after results that came long after others, such
 * as those of a past season.
 */

/** Results are stamped with the start of their transaction; those of transactions up to this long are still found. */
const OVERLAP_MS = 2 * 60_000;

const port = parentPort!;
const db: Db = createDb(createPool((workerData as { databaseUrl: string }).databaseUrl, { max: 1 }));
let learner: Learner | null = null;
let learnedAt = new Date(0);
const lateResults = createLateResults();

async function learn(now: Date, isAnew: boolean): Promise<News> {
  if (learner === null || isAnew) return relearn(now);
  const news = learner.newsAmong(await findPast(db, new Date(learnedAt.getTime() - OVERLAP_MS)));
  const late = new Set(learner.lateAmong(news));
  lateResults.note(
    [...late].map(({ id }) => id),
    now.getTime(),
  );
  if (lateResults.isDue(now.getTime())) return relearn(now);
  const recent = news.filter((match) => !late.has(match));
  if (recent.length > 0 && !learner.learn(recent)) return relearn(now);
  learnedAt = now;
  return { isAnew: false, teamIds: [...new Set(recent.flatMap(({ homeId, awayId }) => [homeId, awayId]))], matches: recent.length };
}

async function relearn(now: Date): Promise<News> {
  const [catalogue, past] = await Promise.all([readCatalogue(db), findPast(db, null)]);
  learner = createLearner(catalogue, past, Math.floor(now.getTime() / DAY_MS) + 1);
  learnedAt = now;
  lateResults.clear();
  return { isAnew: true, teamIds: [], matches: learner.size };
}

async function forecast(matchIds: readonly number[]): Promise<Forecasted[]> {
  const known = learner;
  if (known === null) throw new Error('cannot forecast before results were learned');
  return (await findComing(db, matchIds)).map((match) => ({ matchId: match.id, sport: match.sport, forecast: known.forecast(match) }));
}

async function simulate(asked: Parameters<typeof simulateOutlook>[1]): Promise<Answers['simulate']> {
  const known = learner;
  if (known === null) throw new Error('cannot simulate a season before results were learned');
  return simulateOutlook(db, asked, known.forecast);
}

function answer(question: Question): Promise<Answers[keyof Answers]> {
  if (question.kind === 'learn') return learn(question.now, question.isAnew);
  return question.kind === 'forecast' ? forecast(question.matchIds) : simulate(question);
}

async function reply(asked: Asked): Promise<void> {
  try {
    port.postMessage({ id: asked.id, answer: await answer(asked) } satisfies Answered);
  } catch (error) {
    port.postMessage({ id: asked.id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) } satisfies Answered);
  }
}

// Answered one after the other: a forecast includes everything that was to be learned before it.
let last = Promise.resolve();
port.on('message', (asked: Asked) => {
  last = last.then(() => reply(asked));
});
