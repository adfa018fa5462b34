import { describe, expect, it } from 'vitest';
import { makeDay, makeLeague, makeMatch, makeTeam } from '#test/web/fixtures/matches.ts';
import type { FavoriteSets } from '#web/data/favorites.ts';
import { byNearness, groupsByLeague, groupsOfDay, isFollowed, type LeagueGroup, pinnedOfDay } from './league-groups.ts';
import { addDays, localDate } from './local-day.ts';

const TODAY = localDate(new Date());
/** Returns a time today, in minutes after midnight, so that no test match is tomorrow. */
const today = (minutes: number) => new Date(new Date().setHours(0, minutes, 0, 0)).toISOString();

const town = makeTeam('Avalon Town', { id: 71 });
const first = makeMatch({ id: 1, status: 'ft', kickoff_at: today(1) });
const second = makeMatch({ id: 2, status: 'h1', kickoff_at: today(2) });
const foreign = makeMatch({ id: 3, league_id: 2, status: 'ns', kickoff_at: today(3), away: town });
const leagues = [makeLeague(), makeLeague({ id: 2, name: 'Primera' }), makeLeague({ id: 3, name: 'Serie Uno' })];
const day = (matches = [first, second, foreign]) => ({ pages: [makeDay(matches, { leagues })], pageParams: [1] });

const following = (lists: Partial<Record<keyof FavoriteSets, number[]>> = {}): FavoriteSets => ({
  match: new Set(lists.match),
  team: new Set(lists.team),
  league: new Set(lists.league),
});
const shape = (groups: readonly LeagueGroup[]) => groups.map(({ league, matches }) => [league.id, matches.map(({ id }) => id)]);
const selected = (match: ReturnType<typeof makeMatch>, league = makeLeague({ id: match.league_id })) => ({ ...match, league });
const ofToday = { date: TODAY, sport: 'football', status: null } as const;

describe('a day by league', () => {
  it('keeps the server’s order and omits leagues without visible matches', () => {
    expect(shape(groupsOfDay(day(), null, following()))).toEqual([
      [1, [1, 2]],
      [2, [3]],
    ]);
  });

  it('begins with starred leagues, then those with a starred match or team, and in each league with favorites', () => {
    const lead = (lists: Parameters<typeof following>[0]) => shape(groupsOfDay(day(), null, following(lists)));
    expect(lead({ league: [2] })[0]).toEqual([2, [3]]);
    expect(lead({ match: [3] })[0]).toEqual([2, [3]]);
    expect(lead({ team: [town.id] })[0]).toEqual([2, [3]]);
    expect(lead({ match: [2] })[0]).toEqual([1, [2, 1]]);
    expect(lead({ match: [2], league: [2] })).toEqual([
      [2, [3]],
      [1, [2, 1]],
    ]);
  });

  it('does not repeat pinned matches, and counts them as shown', () => {
    const followed = following({ match: [2] });
    const pinned = pinnedOfDay(day(), [], ofToday, followed);
    const groups = groupsOfDay(day(), null, followed, pinned);
    expect(shape(groups)).toEqual([
      [1, [1]],
      [2, [3]],
    ]);
    expect(groups[0]).toMatchObject({ total: 2, hidden: 0 });
  });

  it('keeps a league whose matches are all pinned only if it has hidden ones', () => {
    const followed = following({ match: [3] });
    const whole = day();
    expect(shape(groupsOfDay(whole, null, followed, pinnedOfDay(whole, [], ofToday, followed)))).toEqual([[1, [1, 2]]]);
    const cut = { ...whole, pages: [{ ...whole.pages[0]!, leagues: leagues.map((league) => ({ ...league, counts: COUNTS })) }] };
    const [head] = groupsOfDay(cut, null, followed, pinnedOfDay(cut, [], ofToday, followed));
    expect(head).toMatchObject({ league: { id: 2 }, matches: [], total: 9, hidden: 8 });
  });

  it('drops a match at once when its chip no longer includes it', () => {
    expect(shape(groupsOfDay(day(), 'live', following()))).toEqual([[1, [2]]]);
    expect(groupsOfDay(day(), 'live', following())[0]?.total).toBe(1);
  });

  it('shows a match once if two pages contain it', () => {
    const pages = [makeDay([first, second], { leagues }), makeDay([second], { leagues, page: 2 })];
    expect(shape(groupsOfDay({ pages, pageParams: [1, 2] }, null, following()))).toEqual([[1, [1, 2]]]);
  });
});
const COUNTS = { live: 0, finished: 0, upcoming: 9 };

describe('pinned matches', () => {
  it('are starred matches and those of starred teams, by league, finished ones last, as soon as they are starred', () => {
    expect(shape(pinnedOfDay(day(), [], ofToday, following({ match: [2, 1], team: [town.id] })))).toEqual([
      [1, [2, 1]],
      [2, [3]],
    ]);
    expect(pinnedOfDay(day(), [], ofToday, following({ league: [1] }))).toEqual([]);
  });

  it('may come from beyond the list, but not from another day, sport or chip, and not once unstarred', () => {
    const beyond = selected(makeMatch({ id: 9, league_id: 8, status: 'ns', kickoff_at: today(5) }));
    const others = [
      selected(makeMatch({ id: 10, kickoff_at: `${addDays(TODAY, 1)}T12:00:00.000Z` })),
      selected(makeMatch({ id: 11, league_id: 9, kickoff_at: today(5) }), makeLeague({ id: 9, sport: 'tennis' })),
      selected(makeMatch({ id: 12, kickoff_at: null })),
      selected(makeMatch({ id: 13, kickoff_at: today(5) })),
    ];
    const followed = following({ match: [9, 10, 11, 12] });
    expect(shape(pinnedOfDay(day(), [beyond, ...others], ofToday, followed))).toEqual([[8, [9]]]);
    expect(pinnedOfDay(day(), [beyond], { ...ofToday, status: 'live' }, followed)).toEqual([]);
  });

  it('are shown in the day’s state, not as fetched earlier', () => {
    const old = selected({ ...second, minute: 1 });
    expect(old.minute).not.toBe(second.minute);
    const [group] = pinnedOfDay(day(), [old], ofToday, following({ match: [2] }));
    expect(group?.matches[0]).toEqual(second);
  });
});

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
