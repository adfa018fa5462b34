import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMMENTARY_WORDINGS, commentaryOf } from './commentary.ts';
import { EVENT_PERIODS, MATCH_EVENT_TYPES, type MatchEvent } from './match-details.ts';
import { MATCH_STATUSES } from './match-status.ts';
import type { MatchStand } from './match-timeline.ts';

const NO_SCORE = { home: 0, away: 0, halftime: null, fulltime: null, penalty: null };
const stand = (status: MatchStand['status'], score: Partial<MatchStand['score']> = {}): MatchStand => ({
  status,
  score: { ...NO_SCORE, ...score },
});
let serial = 0;
const event = (rest: Partial<MatchEvent>): MatchEvent => ({
  ...{
    id: `e${++serial}`,
    type: 'yellow',
    side: 'home',
    period: 'H1',
    minute: 14,
    stoppage: null,
    player: 'Okafor',
    other: null,
    detail: null,
  },
  ...rest,
});
const kinds = (match: MatchStand, events: MatchEvent[]) => commentaryOf(7, match, events).map(({ kind }) => kind);

describe('the commentary', () => {
  it('tells a cup match to the last kick, the newest line first', () => {
    const goal = event({ type: 'goal', minute: 45, stoppage: 2, other: 'Lind' });
    const equaliser = event({ type: 'own_goal', period: 'H2', minute: 88, player: 'Holt' });
    const kicks = [
      event({ type: 'penalty', period: 'P', minute: 120 }),
      event({ type: 'missed_penalty', period: 'P', side: 'away', minute: 120, player: null }),
    ];
    const match = stand('pen', { home: 1, away: 1, halftime: [1, 0], fulltime: [1, 1], penalty: [1, 0] });
    const red = event({ type: 'red', period: 'ET', side: 'away', minute: 97 });
    const lines = commentaryOf(7, match, [goal, equaliser, red, ...kicks]).toReversed();
    expect(lines.map(({ kind, side, score }) => [kind, side, score])).toEqual([
      ['kick_off', null, null],
      ['goal_assisted', 'home', [1, 0]],
      ['half_time', null, [1, 0]],
      ['second_half', null, null],
      ['own_goal', 'away', [1, 1]],
      ['ninety_minutes', null, [1, 1]],
      ['extra_time', null, null],
      ['red', 'away', null],
      ['extra_time_over', null, [1, 1]],
      ['shoot_out', null, null],
      ['kick_scored', 'home', [1, 0]],
      ['kick_missed_unnamed', 'away', [1, 0]],
      ['shoot_out_won', 'home', [1, 0]],
    ]);
    expect(lines[1]).toMatchObject({ minute: 45, stoppage: 2, player: 'Okafor', other: 'Lind' });
  });

  it.each([
    [{ type: 'goal' }, 'goal'],
    [{ type: 'goal', player: null, other: 'Lind' }, 'goal_unnamed'],
    [{ type: 'substitution', other: 'Reyes' }, 'change'],
    [{ type: 'substitution', player: null, other: 'Reyes' }, 'change_on'],
    [{ type: 'substitution' }, 'change_off'],
    [{ type: 'substitution', player: null }, 'change_unnamed'],
    [{ type: 'second_yellow' }, 'second_yellow'],
    [{ type: 'yellow', player: null }, 'yellow_unnamed'],
    [{ type: 'var', detail: 'Goal Disallowed - offside' }, 'goal_cancelled'],
    [{ type: 'var', detail: 'Goal cancelled', player: null }, 'goal_cancelled_unnamed'],
    [{ type: 'var', detail: 'Penalty confirmed' }, 'penalty_given'],
    [{ type: 'var', detail: 'Something new' }, 'video_check'],
  ] as const)('tells %j as %s', (rest, kind) => {
    expect(kinds(stand('h1', { home: rest.type === 'goal' ? 1 : 0 }), [event(rest)])).toEqual([kind, 'kick_off']);
  });

  it('names nobody in decisions of the video referee about penalties and cards', () => {
    const [line] = commentaryOf(7, stand('h1'), [event({ type: 'var', detail: 'Card upgrade' })]);
    expect(line).toMatchObject({ kind: 'card_changed', player: null, side: null });
  });

  it('says no score in between while the events do not add up to the score', () => {
    const goal = event({ type: 'goal' });
    const scores = (home: number) => commentaryOf(7, stand('h2', { home, halftime: [home, 0] }), [goal]).map(({ score }) => score);
    expect(scores(1)).toEqual([null, [1, 0], [1, 0], null]);
    expect(scores(2)).toEqual([null, null, null, null]);
  });

  it('takes back the sentence of an event that is taken back, and says that play stopped', () => {
    const [goal, card] = [event({ type: 'goal' }), event({ minute: 9 })];
    expect(kinds(stand('h1', { home: 1 }), [card, goal])).toEqual(['goal', 'yellow', 'kick_off']);
    expect(kinds(stand('h1'), [card])).toEqual(['yellow', 'kick_off']);
    expect(kinds(stand('susp'), [card])).toEqual(['stopped', 'yellow', 'kick_off']);
    expect(kinds(stand('abd'), [card])).toEqual(['abandoned', 'yellow', 'kick_off']);
  });

  it('is empty without events, and for a match that was not played', () => {
    expect(kinds(stand('h2'), [])).toEqual([]);
    expect(kinds(stand('awd'), [event({})])).toEqual([]);
  });

  it('has one line for each event that is told, in a wording that never changes', () => {
    const told = fc.record({
      id: fc.uuid(),
      type: fc.constantFrom(...MATCH_EVENT_TYPES.filter((type) => type !== 'assist')),
      side: fc.constantFrom('home' as const, 'away' as const),
      period: fc.constantFrom(...EVENT_PERIODS.filter((period) => period !== 'P')),
      minute: fc.integer({ min: 1, max: 120 }),
      stoppage: fc.option(fc.integer({ min: 0, max: 30 })),
      player: fc.option(fc.string({ minLength: 1 })),
      other: fc.option(fc.string({ minLength: 1 })),
      detail: fc.option(fc.string()),
    });
    const inPlay = fc.constantFrom(...MATCH_STATUSES.filter((status) => ['h1', 'h2', 'et', 'ft', 'aet', 'live'].includes(status)));
    fc.assert(
      fc.property(fc.uniqueArray(told, { selector: ({ id }) => id, minLength: 1 }), inPlay, (events, status) => {
        const lines = commentaryOf(7, stand(status), events);
        const wordings = (all: typeof lines) => new Map(all.map(({ key, wording }) => [key, wording]));
        for (const { id, player } of events) {
          const line = lines.find(({ key }) => key === id);
          expect(line).toBeDefined();
          expect([null, player]).toContain(line?.player);
        }
        expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length);
        const fewer = wordings(commentaryOf(7, stand(status), events.slice(0, 1)));
        for (const [key, wording] of fewer) expect(wordings(lines).get(key)).toBe(wording);
      }),
    );
    const used = new Set(Array.from({ length: 40 }, (_, i) => commentaryOf(i, stand('h1'), [event({ id: 'e' })])[0]?.wording));
    expect([...used].sort()).toEqual([...COMMENTARY_WORDINGS]);
  });
});
