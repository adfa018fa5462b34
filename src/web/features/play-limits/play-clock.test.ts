import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '#domain/time.ts';
import { BREAK_MS, isDue, type PlayClock, readClock, STEP_MS, stepOn } from './play-reminder.tsx';

const START = Date.parse('2026-11-20T12:00:00Z');
const clock = (hereMs = 0, at = START): PlayClock => ({ userId: 'ada', hereMs, at });

describe('the play clock', () => {
  it('starts with the first step, and adds the time since the last', () => {
    expect(stepOn(null, 'ada', START)).toEqual(clock());
    expect(stepOn(clock(5_000), 'ada', START + STEP_MS)).toEqual(clock(15_000, START + STEP_MS));
  });

  it('is due after an hour of steps, and not before', () => {
    let here = clock();
    for (let at = START + STEP_MS; at < START + HOUR_MS; at += STEP_MS) {
      here = stepOn(here, 'ada', at);
      expect(isDue(here)).toBe(false);
    }
    expect(isDue(stepOn(here, 'ada', START + HOUR_MS))).toBe(true);
  });

  it('does not count time without a visible page, and starts over after a break', () => {
    expect(stepOn(clock(5_000), 'ada', START + BREAK_MS - 1)).toEqual(clock(5_000, START + BREAK_MS - 1));
    expect(stepOn(clock(5_000), 'ada', START + BREAK_MS)).toEqual(clock(0, START + BREAK_MS));
  });

  it('starts over for another user, and after the clock was set back', () => {
    expect(stepOn(clock(5_000), 'bob', START + 1_000)).toEqual({ userId: 'bob', hereMs: 0, at: START + 1_000 });
    expect(stepOn(clock(5_000), 'ada', START - 1)).toEqual(clock(0, START - 1));
  });

  it('counts each moment once, however many tabs add steps', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: STEP_MS }), { minLength: 1, maxLength: 100 }), (gaps) => {
        let here = clock();
        for (const gap of gaps) here = stepOn(here, 'ada', here.at + gap);
        expect(here.hereMs).toBe(gaps.reduce((sum, gap) => sum + gap, 0));
        expect(here.hereMs).toBe(here.at - START);
      }),
    );
  });

  it('reads only what it wrote', () => {
    expect(readClock(JSON.stringify(clock(5)))).toEqual(clock(5));
    for (const text of [null, '', 'null', '{}', '[]', '5', '{"userId":"ada","hereMs":"5","at":1}'])
      expect(readClock(text), String(text)).toBeNull();
  });
});
