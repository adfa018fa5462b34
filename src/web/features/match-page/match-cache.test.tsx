import { describe, expect, it } from 'vitest';
import { makeContest, makeDetail, makeEvent, makeLineup, makePlayer, makeScore, makeState } from '#test/web/fixtures/matches.ts';
import { withMatchChange } from './use-match.ts';

const match = makeDetail({ id: 7, status: 'h1', score: makeScore(0, 0), contests: [makeContest(7)] });

describe('a change pushed into a match', () => {
  it('replaces its events', () => {
    const events = [makeEvent()];
    expect(withMatchChange(match, { t: 'events', match_id: 7, events }).events).toEqual(events);
    expect(withMatchChange(match, { t: 'events', match_id: 8, events })).toBe(match);
  });

  it('sets the line-ups', () => {
    const lineups = { home: makeLineup([makePlayer('a')]), away: makeLineup([makePlayer('b')]) };
    expect(withMatchChange(match, { t: 'lineups', match_id: 7, lineups })).toMatchObject({ lineups });
  });

  it('confirms the match, with the time of the feed’s last report', () => {
    const seen_at = new Date(Date.parse(match.confirmed_at) + 5_000).toISOString();
    expect(withMatchChange(match, { t: 'match', match: makeState(match, { seen_at }) }).confirmed_at).toBe(seen_at);
    const earlier = new Date(Date.parse(match.confirmed_at) - 5_000).toISOString();
    expect(withMatchChange(match, { t: 'match', match: makeState(match, { seen_at: earlier }) }).confirmed_at).toBe(match.confirmed_at);
  });

  it('replaces a contest with the same id, and adds a new one', () => {
    const locked = makeContest(7, { state: 'locked' });
    expect(withMatchChange(match, { t: 'contest', contest: locked }).contests).toEqual([locked]);
    const other = makeContest(7, { id: '01890a5d-ac96-774b-bcce-b302099a8058' });
    expect(withMatchChange(match, { t: 'contest', contest: other }).contests).toHaveLength(2);
    expect(withMatchChange(match, { t: 'contest', contest: makeContest(8) })).toBe(match);
  });
});
