import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namedIn } from './player-names.ts';
import { type LineupPlayer, probableLineup, type SquadPlayer, squadLineup, type TeamLineup } from './probable-lineup.ts';

const LINES = ['DEF', 'MID', 'FWD'] as const;

/** A line-up with the given player names in each row: "Gil | Ann Bea Cat Dot | ..." */
function lineup(formation: string, rows: string, coach: string | null = null): TeamLineup {
  const names = rows.split('|').map((row) => row.trim().split(' '));
  const players = names.flatMap((row, index) =>
    row.map((name, column): LineupPlayer => {
      const position = index === 0 ? 'GK' : index === 1 ? 'DEF' : index === names.length - 1 ? 'FWD' : 'MID';
      return { name, number: name.charCodeAt(0), position, grid: `${index + 1}:${column + 1}`, starter: true };
    }),
  );
  return { formation, coach, players };
}

const usual = lineup('4-4-2', 'Gil | Ann Bea Cat Dot | Eve Fay Hal Ida | Jon Kim', 'Max');
const rowsIn = ({ players }: TeamLineup) => {
  const rowOf = ({ grid }: LineupPlayer) => grid!.split(':')[0];
  return [...new Set(players.map(rowOf))].map((row) => players.filter((one) => rowOf(one) === row).map(({ name }) => name));
};

describe('a probable line-up', () => {
  it('is the last one if only one is known', () => {
    expect(probableLineup([usual])).toEqual(usual);
  });

  it('takes the formation and the players used most, the latest counting most', () => {
    const other = lineup('4-3-3', 'Lea | Ann Bea Cat Dot | Eve Fay Hal | Jon Kim Ned', 'Old');
    expect(probableLineup([other, usual, usual])).toMatchObject({ formation: '4-4-2', coach: 'Old' });
    expect(rowsIn(probableLineup([other, usual, usual])!)[0]).toEqual(['Gil']);
    expect(probableLineup([usual, other])!.formation).toBe('4-4-2');
    expect(rowsIn(probableLineup([other, usual])!)).toEqual([
      ['Lea'],
      ['Ann', 'Bea', 'Cat', 'Dot'],
      ['Eve', 'Fay', 'Hal'],
      ['Jon', 'Kim', 'Ned'],
    ]);
  });

  it('keeps midfielders in their row, and all players on their side of the pitch', () => {
    const deep = lineup('4-2-3-1', 'Gil | Ann Bea Cat Dot | Eve Fay | Hal Ida Jon | Kim');
    const mirrored = { ...deep, players: deep.players.toReversed() };
    expect(probableLineup([mirrored, deep])).toEqual({ ...deep, coach: null });
  });

  it('leaves out absent players, and fills gaps from the bench', () => {
    const bench: LineupPlayer[] = [
      { name: 'Oda', number: 1, position: 'MID', grid: null, starter: false },
      { name: 'Pam', number: 2, position: 'DEF', grid: null, starter: false },
    ];
    const eleven = probableLineup([{ ...usual, players: [...usual.players, ...bench] }], new Set(['Bea']))!;
    expect(rowsIn(eleven)[1]).toContain('Pam');
    expect(eleven.players.map(({ name }) => name)).not.toContain('Bea');
    expect(probableLineup([usual], new Set(['Bea']))).toBeNull();
    expect(probableLineup([usual], new Set(['Gil']))).toBeNull();
  });

  it('takes the last known number, and ignores invalid formations', () => {
    const [first, ...rest] = usual.players;
    const renumbered = { ...usual, formation: '4-4-3', players: [{ ...first!, number: null }, ...rest] };
    const older = { ...usual, formation: null, players: [{ ...first!, number: 31 }, ...rest] };
    const eleven = probableLineup([renumbered, older])!;
    expect([eleven.formation, eleven.players[0]]).toEqual(['4-3-3', { ...first, number: 31 }]);
  });

  it('is null without data', () => {
    expect(probableLineup([])).toBeNull();
    expect(probableLineup([{ formation: '4-4-2', coach: 'Max', players: [] }])).toBeNull();
  });
});

describe('a line-up from a squad', () => {
  const squad = (positions: string): SquadPlayer[] =>
    positions
      .split(' ')
      .map((position, index) => ({ name: `P${index}`, number: index + 1, position: position as SquadPlayer['position'] }));

  it('has the lowest numbers of each line', () => {
    const eleven = squadLineup(squad('GK DEF DEF DEF DEF DEF MID MID MID MID FWD FWD FWD FWD GK'), 'Max')!;
    expect(eleven).toMatchObject({ formation: '4-3-3', coach: 'Max' });
    expect(eleven.players.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 7, 8, 9, 11, 12, 13]);
  });

  it('fills gaps from other lines, but never with a second goalkeeper', () => {
    expect(squadLineup(squad('GK MID MID MID MID MID MID OTH OTH OTH OTH'), null)!.players).toHaveLength(11);
    expect(squadLineup(squad('GK GK MID MID MID MID MID MID OTH OTH OTH'), null)).toBeNull();
    expect(squadLineup(squad('DEF DEF MID MID MID MID MID MID OTH OTH OTH'), null)).toBeNull();
    expect(squadLineup([], null)).toBeNull();
  });
});

describe('for any input', () => {
  const player = fc.record({
    name: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWX'),
    number: fc.option(fc.integer({ min: 0, max: 99 })),
    position: fc.constantFrom<LineupPlayer['position'][]>('GK', 'DEF', 'MID', 'FWD', 'OTH'),
    grid: fc.option(fc.oneof(fc.string(), fc.constantFrom('1:1', '2:4', '3:3', '5:1', '0:0', '9:9'))),
    starter: fc.boolean(),
  });
  const told = fc.record({
    formation: fc.option(fc.oneof(fc.string(), fc.constantFrom('4-3-3', '4-2-3-1', '5-4-1', '3-4-1-2', '4-4-3', '5-5', '1-1-1-1-6'))),
    coach: fc.option(fc.string()),
    players: fc.oneof(fc.array(player, { maxLength: 30 }), fc.array(player, { minLength: 16, maxLength: 30 })),
  });

  const expectEleven = ({ formation, players }: TeamLineup) => {
    const rows = formation!.split('-').map(Number);
    expect(players).toHaveLength(11);
    expect(new Set(players.map(({ name }) => name)).size).toBe(11);
    expect(players.every(({ starter }) => starter)).toBe(true);
    const grid = rows.flatMap((size, row) => Array.from({ length: size }, (_, column) => `${row + 2}:${column + 1}`));
    expect(players.map((one) => one.grid)).toEqual(['1:1', ...grid]);
    const lines = rows.flatMap((size, row) => Array<string>(size).fill(LINES[row === 0 ? 0 : row === rows.length - 1 ? 2 : 1]));
    expect(players.map(({ position }) => position)).toEqual(['GK', ...lines]);
  };

  it('a probable line-up is eleven people in its formation, one of them the goalkeeper, or null', () => {
    let elevens = 0;
    fc.assert(
      fc.property(fc.array(told, { maxLength: 5 }), fc.uniqueArray(fc.constantFrom(...'ABCX')), (history, absent) => {
        const eleven = probableLineup(history, new Set(absent));
        if (eleven === null) return;
        elevens++;
        expectEleven(eleven);
        expect(eleven.players.some(({ name }) => absent.includes(name))).toBe(false);
      }),
    );
    expect(elevens).toBeGreaterThan(20);
  });

  it('so is one from a squad', () => {
    let elevens = 0;
    fc.assert(
      fc.property(fc.oneof(fc.array(player, { maxLength: 60 }), fc.array(player, { minLength: 20, maxLength: 60 })), (squad) => {
        const eleven = squadLineup(squad, null);
        if (eleven === null) return;
        elevens++;
        expectEleven(eleven);
      }),
    );
    expect(elevens).toBeGreaterThan(20);
  });
});

describe('players named in another list', () => {
  const players = ['Tim Kleindienst', 'Luis Díaz', 'L. Netz', 'Jan Urbich', 'Jonas Urbich'];
  it.each([
    ['Tim Kleindienst', ['Tim Kleindienst']],
    ['T. Kleindienst', ['Tim Kleindienst']],
    ['LUIS DIAZ', ['Luis Díaz']],
    ['Luca Netz', ['L. Netz']],
    ['J. Urbich', []],
    ['Tom Kleindienst', []],
    ['Kleindienst', []],
  ])('%s is %j', (name, found) => {
    expect([...namedIn(players, [name])]).toEqual(found);
  });
});
