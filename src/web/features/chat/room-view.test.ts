import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeMessage, makePage } from '#test/web/fixtures/chat.ts';
import { HELD_MAX, isBefore, type RoomView, whileReading, withLatest, withMessages, withOlder } from './room-view.ts';

const message = (id: number, text = `No ${id}`) => makeMessage(text, { id: String(id) });
const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => message(first + index));
const idsOf = ({ items }: RoomView) => items.map(({ id }) => Number(id));
const begun = (first: number, last: number, has_more = false) => withLatest(undefined, makePage(from(first, last), { has_more }));

describe('ids', () => {
  it('are compared as numbers', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.bigInt({ min: 0n, max: 10n ** 15n }), (one, other) => {
        expect(isBefore(String(one), String(other))).toBe(one < other);
      }),
    );
  });
});

describe('pushed messages', () => {
  it('are added in order, each once, and replace known ones', () => {
    const view = withMessages(begun(9, 10), [message(12), message(11), { ...message(9), text: '', removed: 'moderated' }, message(12)]);
    expect(idsOf(view)).toEqual([9, 10, 11, 12]);
    expect(view.items[0]?.removed).toBe('moderated');
  });

  it('are ignored if they are older than all that are loaded', () => {
    expect(idsOf(withMessages(begun(9, 10, true), [message(8)]))).toEqual([9, 10]);
  });

  it('drop the oldest at the end of a long room, but nothing while the reader is further up', () => {
    const atEnd = withMessages(begun(1, 50), from(51, 400));
    expect(idsOf(atEnd)).toEqual(from(101, 400).map(({ id }) => Number(id)));
    expect(atEnd.has_more).toBe(true);
    const reading = withMessages(whileReading(begun(1, 50), true), from(51, 400));
    expect(idsOf(reading)[0]).toBe(1);
    expect(reading.items).toHaveLength(HELD_MAX);
    expect(reading).toMatchObject({ is_cut: true, unseen: 350, has_more: false });
    expect(withMessages(reading, [message(401)])).toMatchObject({ unseen: 351, items: reading.items });
  });

  it('stay in order and within the limit, whatever is pushed in whatever order', () => {
    const batches = fc.array(fc.array(fc.integer({ min: 1, max: 900 }), { maxLength: 120 }), { maxLength: 8 });
    fc.assert(
      fc.property(batches, fc.boolean(), (told, isReading) => {
        const view = told.reduce(
          (now, ids) =>
            withMessages(
              now,
              ids.map((id) => message(id)),
            ),
          whileReading(begun(1, 3), isReading),
        );
        const ids = idsOf(view);
        expect(ids).toEqual([...new Set(ids)].toSorted((one, other) => one - other));
        expect(ids.length).toBeLessThanOrEqual(HELD_MAX);
      }),
      { numRuns: 50 },
    );
  });
});

describe('a refetched room', () => {
  it('keeps older messages if there is no gap', () => {
    expect(idsOf(withLatest(begun(1, 60), makePage(from(30, 79), { has_more: true })))).toEqual(from(1, 79).map(({ id }) => Number(id)));
  });

  it('starts over after a gap, unless the user is reading further up', () => {
    const page = makePage(from(200, 249), { has_more: true });
    expect(idsOf(withLatest(begun(1, 60), page))[0]).toBe(200);
    const reading = withLatest(whileReading(begun(1, 60), true), page);
    expect(idsOf(reading)).toEqual(idsOf(begun(1, 60)));
    expect(reading).toMatchObject({ is_cut: true, unseen: 50 });
    expect(whileReading(reading, false)).toBe(reading);
    expect(idsOf(withLatest({ ...reading, is_reading: false }, page))[0]).toBe(200);
  });

  it('has the new state', () => {
    expect(withLatest(begun(1, 3), makePage(from(1, 3), { state: 'read_only' })).room.state).toBe('read_only');
  });
});

describe('an older page', () => {
  it('is put first, each message once', () => {
    const view = withOlder(begun(51, 100, true), makePage(from(1, 51)));
    expect(idsOf(view)).toEqual(from(1, 100).map(({ id }) => Number(id)));
    expect(view).toMatchObject({ has_more: false, is_reading: true, is_cut: false });
  });

  it('drops the newest messages of a full page', () => {
    const view = withOlder(begun(51, 350, true), makePage(from(1, 50), { has_more: true }));
    expect(idsOf(view)).toEqual(from(1, 300).map(({ id }) => Number(id)));
    expect(view).toMatchObject({ has_more: true, is_cut: true });
  });
});
