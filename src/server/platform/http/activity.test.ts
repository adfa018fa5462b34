import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#domain/time.ts';
import { TEST_NOW, testClock } from '#test/support/app.ts';
import { createActivity } from './activity.ts';

describe('activity', () => {
  it('records each user once per quarter of an hour, and again in the next one', () => {
    const clock = testClock(TEST_NOW);
    const activity = createActivity();
    const seen = (...users: string[]) => {
      for (const userId of users) activity.note(userId, clock.now());
    };
    seen('a', 'b', 'a');
    clock.advance(14 * MINUTE_MS);
    seen('b');
    expect(activity.take()).toEqual(['a', 'b'].map((userId) => ({ userId, at: new Date(TEST_NOW) })));
    seen('a');
    expect(activity.take()).toEqual([]);
    clock.advance(MINUTE_MS);
    seen('a');
    expect(activity.take()).toEqual([{ userId: 'a', at: clock.now() }]);
  });

  it('records all users again after midnight UTC', () => {
    const clock = testClock('2026-11-20T23:59:59.999Z');
    const activity = createActivity();
    activity.note('a', clock.now());
    clock.advance(1);
    activity.note('a', clock.now());
    expect(activity.take().map(({ at }) => at.toISOString())).toEqual(['2026-11-20T23:59:59.999Z', '2026-11-21T00:00:00.000Z']);
  });

  it('returns sightings that could not be stored, before newer ones', () => {
    const clock = testClock(TEST_NOW);
    const activity = createActivity();
    activity.note('a', clock.now());
    const taken = activity.take();
    activity.note('b', clock.now());
    activity.giveBack(taken);
    expect(activity.take().map(({ userId }) => userId)).toEqual(['a', 'b']);
  });
});
