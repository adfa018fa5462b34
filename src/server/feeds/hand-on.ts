import type { Deps } from '#server/deps.ts';
import * as chat from '#server/features/chat/service.ts';
import { advanceMatches } from '#server/features/contests/service.ts';
import { onImported } from '#server/features/matches/service.ts';
import type { MatchChange } from './importer.ts';

/** What an import that was committed leads to: everybody is told, contests follow, and chats. */
export async function handOnChanges(deps: Deps, changes: readonly MatchChange[]): Promise<void> {
  await onImported(deps, changes);
  await advanceMatches(
    deps,
    changes.map(({ matchId }) => matchId),
  );
  await chat.onImported(deps, changes);
}
