import { LOCALES } from '#domain/identity/locale.ts';
import { statusesOf } from '#domain/matches/match-status.ts';
import type { Deps } from '#server/deps.ts';
import { createSendChat } from '#server/modules/chat/public.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { sleepUntilAborted } from '#server/platform/lifetime.ts';
import { lineFor } from './lines.ts';
import { pickOne, randomFrom } from './seeded-random.ts';

/** About one match begins each minute, so that each gets a few lines in one room or another. */
const EVERY_MS = 20_000;

/** Lets the crowd write in the rooms of matches in play, through the same service as everybody, until aborted. */
export async function runDemoTalk(deps: Deps, userIds: readonly string[], signal: AbortSignal, sleep = sleepUntilAborted): Promise<void> {
  const random = randomFrom(`${deps.config.demoSeed} ${deps.now().getTime()} talk`);
  const send = createSendChat(deps);
  while (!signal.aborted) {
    await sleep(-Math.log(1 - random()) * EVERY_MS, signal);
    const live = signal.aborted ? [] : await findLive(deps);
    if (live.length === 0) continue;
    const { id, status } = pickOne(random, live);
    const locale = pickOne(random, LOCALES);
    const text = lineFor(random, locale, status === 'h1' ? 'begun' : 'middle');
    const message = { room: { matchId: id, locale }, cid: newId(deps), text };
    await send(pickOne(random, userIds), message).catch((error) => {
      // Another user may write now, or the match be over.
      if (!(error instanceof AppError)) throw error;
    });
  }
}

const findLive = ({ db }: Deps): Promise<{ id: number; status: string }[]> =>
  db.selectFrom('matches').select(['id', 'status']).where('status', 'in', statusesOf('live')).orderBy('id').execute();
