import { describe, expect, it } from 'vitest';
import { allTimeZones, canonicalTimeZone } from './region.ts';

describe('canonicalTimeZone', () => {
  it.each([
    ['Asia/Ho_Chi_Minh', 'Asia/Ho_Chi_Minh'],
    ['asia/ho_chi_minh', 'Asia/Ho_Chi_Minh'],
    ['ASIA/SAIGON', 'Asia/Ho_Chi_Minh'],
    ['Europe/Kiev', 'Europe/Kyiv'],
    ['america/new_york', 'America/New_York'],
    ['US/Eastern', 'America/New_York'],
    ['utc', 'UTC'],
    ['Etc/UTC', 'UTC'],
    ['Africa/Dar_es_Salaam', 'Africa/Dar_es_Salaam'],
  ])('accepts %s', (typed, zone) => expect(canonicalTimeZone(typed)).toBe(zone));

  it.each([
    '',
    'Hanoi',
    'Asia/Hanoi',
    'Mars/Olympus_Mons',
    '+07:00',
    '-7',
    'UTC+7',
    'GMT+07:00',
    'Etc/Unknown',
    'localtime',
    'Asia/Ho Chi Minh',
    '../etc',
  ])('rejects %j', (typed) => expect(canonicalTimeZone(typed)).toBeNull());

  it('maps each zone of allTimeZones to itself, and the list has no duplicates', () => {
    const zones = allTimeZones();
    expect(zones[0]).toBe('UTC');
    expect(zones.length).toBeGreaterThan(400);
    expect(new Set(zones).size).toBe(zones.length);
    expect(zones.filter((zone) => canonicalTimeZone(zone) !== zone)).toEqual([]);
  });
});
