import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ADMIN_ROLES } from '#domain/identity/admin-role.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import {
  ALERT_GONE_MS,
  type AlertState,
  type AlertStep,
  type AlertWay,
  alertsFor,
  FIXED_ALERTS,
  followAlert,
  waysToTell,
} from './operator-alert.ts';

/** Follows what is present at each time, and returns the steps that were told, with their times. */
function follow(course: readonly (readonly [atMs: number, present: readonly string[]])[]): [atMs: number, step: AlertStep][] {
  let state: AlertState | null = null;
  const steps: [number, AlertStep][] = [];
  for (const [atMs, present] of course) {
    const next: ReturnType<typeof followAlert> = followAlert(state, present, atMs);
    state = next.state;
    if (next.step !== null) steps.push([atMs, next.step]);
  }
  return steps;
}

describe('a condition', () => {
  it('is told when it begins and once it has ended, not while it lasts', () => {
    const hours = Array.from({ length: 60 }, (_, minute) => [minute * MINUTE_MS, ['a']] as const);
    const gone = [HOUR_MS, HOUR_MS + ALERT_GONE_MS - 1, HOUR_MS + ALERT_GONE_MS, 2 * HOUR_MS].map((atMs) => [atMs, []] as const);
    expect(follow([...hours, ...gone])).toEqual([
      [0, 'began'],
      [HOUR_MS + ALERT_GONE_MS, 'ended'],
    ]);
  });

  it('is told again after each day', () => {
    const days = Array.from({ length: 49 }, (_, hour) => [hour * HOUR_MS, ['a']] as const);
    expect(follow(days)).toEqual([
      [0, 'began'],
      [DAY_MS, 'lasts'],
      [2 * DAY_MS, 'lasts'],
    ]);
  });

  it('that comes and goes is one condition', () => {
    const course = Array.from({ length: 50 }, (_, minute) => [minute * MINUTE_MS, minute % 2 === 0 ? ['a'] : []] as const);
    expect(follow(course)).toEqual([[0, 'began']]);
  });

  it('is told of what joins it at most once an hour', () => {
    const course = Array.from(
      { length: 180 },
      (_, minute) => [minute * MINUTE_MS, Array.from({ length: minute + 1 }, (__, id) => `${id}`)] as const,
    );
    expect(follow(course)).toEqual([
      [0, 'began'],
      [HOUR_MS, 'more'],
      [2 * HOUR_MS, 'more'],
    ]);
  });

  it('says nothing of what leaves it', () => {
    expect(
      follow([
        [0, ['a', 'b']],
        [HOUR_MS, ['b']],
        [2 * HOUR_MS, ['b']],
      ]),
    ).toEqual([[0, 'began']]);
  });

  it('whatever happens, is told once an hour at most while it holds, and begins and ends in turn', () => {
    const moment = fc.tuple(fc.integer({ min: 1, max: 3 * HOUR_MS }), fc.subarray(['a', 'b', 'c', 'd']));
    fc.assert(
      fc.property(fc.array(moment, { maxLength: 200 }), (moments) => {
        const at = (index: number) => moments.slice(0, index + 1).reduce((sum, [gapMs]) => sum + gapMs, 0);
        const steps = follow(moments.map(([, present], index) => [at(index), present] as const));
        const frames = steps.filter(([, step]) => step === 'began' || step === 'ended').map(([, step]) => step);
        expect(frames.every((step, index) => step === (index % 2 === 0 ? 'began' : 'ended'))).toBe(true);
        for (const [index, [atMs, step]] of steps.entries()) {
          if (step === 'more' || step === 'lasts') expect(atMs - steps[index - 1]![0]).toBeGreaterThanOrEqual(HOUR_MS);
          if (step === 'ended') expect(atMs - steps[index - 1]![0]).toBeGreaterThanOrEqual(ALERT_GONE_MS);
        }
      }),
    );
  });
});

it('supers cannot do without alerts about admins, which concern nobody else', () => {
  expect(ADMIN_ROLES.filter((role) => alertsFor(role).some((alert) => FIXED_ALERTS.includes(alert)))).toEqual(['super']);
  expect(alertsFor('viewer')).toEqual([]);
});

it.each<[AlertWay[], AlertWay[], AlertWay[]]>([
  [['email'], ['email', 'telegram'], ['email']],
  [['telegram'], ['email', 'telegram'], ['telegram']],
  [
    ['telegram', 'email'],
    ['email', 'telegram'],
    ['email', 'telegram'],
  ],
  [['telegram'], ['email'], ['email']],
  [['email', 'telegram'], ['email'], ['email']],
  [['email'], ['telegram'], []],
  [['telegram'], [], []],
])('an admin who chose %j, of whose ways %j work, is told by %j', (chosen, working, told) => {
  expect(waysToTell(chosen, working)).toEqual(told);
});
