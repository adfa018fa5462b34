import { describe, expect, it } from 'vitest';
import { makeDay, makeLeague, makeMarket, makeMatch, makeScore, makeState } from '#test/web/fixtures/matches.ts';
import { withDayChange, withSelectedChange } from './day-cache.ts';

const LEAGUES = [makeLeague(), makeLeague({ id: 2, name: 'Primera' })];
const live = makeMatch({ status: 'h1', minute: 20, score: makeScore(0, 0), seen_at: '2026-03-02T10:00:00.000Z', market: null });
const next = makeMatch({ league_id: 2 });
const day = { pages: [makeDay([live, next], { leagues: LEAGUES, confirmed_at: '2026-03-02T10:00:00.000Z' })], pageParams: [1] };

describe('a change pushed into a day', () => {
  it('updates its match, and keeps the identity of everything else', () => {
    const match = makeState(live, { minute: 21, score: makeScore(1, 0), seen_at: '2026-03-02T10:01:00.000Z' });
    const result = withDayChange(day, { t: 'match', match });
    expect(result).toMatchObject({ scored: 'home', regrouped: false, match: { id: live.id, minute: 21 } });
    expect(result.day.pages[0]?.items[0]?.score.home).toBe(1);
    expect(result.day.pages[0]?.items[1]).toBe(day.pages[0]?.items[1]);
    expect(result.day.pages[0]?.confirmed_at).toBe('2026-03-02T10:01:00.000Z');
    expect(day.pages[0]?.items[0]?.score.home).toBe(0);
  });

  it('counts a match that kicks off among the live ones, also in its league', () => {
    const match = makeState(next, { status: 'h1', minute: 1, score: makeScore(0, 0) });
    const result = withDayChange(day, { t: 'match', match });
    expect(result.regrouped).toBe(true);
    expect(result.scored).toBeNull();
    const [page] = result.day.pages;
    expect(page?.counts).toEqual({ live: 2, finished: 0, upcoming: 0 });
    expect(page?.leagues.map(({ counts }) => counts)).toEqual([
      { live: 1, finished: 0, upcoming: 0 },
      { live: 1, finished: 0, upcoming: 0 },
    ]);
  });

  it('updates prices', () => {
    const market = makeMarket({ odds: { home: 1.5, draw: 4, away: 7 } });
    expect(withDayChange(day, { t: 'market', match_id: next.id, market, offer: null }).day.pages[0]?.items[1]?.market).toEqual(market);
  });

  it('ignores changes of other matches', () => {
    expect(withDayChange(day, { t: 'market', match_id: 1, market: null, offer: null })).toEqual({
      day,
      match: null,
      scored: null,
      regrouped: false,
    });
    expect(withDayChange(day, { t: 'balance', balance: 5 }).day).toBe(day);
  });
});

describe('a change pushed into favorites', () => {
  const league = makeLeague();
  const selected = {
    date: '2026-03-02',
    items: [
      { ...live, league },
      { ...next, league },
    ],
    confirmed_at: '2026-03-02T10:00:00.000Z',
  };

  it('updates its match, reports goals and final whistles, and keeps the others', () => {
    const match = makeState(live, { status: 'ft', score: makeScore(1, 0), seen_at: '2026-03-02T10:01:00.000Z' });
    const result = withSelectedChange(selected, { t: 'match', match });
    expect(result).toMatchObject({ scored: 'home', regrouped: true, match: { id: live.id, status: 'ft' } });
    expect(result.selected.items[0]).toMatchObject({ status: 'ft', league, score: { home: 1 } });
    expect(result.selected.items[1]).toBe(selected.items[1]);
    expect(result.selected.confirmed_at).toBe('2026-03-02T10:01:00.000Z');
  });

  it('ignores changes of other matches', () => {
    const change = { t: 'market', match_id: 1, market: null, offer: null } as const;
    expect(withSelectedChange(selected, change)).toEqual({ selected, match: null, scored: null, regrouped: false });
  });
});
