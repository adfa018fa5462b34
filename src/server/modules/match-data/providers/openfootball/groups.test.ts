import { describe, expect, it } from 'vitest';
import { knownRules } from '#server/modules/match-data/import/league-rules.ts';
import { parseOpenFootball } from './parse.ts';
import { placingIn, wholeNames } from './to-updates.ts';

const match = { date: '2025-08-15', team1: 'Reds', team2: 'Blues' };
const placings = (countryCode: string | null, ...named: { round: string; stage?: string; group?: string }[]) => {
  const matches = named.map((names, i) => ({ ...match, ...names, team1: `Reds ${i}` }));
  const parsed = parseOpenFootball({ file: '2025-26/x.json', text: JSON.stringify({ name: 'League 2025/26', matches }) });
  return parsed.matches.map(placingIn(parsed, countryCode));
};

describe('a round of an openfootball file', () => {
  it('belongs to the given group and is not named after it', () => {
    expect(placings(null, { round: 'Matchday 1', group: 'Group A' }, { round: 'Final' })).toEqual([
      { round: 'Matchday 1', group: 'Group A' },
      { round: 'Final' },
    ]);
  });

  it('may be the group itself (Club World Cup 2025)', () => {
    expect(placings(null, { round: 'Group H' }, { round: 'Round of 16' })).toEqual([
      { round: 'Group H', group: 'Group H' },
      { round: 'Round of 16' },
    ]);
  });

  it('counts for the table of a league if it belongs to the regular season, in any spelling', () => {
    const regular = { round: 'Matchday 1', group: 'Regular season' };
    expect(placings('gb-eng', { round: 'Regular, Matchday 1' }, { round: 'Finals, Final' })).toEqual([regular, { round: 'Finals, Final' }]);
    expect(placings('gb-eng', { stage: 'Regular', round: 'Matchday 1' }, { stage: 'Finals', round: 'Final' })).toEqual([
      regular,
      { round: 'Finals, Final' },
    ]);
    expect(placings('at', { round: 'Matchday 1' }, { round: 'Championship, Matchday 23' })).toEqual([
      regular,
      { round: 'Championship, Matchday 23' },
    ]);
  });

  it('counts for the table of half a season, and for the whole season if points are carried over', () => {
    expect(placings('mx', { round: 'Apertura, Matchday 1' }, { round: 'Clausura Playoffs, Final' })).toEqual([
      { round: 'Apertura, Matchday 1', group: 'Apertura' },
      { round: 'Clausura Playoffs, Final' },
    ]);
    expect(placings('gb-sct', { round: 'Matchday 33' }, { round: 'Championship, Matchday 34' })).toEqual([
      { round: 'Matchday 33' },
      { round: 'Championship, Matchday 34' },
    ]);
  });

  it('belongs to the league phase of a cup, and to no table without a group', () => {
    expect(placings(null, { round: 'League, Matchday 8' }, { round: 'Playoffs, Matchday 1' }, { round: 'Group, Matchday 1' })).toEqual([
      { round: 'Matchday 8', group: 'League phase' },
      { round: 'Playoffs, Matchday 1' },
      { round: 'Group, Matchday 1' },
    ]);
  });

  it('belongs to no group in a league without stages', () => {
    expect(placings('es', { round: 'Matchday 1' })).toEqual([{ round: 'Matchday 1' }]);
  });
});

it('uses a player’s whole name if only one player of the team has that last name', () => {
  const goals = (...names: string[]) => names.map((name) => ({ name, minute: 1 }));
  const { matches } = parseOpenFootball({
    file: 'x.json',
    text: JSON.stringify({
      name: 'World Cup 2025',
      matches: [
        {
          ...match,
          round: 'Final',
          goals1: goals('Kylian Mbappé', 'Gerd Müller', 'Thomas Müller', 'Ronaldo'),
          goals2: goals('Dos Santos'),
        },
      ],
    }),
  });
  const nameOf = wholeNames(matches);
  expect(['Mbappé', 'Müller', 'Ronaldo', 'aldo', ' Kylian Mbappé '].map((name) => nameOf('Reds', name))).toEqual([
    'Kylian Mbappé',
    'Müller',
    'Ronaldo',
    'aldo',
    'Kylian Mbappé',
  ]);
  expect(nameOf('Blues', 'Mbappé')).toBe('Mbappé');
});

describe('the rules of known leagues', () => {
  it('are found by country, name and season', () => {
    expect(knownRules('English Premier League', 'gb-eng', '2025/26')?.zones[0]).toEqual({ from: 1, to: 4, kind: 'champions_league' });
    expect(knownRules('Egypt Premier League', 'eg', '2025/26')).toBeUndefined();
    expect(knownRules('Spain Segunda División', 'es', '2025/26')).toBeUndefined();
    expect(knownRules('Deutsche 2. Bundesliga', 'de', '2025/26')?.zones[0]?.kind).toBe('promotion');
    expect(knownRules('World Cup', null, '2026')?.tieBreakers[0]).toBe('head_to_head_points');
    expect(knownRules('World Cup', null, '2022')).toMatchObject({ points: { win: 3 }, tieBreakers: expect.arrayContaining(['goals_for']) });
    expect(knownRules('World Cup', null, '1990')?.points.win).toBe(2);
    expect(knownRules('World Cup Qualifying', null, '2026')).toBeUndefined();
    expect(knownRules('UEFA Champions League', null, '2023/24')?.zones[1]?.kind).toBe('europa_league');
  });
});
