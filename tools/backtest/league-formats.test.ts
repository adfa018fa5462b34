import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatOf } from './league-formats.ts';

const FOLDER = '../shared/data/football-data';
const DIVISIONS = 'E0 E1 E2 E3 EC SC0 SC1 SC2 SC3 D1 D2 I1 I2 SP1 SP2 F1 F2 N1 B1 P1 T1 G1'.split(' ');
const SEASONS = Array.from({ length: 11 }, (_, i) => 2012 + i);

describe('the formats of the divisions', () => {
  it('have lines from the top and from the bottom that do not meet', () => {
    for (const division of DIVISIONS)
      for (const season of SEASONS) {
        const { lines, meetings } = formatOf(division, season)!;
        expect(lines.length).toBeGreaterThan(0);
        expect(new Set(lines.map(({ after }) => after)).size).toBe(lines.length);
        for (const { after, isSurvival } of lines) expect(isSurvival ? -after : after).toBeGreaterThan(0);
        const [best, least] = [Math.max(...lines.map(({ after }) => after)), Math.max(0, ...lines.map(({ after }) => -after))];
        expect(best + least).toBeLessThan(meetings > 2 ? 10 : 16);
      }
  });

  it('are unknown for other divisions and earlier seasons', () => {
    expect(formatOf('X9', 2020)).toBeNull();
    expect(formatOf('E0', 2011)).toBeNull();
  });
});

/** Seasons that were not played to their end, or that lack a match in the files. */
const INCOMPLETE = new Set(
  'B1 2019,E2 2019,E3 2019,EC 2019,EC 2020,F1 2019,F2 2019,N1 2019,SC0 2019,SC1 2019,SC2 2019,SC3 2019,G1 2014,G1 2018'.split(','),
);

it.skipIf(!existsSync(FOLDER))('the files have as many matches as the formats say', () => {
  const rows = readdirSync(FOLDER)
    .filter((file) => DIVISIONS.includes(file.replace('.csv', '')))
    .flatMap((file) => readFileSync(join(FOLDER, file), 'utf8').trim().split('\n').slice(1));
  const matches = rows.map((row) => row.split(',')).map(([division = '', season = '', , , home = '']) => ({ division, season, home }));
  const seasons = new Map<string, typeof matches>();
  for (const match of matches) {
    const name = `${match.division} ${match.season.slice(0, 4)}`;
    seasons.set(name, [...(seasons.get(name) ?? []), match]);
  }
  expect(seasons.size).toBe(DIVISIONS.length * SEASONS.length);
  const differing = [...seasons].filter(([, played]) => {
    const { division, season } = played[0]!;
    const { meetings, split } = formatOf(division, Number(season.slice(0, 4)))!;
    const teams = new Set(played.map(({ home }) => home)).size;
    const later = split === null ? 0 : split.best * split.rounds[0] + (teams - split.best) * split.rounds[1];
    return played.length !== (teams * (teams - 1) * meetings + later) / 2;
  });
  expect(new Set(differing.map(([name]) => name))).toEqual(INCOMPLETE);
});
