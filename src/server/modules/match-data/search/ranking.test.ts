import { beforeAll, expect, it } from 'vitest';
import { type SearchHit, search } from '#contract/search.ts';
import type { FeedUpdate } from '#server/modules/match-data/import/feed.ts';
import { importUpdates } from '#server/modules/match-data/import/importer.ts';
import { KNOWN_CLUBS, KNOWN_COUNTRIES, KNOWN_LEAGUES, leagueNames, teamNames } from '#server/modules/match-data/import/team-names.ts';
import { callApp, useTestApp } from '#test/support/app.ts';
import { OTHERS, RANKING_QUERIES } from './ranking-queries.ts';

const test = useTestApp();

/** Minimum number of queries, and maximum share of ambiguous ones. */
const [QUERIES_MIN, DOUBTFUL_MAX] = [200, 0.05];

const queries = RANKING_QUERIES.trim()
  .split('\n')
  .map((line) => {
    const [typed, name, within = '1'] = line.split('|').map((part) => part.trim());
    return { typed: typed!, name: name!, within: Number(within) };
  });

/** Returns the updates of a file feed: usual names, with everything known about them. */
function catalogue(): FeedUpdate[] {
  const team = (name: string, countryCode: string | null): FeedUpdate => ({
    kind: 'team',
    id: `${countryCode} ${name}`,
    sport: 'football',
    name,
    countryCode,
    ...teamNames(name, countryCode),
  });
  const league = (name: string, countryCode: string | null): FeedUpdate => ({
    kind: 'league',
    id: `${countryCode} ${name}`,
    sport: 'football',
    name,
    names: leagueNames(name, countryCode) ?? {},
    countryCode,
    season: '2026/27',
    form: 'league',
    drawPossible: true,
  });
  return [
    ...[...KNOWN_CLUBS, ...KNOWN_COUNTRIES].map(({ told, countryCode }) => team(told[0]!, countryCode)),
    ...OTHERS.map((name) => team(name, 'xx')),
    ...KNOWN_LEAGUES.map(({ told, countryCode }) => league(told[0]!, countryCode)),
  ];
}

const updates = catalogue();
beforeAll(async () => {
  const { applied } = await importUpdates({ ...test.current.deps, log: { warn: () => {} } }, 'test', updates);
  expect(applied).toBe(updates.length);
});

const nameOf = (hit: SearchHit): string =>
  hit.kind === 'league' ? hit.league.name : hit.kind === 'team' ? hit.team.name : hit.player.name;

it('has at least 200 distinct queries for existing names, of which few are ambiguous', () => {
  const names = new Set(updates.map((update) => 'name' in update && update.name));
  expect(queries.filter(({ name }) => !names.has(name))).toEqual([]);
  expect(new Set(queries.map(({ typed }) => typed)).size).toBe(queries.length);
  expect(queries.length).toBeGreaterThanOrEqual(QUERIES_MIN);
  expect(updates.length).toBeGreaterThanOrEqual(250);
  expect(queries.filter(({ within }) => within > 1).length / queries.length).toBeLessThanOrEqual(DOUBTFUL_MAX);
});

it('ranks the intended team or league first', async () => {
  const missed: string[] = [];
  for (const { typed, name, within } of queries) {
    const { reply } = await callApp(test.current.app, search, { q: typed });
    const found = reply.items.map(nameOf);
    if (!found.slice(0, within).includes(name)) missed.push(`${typed} means ${name}, but was answered ${found.join(', ') || 'nothing'}`);
  }
  const met = queries.length - missed.length;
  console.info(`search: ${met} of ${queries.length} queries (${((100 * met) / queries.length).toFixed(1)}%) over ${updates.length} names`);
  expect(missed).toEqual([]);
});
