import { describe, expect, it } from 'vitest';
import type { MatchStatus } from '#domain/matches/match-status.ts';
import { makeBet } from '#test/web/fixtures/accounts.ts';
import { makeBrief, makeScore } from '#test/web/fixtures/matches.ts';
import { asItStands, totalsOf } from './bet-row.tsx';

const returns_if = [
  { pick: 'home' as const, returns: 1_030 },
  { pick: 'draw' as const, returns: 7 },
  { pick: 'away' as const, returns: 0 },
];
const at = (status: MatchStatus, score: Parameters<typeof makeScore>, rest: Parameters<typeof makeBet>[0] = {}) =>
  makeBet({ returns_if, match: makeBrief({ status, score: makeScore(...score) }), ...rest });

describe('a bet at the current score', () => {
  it.each<[MatchStatus, Parameters<typeof makeScore>, number | null]>([
    ['h1', [1, 0], 1_030],
    ['ht', [1, 1], 7],
    ['h2', [1, 2], 0],
    // Ninety minutes ended level: extra time does not count.
    ['et', [2, 1, { fulltime: [1, 1] }], 7],
    ['aet', [2, 1, { fulltime: [1, 1] }], 7],
    ['p', [1, 1, { fulltime: [1, 1], penalty: [3, 1] }], 7],
    ['et', [2, 1], null],
    ['ft', [2, 1], 1_030],
    ['ns', [null, null], null],
    ['susp', [1, 0], null],
    ['pst', [null, null], null],
  ])('%s %j gives %d', (status, score, points) => {
    expect(asItStands(at(status, score))).toBe(points);
  });

  it('counts extra time if the whole match counts', () => {
    expect(asItStands(at('et', [2, 1, { fulltime: [1, 1] }], { settles_on: 'whole_match' }))).toBe(1_030);
  });

  it('has no payout for a level score that cannot be final, or once it has ended', () => {
    const twoWay = returns_if.filter(({ pick }) => pick !== 'draw');
    expect(asItStands(at('live', [1, 1], { returns_if: twoWay }))).toBeNull();
    expect(asItStands(at('h2', [1, 0], { state: 'settled', returns_if: [] }))).toBeNull();
  });

  it('adds up: stakes on matches not in play count too', () => {
    const bets = [at('h1', [1, 0], { stake: 500 }), at('h2', [0, 1], { stake: 200 }), at('ns', [null, null], { stake: 40 })];
    expect(totalsOf(bets)).toEqual({ staked: 740, inPlay: 700, standing: 1_030 });
    expect(totalsOf([])).toEqual({ staked: 0, inPlay: 0, standing: 0 });
  });
});
