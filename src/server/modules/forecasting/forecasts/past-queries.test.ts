import { expect, it } from 'vitest';
import { useTestApp } from '#test/support/app.ts';
import { createLeague, createTeam } from '#test/support/factories.ts';
import { readCatalogue } from './past-queries.ts';

const test = useTestApp({ FEED: 'none' });
const SEASON = '2026/27';
const ZONES = [
  { from: 1, to: 1, kind: 'champion' as const },
  { from: 13, to: 14, kind: 'relegation' as const },
];

it('the catalogue knows the format of a season from the rules of its league, with points deducted by team', async () => {
  const { db } = test.current.deps;
  const team = await createTeam(db, 'Dunmore');
  const rules = { meetings: 2, zones: ZONES, deductions: { [SEASON]: { Dunmore: 9, 'Nobody of this name': 3 } } };
  const league = await createLeague(db, { rules });
  const cup = await createLeague(db, { form: 'cup', rules });
  const basketball = await createLeague(db, { sport: 'basketball', rules });
  const unclear = await createLeague(db, { rules: { zones: ZONES } });
  const { formatOf } = await readCatalogue(db);
  expect(formatOf(league, SEASON)).toEqual({
    meetings: 2,
    points: { win: 3, draw: 1 },
    lines: [
      { after: 1, isSurvival: false },
      { after: 12, isSurvival: true },
    ],
    split: null,
    deducted: { [String(team)]: 9 },
  });
  expect(formatOf(league, '2027/28')!.deducted).toEqual({});
  for (const id of [cup, basketball, unclear, 2_000_000_000]) expect(formatOf(id, SEASON)).toBeNull();
});
