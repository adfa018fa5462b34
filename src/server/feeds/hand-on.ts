import type { Deps } from '#server/deps.ts';
import { advanceMatches } from '#server/features/contests/service.ts';
import { onImported } from '#server/features/matches/service.ts';
import type { MatchChange } from './importer.ts';

/** What an import that was committed leads to: everybody is told, and contests follow. */
export async function handOnChanges(deps: Deps, changes: readonly MatchChange[]): Promise<void> {
  await onImported(deps, changes);
  await advanceMatches(
    deps,
    changes.map(({ matchId }) => matchId),
  );
}
