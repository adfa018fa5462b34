import type { Deps } from '#server/deps.ts';
import type { FeedUpdate, StatusUpdate } from '#server/modules/match-data/import/feed.ts';
import { importUpdates } from '#server/modules/match-data/import/importer.ts';
import { publishImported } from '#server/modules/match-data/matches/imported.ts';

/** Imports updates the same way as a feed's. */
export async function importAsFeed(deps: Deps, updates: FeedUpdate[]): Promise<void> {
  const { changes, refused } = await importUpdates(deps, 'bench', updates);
  if (refused.length > 0) throw new Error(`update rejected: ${JSON.stringify(refused[0])}`);
  await publishImported(deps, changes);
}

/** A match of two teams that has just begun, with everything it needs. */
export const kickedOff = (at: Date): FeedUpdate[] => [
  { kind: 'league', id: 'l', sport: 'football', name: 'League', countryCode: 'vn', season: '2026', form: 'league', drawPossible: true },
  ...['h', 'a'].map((id): FeedUpdate => ({ kind: 'team', id, sport: 'football', name: `Team ${id}`, countryCode: 'vn' })),
  { kind: 'fixture', id: 'm', leagueId: 'l', season: '2026', round: 'Round 1', homeTeamId: 'h', awayTeamId: 'a', kickoffAt: at },
  score(0, at),
];

/** The match of `kickedOff` with this many goals of the home team. */
export const score = (goals: number, seenAt: Date): StatusUpdate => ({
  kind: 'status',
  matchId: 'm',
  status: 'h1',
  minute: 10,
  stoppage: null,
  period: null,
  score: { home: goals, away: 0, halftime: null, fulltime: null, extratime: null, penalty: null },
  seenAt,
});
