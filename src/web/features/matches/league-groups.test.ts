import { describe, expect, it } from 'vitest';
import { makeDay, makeDetail, makeLeague, makeMatch } from '#web/test-matches.ts';
import { groupsOfDay, groupsOfFavourites } from './league-groups.ts';

const first = makeMatch({ id: 1, status: 'ft' });
const second = makeMatch({ id: 2, status: 'h1' });
const foreign = makeMatch({ id: 3, league_id: 2, status: 'ns' });
const leagues = [makeLeague(), makeLeague({ id: 2, name: 'Primera' }), makeLeague({ id: 3, name: 'Serie Uno' })];
const day = (matches = [first, second, foreign]) => ({ pages: [makeDay(matches, { leagues })], pageParams: [1] });

const shape = (groups: ReturnType<typeof groupsOfDay>) => groups.map(({ league, matches }) => [league.id, matches.map(({ id }) => id)]);

describe('a day by league', () => {
  it('keeps the server’s order and leaves out leagues without a match on show', () => {
    expect(shape(groupsOfDay(day(), null, new Set()))).toEqual([
      [1, [1, 2]],
      [2, [3]],
    ]);
  });

  it('puts favorites first, and their leagues', () => {
    expect(shape(groupsOfDay(day(), null, new Set([3])))).toEqual([
      [2, [3]],
      [1, [1, 2]],
    ]);
    expect(shape(groupsOfDay(day(), null, new Set([2])))[0]).toEqual([1, [2, 1]]);
  });

  it('lets go at once of a match that a chip no longer holds', () => {
    expect(shape(groupsOfDay(day(), 'live', new Set()))).toEqual([[1, [2]]]);
    expect(groupsOfDay(day(), 'live', new Set())[0]?.total).toBe(1);
  });

  it('shows a match once that two pages hold', () => {
    const pages = [makeDay([first, second], { leagues }), makeDay([second], { leagues, page: 2 })];
    expect(shape(groupsOfDay({ pages, pageParams: [1, 2] }, null, new Set()))).toEqual([[1, [1, 2]]]);
  });
});

it('groups favorites of any day by league, the next first, those without a date last', () => {
  const detail = (id: number, kickoff_at: string | null, league = makeLeague()) =>
    makeDetail({ id, kickoff_at, league, league_id: league.id });
  const groups = groupsOfFavourites([
    detail(1, null),
    detail(2, '2026-03-05T10:00:00.000Z'),
    detail(3, '2026-03-04T10:00:00.000Z', makeLeague({ id: 2 })),
    detail(4, '2026-03-03T10:00:00.000Z'),
  ]);
  expect(shape(groups)).toEqual([
    [1, [4, 2, 1]],
    [2, [3]],
  ]);
});
