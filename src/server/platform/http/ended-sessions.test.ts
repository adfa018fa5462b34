import { expect, it } from 'vitest';
import { TEST_NOW, testClock } from '#test/support/app.ts';
import { createEndedSessions, REMEMBERED_MS } from './ended-sessions.ts';

it('are remembered for as long as one of their tokens may be valid, then forgotten', () => {
  const clock = testClock(TEST_NOW);
  const ended = createEndedSessions(clock.now);
  ended.add(['a']);
  clock.advance(REMEMBERED_MS);
  ended.add(['b']);
  expect([ended.has('a'), ended.has('b'), ended.has('c')]).toEqual([true, true, false]);
  clock.advance(1);
  ended.add([]);
  expect([ended.has('a'), ended.has('b')]).toEqual([false, true]);
});

it('are neither reported again nor kept longer when added twice', () => {
  const clock = testClock(TEST_NOW);
  const ended = createEndedSessions(clock.now);
  let calls = 0;
  ended.add(['a']);
  ended.watch('a', () => calls++);
  clock.advance(REMEMBERED_MS);
  ended.add(['a']);
  clock.advance(1);
  ended.add([]);
  expect(ended.has('a')).toBe(false);
  expect(calls).toBe(0);
});

it('are reported once to all watchers, and not to those that have stopped', () => {
  const ended = createEndedSessions(testClock(TEST_NOW).now);
  const heard: string[] = [];
  ended.watch('a', () => heard.push('first'));
  const stop = ended.watch('a', () => heard.push('stopped'));
  ended.watch('b', () => heard.push('other'));
  ended.watch('a', () => heard.push('second'));
  stop();
  stop();
  ended.add(['a', 'a']);
  ended.add(['a']);
  expect(heard).toEqual(['first', 'second']);
});

it('allow a watcher to stop watching during its notification', () => {
  const ended = createEndedSessions(testClock(TEST_NOW).now);
  const heard: string[] = [];
  const stop = ended.watch('a', () => {
    stop();
    heard.push('first');
  });
  ended.watch('a', () => heard.push('second'));
  ended.add(['a']);
  expect(heard).toEqual(['first', 'second']);
});
