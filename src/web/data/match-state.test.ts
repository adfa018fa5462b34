import { describe, expect, it } from 'vitest';
import { makeMarket, makeMatch, makeScore, makeState } from '#test/web/fixtures/matches.ts';
import { scorer, withChange } from './match-state.ts';

const at = (second: number) => `2026-03-02T10:00:${String(second).padStart(2, '0')}.000Z`;

const live = makeMatch({ status: 'h1', minute: 20, seen_at: at(10), score: makeScore(0, 0), market: makeMarket({ confirmed_at: at(10) }) });
const { id } = live;

describe('a change applied to a match', () => {
  it('replaces the state and keeps the rest', () => {
    const changed = withChange(live, { t: 'match', match: makeState(live, { minute: 21, seen_at: at(15), score: makeScore(1, 0) }) });
    expect(changed).toMatchObject({ minute: 21, score: { home: 1, away: 0 }, home: live.home, market: live.market });
    expect(live.minute).toBe(20);
  });

  it('replaces the market, also by null', () => {
    const market = makeMarket({ suspended: true, confirmed_at: at(12) });
    const offer = { home: 2.2, draw: 3.3, away: 3.2 };
    expect(withChange(live, { t: 'market', match_id: id, market, offer })).toMatchObject({ market, offer });
    expect(withChange(live, { t: 'market', match_id: id, market: null, offer: null })).toMatchObject({ market: null, offer: null });
  });

  it('returns the same match if it is about another one', () => {
    expect(withChange(live, { t: 'match', match: makeState(live, { id: id + 1 }) })).toBe(live);
    expect(withChange(live, { t: 'market', match_id: id + 1, market: null, offer: null })).toBe(live);
    expect(withChange(live, { t: 'refetch' })).toBe(live);
  });

  it('does not go back in time if an answer overtook the push', () => {
    expect(withChange(live, { t: 'match', match: makeState(live, { minute: 19, seen_at: at(5) }) })).toBe(live);
    expect(withChange(live, { t: 'market', match_id: id, market: makeMarket({ confirmed_at: at(5) }), offer: null })).toBe(live);
  });
});

describe('who scored', () => {
  const scored = (from: [number | null, number | null], to: [number, number]) =>
    scorer({ ...live, score: makeScore(...from) }, { ...live, score: makeScore(...to) });

  it.each([
    [[0, 0], [1, 0], 'home'],
    [[1, 1], [1, 2], 'away'],
    [[1, 0], [1, 0], null],
    [[2, 0], [1, 0], null],
    // The first score of a match is its kick-off, not a goal.
    [[null, null], [0, 0], null],
  ] as const)('%s to %s: %s', (from, to, side) => {
    expect(scored([...from], [...to])).toBe(side);
  });
});
