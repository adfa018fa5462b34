import type { Deps } from '#server/deps.ts';
import type { MatchChange } from '#server/modules/match-data/public.ts';
import { writeLines, writeMissingLines } from './lines.ts';
import { followRooms, tellOpened } from './room.ts';

/** What an import that was committed leads to in chats: rooms open and close, and goals and cards have their lines. */
export async function postMatchEvents(deps: Deps, changes: readonly MatchChange[]): Promise<void> {
  await tellOpened(deps, changes);
  await writeLines(deps, changes);
}

/** What time alone leads to in chats, and what a process that ended left undone. Run it every few seconds. */
export async function followChats(deps: Deps): Promise<void> {
  await followRooms(deps);
  await writeMissingLines(deps);
}
