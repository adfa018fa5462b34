import { planLines } from '#domain/chat/chat-lines.ts';
import type { Deps } from '#server/deps.ts';
import { eventsOf, type MatchChange } from '#server/modules/match-data/public.ts';
import { transact } from '#server/platform/transact.ts';
import * as lines from './line-queries.ts';
import { setRemoved } from './message-queries.ts';
import { publishMessages } from './message-view.ts';
import { followRooms, publishOpened, stateOf } from './room.ts';

/** What an import that was committed leads to in chats: rooms open and close, and goals and cards have their lines. */
export async function postMatchEvents(deps: Deps, changes: readonly MatchChange[]): Promise<void> {
  await publishOpened(deps, changes);
  await writeLines(deps, changes);
}

/** What time alone leads to in chats, and what a process that ended left undone. Run it every few seconds. */
export async function followChats(deps: Deps): Promise<void> {
  await followRooms(deps);
  await writeMissingLines(deps);
}

/** Writes lines for what an import told of events: in rooms that are open, or were until this very import; elsewhere only those that are there are changed. */
async function writeLines(deps: Deps, changes: readonly MatchChange[]): Promise<void> {
  const now = deps.now();
  const told = changes.filter(({ kinds }) => kinds.includes('events'));
  const isOpen = ({ before, after }: MatchChange) => [before, after].some((row) => row !== null && stateOf(row, now) === 'open');
  const others = told.filter((change) => !isOpen(change)).map(({ matchId }) => matchId);
  for (const { matchId } of told.filter(isOpen)) await agree(deps, matchId, { adds: true });
  for (const matchId of await lines.findWithLines(deps.db, others)) await agree(deps, matchId, { adds: false });
}

/** Writes what is missing in the rooms of matches under way: of what was told while a process ended before it could. Run it every few seconds. */
async function writeMissingLines(deps: Deps): Promise<void> {
  const now = deps.now();
  const open = (await lines.findUnderWay(deps.db)).filter((row) => stateOf(row, now) === 'open').map(({ id }) => id);
  for (const matchId of await lines.findApart(deps.db, open)) await agree(deps, matchId, { adds: true });
}

/** Brings the lines of a match in agreement with its events, and tells its rooms what changed. */
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
