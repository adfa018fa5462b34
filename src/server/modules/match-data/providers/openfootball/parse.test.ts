import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseOpenFootball } from './parse.ts';
import { toUpdates } from './to-updates.ts';

const NOW = new Date('2026-11-21T02:00:00Z');
const good = { round: 'Matchday 1', date: '2025-08-15', time: '20:00', team1: 'Reds', team2: 'Blues', score: { ht: [1, 0], ft: [2, 1] } };
const parse = (matches: unknown[], file = '2025-26/en.1.json', name = 'Test League 2025/26') =>
  parseOpenFootball({ file, text: JSON.stringify({ name, matches }) });
const problemsOf = (match: unknown) => parse([good, match]).problems.map((problem) => problem.problem);

describe('an openfootball file', () => {
  it('is converted to leagues, teams, fixtures and results, in the local times of its country', () => {
    const { league, season } = parse([good]);
    expect([league, season]).toEqual(['Test League', '2025/26']);
    const updates = toUpdates(parse([good]), NOW);
    expect(updates.map((update) => update.kind)).toEqual(['league', 'team', 'team', 'fixture', 'status']);
    expect(updates[3]).toMatchObject({ kickoffAt: new Date('2025-08-15T19:00:00Z'), round: 'Matchday 1', season: '2025/26' });
    expect(updates[4]).toMatchObject({ status: 'ft', score: { home: 2, away: 1, halftime: [1, 0], fulltime: [2, 1] } });
  });

  it.each([
    [{ time: '20:00' }, '2025-08-15T19:00:00Z'],
    [{ date: '2025-12-15' }, '2025-12-15T20:00:00Z'],
    [{ time: '13:00 UTC-6' }, '2025-08-15T19:00:00Z'],
    [{ time: '20:45 CET' }, '2025-08-15T18:45:00Z'],
    [{ time: undefined }, '2025-08-15T12:00:00Z'],
  ])('has the time %j read as %s', (change, expected) => {
    const fixture = toUpdates(parse([{ ...good, ...change }]), NOW).find((update) => update.kind === 'fixture');
    expect(fixture).toMatchObject({ kickoffAt: new Date(expected) });
  });

  it.each([
    [{ score: undefined }, 'ns'],
    [{ score: {} }, 'ns'],
    [{ score: [2, 0] }, 'ft'],
    [{ score: { ft: [1, 1], et: [2, 1] } }, 'aet'],
    [{ score: { ft: [1, 1], et: [1, 1], p: [3, 4] } }, 'pen'],
    [{ status: 'awarded' }, 'awd'],
    [{ status: 'postponed', score: undefined }, 'pst'],
  ])('has the score %j read as %s', (change, expected) => {
    expect(toUpdates(parse([{ ...good, ...change }]), NOW).find((update) => update.kind === 'status')).toMatchObject({ status: expected });
  });

  it('has goals in order, with own goals on the side of the player', () => {
    const goals1 = [
      { name: 'A', minute: '90+4' },
      { name: 'B', minute: '12', owngoal: true },
    ];
    const goals2 = [{ name: 'C', minute: 45, offset: 2, penalty: true }];
    const events = toUpdates(parse([{ ...good, goals1, goals2 }]), NOW).find((update) => update.kind === 'events');
    expect(events).toMatchObject({
      events: [
        { type: 'own_goal', side: 'away', minute: 12, period: 'H1' },
        { type: 'penalty', side: 'away', minute: 45, stoppage: 2, period: 'H1' },
        { type: 'goal', side: 'home', minute: 90, stoppage: 4, period: 'H2' },
      ],
    });
  });

  it.each<[string, unknown, string[]]>([
    ['a missing team', { ...good, team2: undefined }, ['"team2" is missing']],
    ['a date that is none', { ...good, date: '2025-02-30' }, ['"date" is "2025-02-30": is not a date']],
    ['a wrong year', { ...good, date: '2025-01-01' }, ['the date 2025-01-01 lies outside the season 2025/26: is the year wrong?']],
    ['more goals at half-time', { ...good, score: { ht: [3, 0], ft: [2, 1] } }, ['the score cannot be: halftime above fulltime']],
    ['a shoot-out without a winner', { ...good, score: { ft: [1, 1], p: [4, 4] } }, ['the shoot-out cannot have ended 4:4']],
    ['a team against itself', { ...good, team2: 'Reds' }, ['a team plays against itself']],
    ['the same match again', good, ['stands in the file twice']],
    ['something else', 'match', ['is not a match']],
  ])('has %s reported, and the rest imported', (_, match, expected) => {
    expect(problemsOf(match)).toEqual(expected);
    expect(parse([good, match]).matches).toHaveLength(1);
    expect(parse([good, match]).problems[0]).toMatchObject({ file: '2025-26/en.1.json', match: expect.stringContaining('match 2') });
  });

  it.each(['{', '[]', '{"name": 1}', '{"name": "No year", "matches": []}'])('is reported as unreadable for %s', (text) => {
    const { matches, problems } = parseOpenFootball({ file: 'x.json', text });
    expect(matches).toEqual([]);
    expect(problems).toHaveLength(1);
  });

  it('has the season of its folder if its name has none', () => {
    expect(parse([good], '2025-26/en.1.json', 'League')).toMatchObject({ league: 'League', season: '2025/26', problems: [] });
  });
});

const collection = '../shared/data/openfootball/football.json';
describe.skipIf(!existsSync(collection))(`the files in ${collection} (skipped where absent)`, () => {
  const files = existsSync(collection)
    ? readdirSync(collection, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'))
    : [];

  it('are read except for reported problems', () => {
    const parsed = files.map((file) => parseOpenFootball({ file, text: readFileSync(join(collection, file), 'utf8') }));
    const wrong = Object.fromEntries(parsed.filter((one) => one.problems.length > 0).map((one) => [one.file, one.problems.length]));
    expect(wrong).toEqual({ '2024-25/au.1.json': 1, '2024-25/uefa.cl.json': 2, '2025-26/en.3.json': 276, '2025-26/en.4.json': 12 });
    for (const one of parsed) {
      const ids = toUpdates(one, NOW).flatMap((update) => (update.kind === 'fixture' ? [update.id] : []));
      expect(new Set(ids).size).toBe(one.matches.length);
    }
  });
});
