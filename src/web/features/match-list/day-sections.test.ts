import { describe, expect, it } from 'vitest';
import { makeDay, makeLeague, makeMatch, makeTeam } from '#test/web/fixtures/matches.ts';
import type { FavoriteSets } from '#web/data/favorites.ts';
import { type DaySections, sectionsOfDay } from './day-sections.ts';
import type { LeagueGroup } from './league-groups.ts';
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
const ofToday = { date: TODAY, sport: 'football', status: null, leagueId: null, q: '' } as const;
type Arguments = Parameters<typeof sectionsOfDay>;
/** The leagues of a list without pinned matches: one filtered by a search. */
const byLeague = (whole: Arguments[0], followed: FavoriteSets, status: Arguments[2]['status'] = null) =>
  sectionsOfDay(whole, [], { ...ofToday, status, q: 'x' }, followed).leagues;
const pinnedOf = (...given: Arguments): LeagueGroup[] => sectionsOfDay(...given).pinned;

describe('a day by league', () => {
  it('keeps the server’s order and omits leagues without visible matches', () => {
    expect(shape(byLeague(day(), following()))).toEqual([
      [1, [1, 2]],
      [2, [3]],
    ]);
  });

  it('begins with starred leagues, then those with a starred match or team, and in each league with favorites', () => {
    const lead = (lists: Parameters<typeof following>[0]) => shape(byLeague(day(), following(lists)));
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
    const groups = sectionsOfDay(day(), [], ofToday, followed).leagues;
    expect(shape(groups)).toEqual([
      [1, [1]],
      [2, [3]],
    ]);
    expect(groups[0]).toMatchObject({ total: 2, hidden: 0 });
  });

  it('keeps a league whose matches are all pinned only if it has hidden ones', () => {
    const followed = following({ match: [3] });
    const whole = day();
    expect(shape(sectionsOfDay(whole, [], ofToday, followed).leagues)).toEqual([[1, [1, 2]]]);
    const cut = { ...whole, pages: [{ ...whole.pages[0]!, leagues: leagues.map((league) => ({ ...league, counts: COUNTS })) }] };
    const [head] = sectionsOfDay(cut, [], ofToday, followed).leagues;
    expect(head).toMatchObject({ league: { id: 2 }, matches: [], total: 9, hidden: 8 });
  });

  it('drops a match at once when its chip no longer includes it', () => {
    expect(shape(byLeague(day(), following(), 'live'))).toEqual([[1, [2]]]);
    expect(byLeague(day(), following(), 'live')[0]?.total).toBe(1);
  });

  it('shows a match once if two pages contain it', () => {
    const pages = [makeDay([first, second], { leagues }), makeDay([second], { leagues, page: 2 })];
    expect(shape(byLeague({ pages, pageParams: [1, 2] }, following()))).toEqual([[1, [1, 2]]]);
  });
});
const COUNTS = { live: 0, finished: 0, upcoming: 9 };

describe('pinned matches', () => {
  it('are starred matches and those of starred teams, by league, finished ones last, as soon as they are starred', () => {
    expect(shape(pinnedOf(day(), [], ofToday, following({ match: [2, 1], team: [town.id] })))).toEqual([
      [1, [2, 1]],
      [2, [3]],
    ]);
    expect(pinnedOf(day(), [], ofToday, following({ league: [1] }))).toEqual([]);
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
    expect(shape(pinnedOf(day(), [beyond, ...others], ofToday, followed))).toEqual([[8, [9]]]);
    expect(pinnedOf(day(), [beyond], { ...ofToday, status: 'live' }, followed)).toEqual([]);
  });

  it('are shown in the day’s state, not as fetched earlier', () => {
    const old = selected({ ...second, minute: 1 });
    expect(old.minute).not.toBe(second.minute);
    const [group] = pinnedOf(day(), [old], ofToday, following({ match: [2] }));
    expect(group?.matches[0]).toEqual(second);
  });
});

describe('a day that opens with what happens now', () => {
  const soon = { after: today(9 * 60 + 30), until: today(11 * 60) };
  const at = (hour: number, minute = 0) => today(hour * 60 + minute);
  const live = makeMatch({ id: 1, status: 'h2', kickoff_at: at(9) });
  const next = makeMatch({ id: 2, status: 'ns', kickoff_at: at(10, 30) });
  const later = makeMatch({ id: 3, status: 'ns', kickoff_at: at(20) });
  const liveToo = makeMatch({ id: 4, league_id: 2, status: 'h1', kickoff_at: at(9, 30) });
  const over = makeMatch({ id: 5, league_id: 3, status: 'ft', kickoff_at: at(1) });
  const concealed = makeMatch({ id: 6, league_id: 3, status: 'ns', kickoff_at: at(9) });
  const counts = [
    { live: 1, finished: 6, upcoming: 2 },
    { live: 1, finished: 2, upcoming: 0 },
    { live: 0, finished: 1, upcoming: 0 },
  ];
  const now = (items = [live, liveToo, next, later, over], of = counts) => {
    const page = makeDay(items, { leagues });
    return { pages: [{ ...page, soon, leagues: page.leagues.map((league, i) => ({ ...league, counts: of[i]! })) }], pageParams: [1] };
  };
  const sections = (lists: Parameters<typeof following>[0] = {}, whole = now()) => sectionsOfDay(whole, [], ofToday, following(lists));
  const shapes = ({ playing, pinned, soon, leagues }: DaySections) => [playing, pinned, soon, leagues].map(shape);

  it('has those in play, those that start soon, and the others by league; a league of finished matches shows them', () => {
    const shown = sections();
    expect(shapes(shown)).toEqual([
      [
        [1, [1]],
        [2, [4]],
      ],
      [],
      [[1, [2]]],
      [
        [1, [3]],
        [2, []],
        [3, [5]],
      ],
    ]);
    expect(shown.leagues.map(({ folded, hidden }) => [folded, hidden])).toEqual([
      [6, 0],
      [2, 0],
      [0, 0],
    ]);
  });

  it('puts the reader’s own first among those in play, and does not repeat them', () => {
    expect(shapes(sections({ match: [4, 2] }))).toEqual([
      [
        [2, [4]],
        [1, [1]],
      ],
      [[1, [2]]],
      [],
      [
        [1, [3]],
        [2, []],
        [3, [5]],
      ],
    ]);
    expect(shape(sections({ league: [2] }).playing)[0]).toEqual([2, [4]]);
  });

  it('moves a match that kicks off or ends to where it belongs', () => {
    const started = now([live, liveToo, { ...next, status: 'h1' }, later, over]);
    expect(shapes(sections({}, started))[0]).toEqual([
      [1, [1, 2]],
      [2, [4]],
    ]);
    const ended = now([live, { ...liveToo, status: 'ft' }, next, later, over], counts.with(1, { live: 0, finished: 3, upcoming: 0 }));
    // Its league has no others to come: the match that just ended is shown, and the link leads to those that are not on hand.
    expect(sections({}, ended).leagues[1]).toMatchObject({ matches: [{ id: 4 }], hidden: 2, folded: 0, total: 3 });
  });

  it('counts a favorite that is over as shown, not as folded', () => {
    const fan = makeMatch({ id: 9, status: 'ft', kickoff_at: at(2) });
    const shown = sectionsOfDay(now(), [selected(fan)], ofToday, following({ match: [9] }));
    expect(shape(shown.pinned)).toEqual([[1, [9]]]);
    expect(shown.leagues[0]).toMatchObject({ folded: 5 });
  });

  it('does not call a match soon whose kick-off is long past', () => {
    const shown = sections({}, now([concealed], counts.with(2, { live: 0, finished: 0, upcoming: 1 })));
    expect(shape(shown.soon)).toEqual([]);
    expect(shape(shown.leagues).at(-1)).toEqual([3, [6]]);
  });
});
