import { expect, it } from 'vitest';
import { makeLeague, makeMatch, makeTeam } from '#test/web/fixtures/matches.ts';
import type { FavoriteSets } from '#web/data/favorites.ts';
import { byNearness, groupsByLeague, isFollowed, type LeagueGroup } from './league-groups.ts';

const town = makeTeam('Avalon Town', { id: 71 });
const foreign = makeMatch({ id: 3, league_id: 2, status: 'ns', away: town });

const following = (lists: Partial<Record<keyof FavoriteSets, number[]>> = {}): FavoriteSets => ({
  match: new Set(lists.match),
  team: new Set(lists.team),
  league: new Set(lists.league),
});
const shape = (groups: readonly LeagueGroup[]) => groups.map(({ league, matches }) => [league.id, matches.map(({ id }) => id)]);
const selected = (match: ReturnType<typeof makeMatch>, league = makeLeague({ id: match.league_id })) => ({ ...match, league });

it('followed are matches starred themselves, by their teams or by their league', () => {
  expect(isFollowed(foreign, following({ match: [3] }))).toBe(true);
  expect(isFollowed(foreign, following({ team: [town.id] }))).toBe(true);
  expect(isFollowed(foreign, following({ league: [2] }))).toBe(true);
  expect(isFollowed(foreign, following({ match: [1], team: [1], league: [1] }))).toBe(false);
});

it('matches of any day are grouped by league: upcoming ones first, the next one first, then finished ones, the latest first', () => {
  const on = (id: number, kickoff_at: string | null, status: 'ns' | 'ft' = 'ns', league_id = 1) =>
    selected(makeMatch({ id, kickoff_at, status, league_id }));
  const matches = [
    on(1, null),
    on(2, '2026-03-05T10:00:00.000Z'),
    on(3, '2026-03-04T10:00:00.000Z', 'ns', 2),
    on(4, '2026-03-01T10:00:00.000Z', 'ft'),
    on(5, '2026-03-02T10:00:00.000Z', 'ft'),
  ];
  expect(shape(groupsByLeague(matches.toSorted(byNearness), ({ league }) => league))).toEqual([
    [2, [3]],
    [1, [2, 1, 5, 4]],
  ]);
});
