import type { createFormatter } from 'use-intl';
import { SECOND_MS } from '#domain/time.ts';

const UNITS = [
  { unit: 'day', ms: 86_400_000, least: 2 },
  { unit: 'hour', ms: 3_600_000, least: 1 },
  { unit: 'minute', ms: 60_000, least: 1 },
] as const;

/** A duration as text, in the largest unit that divides it; days from two on, and seconds only below a minute. */
export function durationWords(format: Pick<ReturnType<typeof createFormatter>, 'number'>, ms: number): string {
  const say = (count: number, unit: 'day' | 'hour' | 'minute' | 'second') =>
    format.number(count, { style: 'unit', unit, unitDisplay: 'long' });
  if (ms < 60_000) return say(Math.max(1, Math.round(ms / SECOND_MS)), 'second');
  const minutes = Math.round(ms / 60_000) * 60_000;
  const { unit, ms: length } = UNITS.find((size) => minutes % size.ms === 0 && minutes / size.ms >= size.least)!;
  return say(minutes / length, unit);
}
