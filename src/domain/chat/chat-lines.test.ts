import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EVENT_PERIODS, MATCH_EVENT_TYPES } from '#domain/matches/match-details.ts';
import { SIDES } from '#domain/matches/sport.ts';
import { type ChatLine, hasLine, type LineEvent, planLines } from './chat-lines.ts';

type Event = LineEvent & { player: string | null };
const goal: Event = { id: 'g1', type: 'goal', side: 'home', period: 'H1', minute: 12, player: 'Ana' };
const line = (id: number, event: Event, isTakenBack = false): ChatLine<Event> => ({ id, event, isTakenBack });
const NOTHING = { added: [], changed: [], takenBack: [] };

describe('match event lines in a chat', () => {
  it('exist for goals, cards and video decisions only', () => {
    const told = MATCH_EVENT_TYPES.filter((type) => hasLine({ ...goal, type }));
    expect(told).toEqual(['goal', 'penalty', 'own_goal', 'yellow', 'second_yellow', 'red', 'var']);
    expect(hasLine({ ...goal, type: 'penalty', period: 'P' })).toBe(false);
  });

  it('are one per event, however often the event is reported', () => {
    expect(planLines([], [goal])).toEqual({ ...NOTHING, added: [goal] });
    expect(planLines([line(1, goal)], [{ ...goal }])).toEqual(NOTHING);
  });

  it('follow corrections of their event, also when the feed gives it another id', () => {
    const later = { ...goal, minute: 13 };
    expect(planLines([line(1, goal)], [later])).toEqual({ ...NOTHING, changed: [{ id: 1, event: later }] });
    const known = { ...later, id: 'g1-by-bea', player: 'Bea' };
    expect(planLines([line(1, goal)], [known])).toEqual({ ...NOTHING, changed: [{ id: 1, event: known }] });
    const other = { ...goal, id: 'g2', minute: 15 };
    expect(planLines([line(1, goal)], [other])).toEqual({ added: [other], changed: [], takenBack: [1] });
  });

  it('are taken back once with their event, and restored if it is reported again', () => {
    const decision: Event = { ...goal, id: 'v1', type: 'var' };
    expect(planLines([line(1, goal)], [decision])).toEqual({ added: [decision], changed: [], takenBack: [1] });
    expect(planLines([line(1, goal, true)], [])).toEqual(NOTHING);
    expect(planLines([line(1, goal, true)], [goal])).toEqual({ ...NOTHING, changed: [{ id: 1, event: goal }] });
  });

  it('agree with the events of any sequence of reports after each update', () => {
    const event = fc.record({
      id: fc.string({ minLength: 1, maxLength: 2 }),
      type: fc.constantFrom(...MATCH_EVENT_TYPES),
      side: fc.constantFrom(...SIDES),
      period: fc.constantFrom(...EVENT_PERIODS),
      minute: fc.integer({ min: 1, max: 120 }),
      player: fc.option(fc.string({ maxLength: 3 })),
    });
    const events = fc.uniqueArray(event, { selector: ({ id }) => id, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(events, { maxLength: 5 }), (course) => {
        let lines: ChatLine<Event>[] = [];
        for (const told of course) {
          lines = carriedOut(lines, told);
          expect(planLines(lines, told)).toEqual(NOTHING);
          const standing = lines.filter(({ isTakenBack }) => !isTakenBack).map((one) => one.event);
          expect(new Set(standing)).toEqual(new Set(told.filter(hasLine)));
          expect(new Set(lines.map((one) => one.event.id)).size).toBe(lines.length);
        }
      }),
    );
  });

  function carriedOut(lines: ChatLine<Event>[], told: Event[]): ChatLine<Event>[] {
    const { added, changed, takenBack } = planLines(lines, told);
    const became = new Map(changed.map(({ id, event }) => [id, event]));
    const kept = lines.map((one) => {
      const event = became.get(one.id);
      return event ? line(one.id, event) : { ...one, isTakenBack: one.isTakenBack || takenBack.includes(one.id) };
    });
    return [...kept, ...added.map((event, n) => line(lines.length + n, event))];
  }
});
