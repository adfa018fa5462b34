import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CsvLine, type Fixture, meantFixture, readMembers, readTips } from './import-csv.ts';
import { readRules } from './import-rules.ts';
import { PRESETS, rulesFault } from './rules.ts';

/** Rows as a reader of CSV returns them. */
const lines = (...rows: readonly (readonly string[])[]): CsvLine[] => rows.map((cells, index) => ({ line: index + 1, cells }));
const faults = ({ faults: found }: { faults: readonly { line: number; fault: string }[] }) =>
  found.map(({ line, fault }) => `${line} ${fault}`);

describe('members', () => {
  it('are a column of names in any of four languages, or a bare list; addresses are not read', () => {
    for (const header of ['Name', 'Mitspieler', 'Thành viên', '成员', 'PLAYER']) {
      const { names } = readMembers(lines([header, 'E-Mail'], ['Ana', 'ana@example.com'], [' Onkel   Heinz ', '']));
      expect(names).toEqual([
        { line: 2, name: 'Ana' },
        { line: 3, name: 'Onkel Heinz' },
      ]);
    }
    expect(readMembers(lines(['Ana'], ['李雷'])).names.map(({ name }) => name)).toEqual(['Ana', '李雷']);
  });

  it('say by line what is wrong with a name: missing, too long, misleading, there before in other letters', () => {
    const read = readMembers(lines(['Name'], [''], ['x'.repeat(41)], ['Support team'], ['\u202Eevil'], ['Ana'], ['ＡＮＡ']));
    expect(faults(read)).toEqual(['2 no_name', '3 bad_name', '4 bad_name', '5 bad_name', '7 name_twice']);
    expect(read.names).toEqual([{ line: 6, name: 'Ana' }]);
    expect(faults(readMembers(lines(['Points', 'Place'], ['1', '2'])))).toEqual(['1 header']);
    expect(faults(readMembers(lines(['Name', 'Spieler'], ['1', '2'])))).toEqual(['1 column_twice']);
  });
});

describe('tips', () => {
  const german = ['Spieltag', 'Datum', 'Heim', 'Gast', 'Mitspieler', 'Tipp', 'Joker', 'Punkte'];

  it('are read with the headers and dates of other games', () => {
    const { tips, faults: none } = readTips(
      lines(
        german,
        ['1. Spieltag', 'Fr. 22.08.25 20:30', 'Bayern', 'Leipzig', 'Ana', '2:1', 'x', '4'],
        ['1', '', 'Köln', 'Mainz', 'Ana', '-:-', '', ''],
      ),
    );
    expect(none).toEqual([]);
    expect(tips).toEqual([
      {
        ...{ line: 2, member: 'Ana', home: 'Bayern', away: 'Leipzig', tip: [2, 1], isJoker: true },
        ...{ day: Date.UTC(2025, 7, 22), round: '1. Spieltag' },
      },
    ]);
  });

  it.each([
    ['2025-08-22', '2025-08-22'],
    ['2025年8月22日 20:30', '2025-08-22'],
    ['2025/8/22', '2025-08-22'],
    ['22/08/2025', '2025-08-22'],
    ['22-8-2025 18:00', '2025-08-22'],
    ['31.02.2025', null],
    ['08/22/2025', null],
    ['22.8.', null],
    ['soon', null],
    ['2025-08-222', null],
  ])('have the day %s as %s', (written, day) => {
    const { tips, ...read } = readTips(lines(['name', 'home', 'away', 'tip', 'date'], ['Ana', 'A', 'B', '1:0', written]));
    if (day === null) expect(faults(read)).toEqual(['2 bad_date']);
    else expect(new Date(tips[0]!.day!).toISOString().slice(0, 10)).toBe(day);
  });

  it('say by line what cannot be read', () => {
    const row = (member: string, home: string, tip: string, joker = '') => [member, home, 'B', tip, joker];
    const read = readTips(
      lines(
        ['名字', '主队', '客队', '竞猜', '加倍'],
        row('Ana', 'A', '２：１'),
        row('Ana', 'A', '2-0', '是'),
        row('Ana', 'A', 'two'),
        row('Ana', 'A', '21:0'),
        row('Ana', 'A', '02. Jan'),
        row('', 'A', '1:0'),
        row('Ana', ' ', '1:0'),
        row('Ana', 'A', '1:0', 'perhaps'),
      ),
    );
    expect(read.tips.map(({ tip, isJoker }) => [...tip, isJoker])).toEqual([
      [2, 1, false],
      [2, 0, true],
    ]);
    expect(faults(read)).toEqual(['4 bad_tip', '5 bad_tip', '6 bad_tip', '7 no_name', '8 no_team', '9 bad_joker']);
    expect(faults(readTips(lines(['name', 'home', 'tip'], ['Ana', 'A', '1:0'])))).toEqual(['1 header']);
  });

  it('never throw, whatever a file holds', () => {
    const cell = fc.oneof(fc.string(), fc.constantFrom('name', 'home', 'away', 'tip', 'date', '1:0', '2025-02-30'));
    fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 7 }), { maxLength: 6 }), (rows) => {
        const read = readTips(lines(...rows));
        expect(read.tips.length + read.faults.length).toBeLessThanOrEqual(rows.length);
        readMembers(lines(...rows));
        const { rules, faults: found } = readRules(lines(...rows), PRESETS.classic);
        expect(found.length > 0 || rulesFault(rules) === null).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});

describe('a match', () => {
  const at = (id: number, kickoff: string, round: string): Fixture => ({ id, kickoffAt: new Date(kickoff), round });
  const season = [at(1, '2025-08-22T23:30:00Z', 'Matchday 1'), at(2, '2026-01-10T18:00:00Z', 'Matchday 18')];
  const idOf = (tip: { day?: string; round?: string }, of = season) => {
    const found = meantFixture({ day: tip.day ? Date.parse(tip.day) : null, round: tip.round ?? '' }, of);
    return typeof found === 'string' ? found : found.id;
  };

  it('is the one of the day, in any time zone; without a day that of the round, or the only one', () => {
    expect(idOf({ day: '2025-08-22' })).toBe(1);
    expect(idOf({ day: '2025-08-23' })).toBe(1);
    expect(idOf({ day: '2025-08-25' })).toBe('no_match');
    expect(idOf({ round: '18. Spieltag' })).toBe(2);
    expect(idOf({ round: '第1轮' })).toBe(1);
    expect(idOf({}, [season[0]!])).toBe(1);
  });

  it('is never guessed', () => {
    expect(idOf({})).toBe('ambiguous_match');
    expect(idOf({ round: 'the first' })).toBe('no_match');
    expect(idOf({}, [])).toBe('no_match');
    expect(idOf({ day: '2025-08-22' }, [season[0]!, at(3, '2025-08-22T10:00:00Z', 'Matchday 1')])).toBe('ambiguous_match');
  });
});

describe('rules', () => {
  it('change those that are named, from a preset or from the rules of the group', () => {
    const { rules, faults: none } = readRules(
      lines(
        ['Regel', 'Wert'],
        ['Tendenz', '1'],
        ['Vorlage', 'classic'],
        ['Joker', '2'],
        ['Jokerfaktor', '3'],
        ['Tippschluss', 'Spieltag'],
        ['Standardtipp', '0:0'],
        ['Wertung', 'Nach Verlängerung'],
      ),
      PRESETS.simple,
    );
    expect(none).toEqual([]);
    expect(rules).toEqual({
      ...PRESETS.classic,
      points: { ...PRESETS.classic.points, tendency: 1 },
      jokers: { perRound: 2, factor: 3 },
      ...{ deadline: 'round', defaultTip: 'zero', basis: 'extra_time' },
    });
    expect(readRules(lines(['冷门加分', '2-6'], ['Hạn đoán', 'từng trận']), PRESETS.simple).rules).toMatchObject({
      quota: { least: 2, most: 6 },
      deadline: 'match',
    });
    expect(readRules([], PRESETS.quota)).toEqual({ rules: PRESETS.quota, faults: [] });
  });

  it('say by line what cannot be a rule, and as a whole that they contradict themselves', () => {
    const read = readRules(
      lines(['exact', '1'], ['exact', '2'], ['stake', '5'], ['difference', '-3'], ['deadline', 'never']),
      PRESETS.classic,
    );
    expect(faults(read)).toEqual(['0 contradiction', '2 rule_twice', '3 unknown_rule', '4 bad_value', '5 bad_value']);
  });
});
