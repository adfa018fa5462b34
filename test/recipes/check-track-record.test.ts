import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useOpenSite } from '#test/support/open-site.ts';
import { runRecipe } from '#test/support/run-recipe.ts';

const site = useOpenSite();

const check = (sport = 'football') => {
  // Replies are kept for five seconds.
  site.current.test.clock.advance(6_000);
  return runRecipe('check-track-record.mjs', [site.current.url, sport], { env: { CHECK_ATTEMPTS: '1' } });
};

it('finds the published track record right, from the exports alone', async () => {
  const { code, output } = await check();
  expect(output).toContain('The track record is right.');
  // Worked out by hand: (0.25 + 0.0529) / 2, and (0.1444 + 0.1089) / 2.
  expect(output).toContain(`recomputed   2 forecasts, RPS ${(0.15145 + 0.12665) / 2}`.slice(0, 44));
  expect(output).toContain('beside the crowd: crowd: agrees');
  expect(code).toBe(0);
});

/** Changes a stored number for one check. */
async function forged(table: 'forecast_scores' | 'matches', column: string, value: number, matchId: number): Promise<string> {
  const { db } = site.current.test.deps;
  const set = (to: unknown) =>
    sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to} where ${sql.ref(table === 'matches' ? 'id' : 'match_id')} = ${matchId}`;
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.ref(column)} as was from ${sql.table(table)} where ${sql.ref(table === 'matches' ? 'id' : 'match_id')} = ${matchId}`.execute(
    db,
  );
  await set(value).execute(db);
  const { code, output } = await check();
  await set(rows[0]!.was).execute(db);
  expect(code, output).toBe(1);
  expect(output).toContain('THE TRACK RECORD IS WRONG.');
  return output;
}

it('finds a forged number, whose mean is forged with it', async () => {
  const { won } = site.current.world.matches;
  const output = await forged('forecast_scores', 'rps', 0.05, won);
  expect(output).toContain(`match ${won}: model rps is 0.05, by the formula 0.151`);
  expect(output).toContain('all forecasts: DIFFERS in rps');
  expect(await forged('forecast_scores', 'market_log_loss', 0.9, won)).toContain('beside the market: market: DIFFERS in log_loss');
});

it('finds a difference above a billionth', async () => {
  const { won } = site.current.world.matches;
  expect(await forged('forecast_scores', 'rps', 0.151_450_003, won)).toContain(`match ${won}: model rps`);
});

it('finds a forecast that was left out', async () => {
  const { db } = site.current.test.deps;
  const { level } = site.current.world.matches;
  const row = await db.deleteFrom('forecast_scores').where('match_id', '=', level).returningAll().executeTakeFirstOrThrow();
  const { code, output } = await check();
  await db.insertInto('forecast_scores').values(row).execute();
  expect([code, output.includes(`match ${level}: its forecast was left out`)]).toEqual([1, true]);
});

it('finds a forecast that was made after the match began', async () => {
  const { db } = site.current.test.deps;
  const { level } = site.current.world.matches;
  const beganAt = (at: Date | null) => db.updateTable('matches').set({ started_at: at }).where('id', '=', level).execute();
  // The forecast cannot be changed any more; so the match is told to have begun earlier.
  await beganAt(new Date('2026-11-18T17:00:00.000Z'));
  const { code, output } = await check();
  await beganAt(null);
  expect([code, output.includes(`match ${level}: forecast at 2026-11-18T17:29:00.000Z, after it began`)]).toEqual([1, true]);
});

it('agrees where nothing was forecast, and says when a site cannot be read', async () => {
  expect(await check('tennis')).toMatchObject({ code: 0 });
  const { code, output } = await runRecipe('check-track-record.mjs', ['http://127.0.0.1:1']);
  expect([code, output]).toEqual([2, expect.stringContaining('The site cannot be read')]);
});
