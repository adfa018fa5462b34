import { planLines } from '#domain/chat/chat-lines.ts';
import type { Deps } from '#server/deps.ts';
import { eventsOf, type MatchChange } from '#server/modules/match-data/public.ts';
import { transact } from '#server/platform/transact.ts';
import * as lines from './line-queries.ts';
import { setRemoved } from './message-queries.ts';
import { publishMessages } from './message-view.ts';
import { followRooms, publishOpened, stateOf } from './room.ts';

/** Applies a committed import to chats: opens and closes rooms, and writes lines for goals and cards. */
export async function postMatchEvents(deps: Deps, changes: readonly MatchChange[]): Promise<void> {
  await publishOpened(deps, changes);
  await writeLines(deps, changes);
}

/** Applies time-based changes to chats and completes work of processes that stopped. Run every few seconds. */
export async function followChats(deps: Deps): Promise<void> {
  await followRooms(deps);
  await writeMissingLines(deps);
}

/**
 * Writes event lines for an import: in rooms that are open or were open until this import; in other rooms only existing lines are changed.
 */
async function writeLines(deps: Deps, changes: readonly MatchChange[]): Promise<void> {
  const now = deps.now();
  const told = changes.filter(({ kinds }) => kinds.includes('events'));
  const isOpen = ({ before, after }: MatchChange) => [before, after].some((row) => row !== null && stateOf(row, now) === 'open');
  const others = told.filter((change) => !isOpen(change)).map(({ matchId }) => matchId);
  for (const { matchId } of told.filter(isOpen)) await agree(deps, matchId, { adds: true });
  for (const matchId of await lines.findWithLines(deps.db, others)) await agree(deps, matchId, { adds: false });
}

/**
 * Writes missing lines in the rooms of matches in progress, for events of a process that stopped before writing them. Run every few
 * seconds.
 */
async function writeMissingLines(deps: Deps): Promise<void> {
  const now = deps.now();
  const open = (await lines.findUnderWay(deps.db)).filter((row) => stateOf(row, now) === 'open').map(({ id }) => id);
  for (const matchId of await lines.findApart(deps.db, open)) await agree(deps, matchId, { adds: true });
}

/** Makes the lines of a match agree with its events, and publishes the changes to its rooms. */
const agree = (deps: Deps, matchId: number, { adds }: { adds: boolean }): Promise<void> =>
  transact(deps, async (db, announce) => {
    await lines.lockLines(db, matchId);
    const plan = planLines(await lines.findLines(db, matchId), await eventsOf(db, matchId));
    const now = deps.now();
    for (const { id, event } of plan.changed) await lines.changeLine(db, id, event);
    for (const id of plan.takenBack) await setRemoved(db, id, 'deleted', null, now);
    const added = adds ? await lines.insertLines(db, matchId, plan.added, now) : [];
    await publishMessages(db, announce, [...plan.changed.map(({ id }) => id), ...plan.takenBack, ...added]);
  });
