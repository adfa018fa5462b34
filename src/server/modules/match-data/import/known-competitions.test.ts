import { describe, expect, it } from 'vitest';
import { isNeutralGround, nationsGroup, tierOf } from './known-competitions.ts';

describe('competitions of national teams', () => {
  it.each([
    'World Cup',
    'FIFA World Cup',
    'World Cup - Qualification Europe',
    'Euro Championship',
    'Euro Championship - Qualification',
    'UEFA Nations League',
    'CONCACAF Nations League',
    'Africa Cup of Nations',
    'Africa Cup of Nations - Qualification',
    'Copa América',
    'Asian Cup',
    'CONCACAF Gold Cup',
    'Friendlies',
  ])('%s', (name) => expect(nationsGroup(name, null)).toBe('nations'));

  it.each(['World Cup - Women', "Women's World Cup", 'Friendlies Women'])('%s is of women', (name) =>
    expect(nationsGroup(name, null)).toBe('nations-women'),
  );

  it.each([
    'FIFA Club World Cup',
    'Friendlies Clubs',
    'UEFA Champions League',
    'World Cup - U20',
    'UEFA U21 Championship',
    'Euroleague',
    '',
  ])('not %s', (name) => expect(nationsGroup(name, null)).toBeUndefined());

  it('never one of a country', () => expect(nationsGroup('World Cup', 'gb-eng')).toBeUndefined());
});

describe('neutral ground', () => {
  const at = (league: string, home: string, season = '2026', round = 'Group A', countryCode: string | null = null) =>
    isNeutralGround({ league, countryCode, season, round, home });

  it('is where no side of a final tournament is the host', () => {
    expect(at('World Cup', 'Brazil')).toBe(true);
    expect(at('World Cup', 'Mexico')).toBe(false);
    expect(at('FIFA World Cup', 'USA')).toBe(false);
    expect(at('World Cup', 'Mexico', '2022')).toBe(true);
    expect(at('European Championship', 'Germany', '2024')).toBe(false);
    expect(at('Africa Cup of Nations', 'Morocco', '2031')).toBe(true);
  });

  it('is not known of qualifiers and leagues', () => {
    expect(at('World Cup - Qualification Europe', 'Brazil')).toBeUndefined();
    expect(at('Friendlies', 'Brazil')).toBeUndefined();
    expect(at('Premier League', 'Chelsea', '2025/26', 'Final', 'gb-eng')).toBeUndefined();
  });

  it('is where cups have their finals, in the right country', () => {
    expect(at('UEFA Champions League', 'Arsenal', '2025/26', 'Final')).toBe(true);
    expect(at('UEFA Champions League', 'Arsenal', '2025/26', 'Semi-finals')).toBeUndefined();
    expect(at('FA Cup', 'Arsenal', '2025/26', 'Semi-finals', 'gb-eng')).toBe(true);
    expect(at('FA Cup', 'Shanghai', '2026', 'Final', 'cn')).toBeUndefined();
  });
});

it('tiers follow from the names that feeds use', () => {
  const english = ['English Premier League', 'Championship', 'EFL League One', 'League Two', 'National League'];
  expect(english.map((name) => tierOf(name, 'gb-eng'))).toEqual([0, 1, 2, 3, 4]);
  expect(['Bundesliga', '2. Bundesliga', '3. Liga'].map((name) => tierOf(name, 'de'))).toEqual([0, 1, 2]);
  expect(['La Liga', 'LaLiga 2', 'Segunda División'].map((name) => tierOf(name, 'es'))).toEqual([0, 1, 1]);
  expect(tierOf('FA Cup', 'gb-eng')).toBeNull();
  expect(tierOf('Premier League', 'xx')).toBeNull();
  expect(tierOf('Premier League', null)).toBeNull();
});
