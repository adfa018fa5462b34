import { beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#domain/time.ts';
import { type FeedUpdate, importUpdates } from '#server/modules/match-data/public.ts';
import { useTestApp } from '#test/support/app.ts';
import { createLearner, type Learner } from './learner.ts';
import { findComing, findPast, readCatalogue } from './past-queries.ts';

const test = useTestApp({ FEED: 'none' });
const TIERS = ['Premier League', 'Championship', 'League One'];
const SIDES = ['a', 'b', 'c', 'd'];
const ids = new Map<string, number>();
let learner: Learner;

/** Imports three divisions of England with the same results, qualifiers between nations, and what is to come. */
beforeAll(async () => {
  const { deps, clock } = test.current;
  const at = (days: number) => new Date(clock.now().getTime() + days * DAY_MS);
  const updates: FeedUpdate[] = [
    ...TIERS.map((name) => league(name, 'gb-eng', 'league')),
    league('FA Cup', 'gb-eng', 'cup'),
    league('World Cup', null, 'cup', 'nations'),
    league('World Cup - Qualification Europe', null, 'cup', 'nations'),
    league('Friendlies', null, 'cup', 'nations'),
    ...[...TIERS.flatMap((tier) => SIDES.map((side) => `${tier} ${side}`)), 'Norway', 'Italy', 'Malta'].map(team),
  ];
  const play = (name: string, home: string, away: string, [h, a]: [number, number], days: number) => {
    const id = `${name}: ${home} - ${away}, ${days}`;
    updates.push(fixture(id, name, home, away, at(days)), {
      ...{ kind: 'status', matchId: id, status: 'ft', minute: null, stoppage: null, period: null, seenAt: at(days) },
      score: { home: h, away: a, halftime: null, fulltime: [h, a], extratime: null, penalty: null },
    });
  };
  for (const tier of TIERS)
    for (const [h, home] of SIDES.entries())
      for (const [a, away] of SIDES.entries())
        if (h !== a) play(tier, `${tier} ${home}`, `${tier} ${away}`, h < a ? [2, 0] : [1, 1], -60 + 4 * h + a);
  for (let round = 0; round < 6; round++) {
    play('World Cup - Qualification Europe', 'Norway', 'Malta', [3, 0], -90 + 10 * round);
    play('World Cup - Qualification Europe', 'Malta', 'Italy', [0, 3], -85 + 10 * round);
  }
  let days = 0;
  const coming = (id: string, name: string, home: string, away: string, neutral?: boolean) =>
    updates.push({ ...fixture(id, name, home, away, at(++days)), ...(neutral !== undefined && { neutral }) });
  coming('there', 'World Cup', 'Norway', 'Italy', true);
  coming('home', 'World Cup - Qualification Europe', 'Norway', 'Italy');
  coming('friendly', 'Friendlies', 'Norway', 'Malta');
  coming('serious', 'World Cup - Qualification Europe', 'Norway', 'Malta');
  coming('cup', 'FA Cup', 'League One b', 'Premier League b');
  coming('level', 'FA Cup', 'Premier League a', 'Premier League b');
  coming('final', 'FA Cup', 'Premier League c', 'Premier League d', true);
  const { refused } = await importUpdates(deps, 'test', updates);
  expect(refused).toEqual([]);
  for (const { feed_id, id } of await deps.db.selectFrom('feed_ids').select(['feed_id', 'id']).where('kind', '=', 'match').execute())
    ids.set(feed_id, id);
  const today = Math.floor(clock.now().getTime() / DAY_MS);
  learner = createLearner(await readCatalogue(deps.db), await findPast(deps.db, null), today + 1);
});

const league = (name: string, countryCode: string | null, form: 'league' | 'cup', ratingGroup?: string): FeedUpdate => ({
  ...{ kind: 'league', id: name, sport: 'football', name, countryCode, season: '2026/27', form, drawPossible: true },
  ...(ratingGroup !== undefined && { ratingGroup }),
});
const team = (id: string): FeedUpdate => ({ kind: 'team', id, sport: 'football', name: id, countryCode: null });
const fixture = (id: string, leagueId: string, homeTeamId: string, awayTeamId: string, kickoffAt: Date) => ({
  ...{ kind: 'fixture' as const, id, leagueId, season: '2026/27', round: 'Round 1', homeTeamId, awayTeamId, kickoffAt },
});

async function forecastOf(id: string, change = {}) {
  const [match] = await findComing(test.current.deps.db, [ids.get(id)!]);
  return learner.forecast({ ...match!, ...change })!;
}

describe('forecasts of national teams', () => {
  it('have no home advantage in a match that the feed calls neutral, whichever side is named first', async () => {
    const [there, home] = [await forecastOf('there'), await forecastOf('home')];
    expect(there.outcomes.home).toBeLessThan(home.outcomes.home - 0.03);
    const [match] = await findComing(test.current.deps.db, [ids.get('there')!]);
    const back = learner.forecast({ ...match!, homeId: match!.awayId, awayId: match!.homeId })!;
    expect(back.outcomes.away).toBeCloseTo(there.outcomes.home, 9);
    expect(there.football!.leading.parts.advantage).toBe(0);
  });

  it('use the results of every competition of nations, and expect less of a difference in friendlies', async () => {
    const [friendly, serious] = [await forecastOf('friendly'), await forecastOf('serious')];
    expect(serious.outcomes.home).toBeGreaterThan(0.7);
    expect(friendly.outcomes.home).toBeLessThan(serious.outcomes.home - 0.01);
    expect(serious.past_matches).toEqual({ fewest: 6, most: 12 });
  });

  it('do not know teams of the other group', async () => {
    const terms = { ...(await findComing(test.current.deps.db, [ids.get('there')!]))[0]!.terms, ratingGroup: 'nations-women' };
    expect(await forecastOf('there', { terms })).toBeNull();
  });
});

describe('forecasts of cups', () => {
  it('link the divisions of a country: the visitor from two tiers above is the favourite', async () => {
    const [cup, level] = [await forecastOf('cup'), await forecastOf('level')];
    expect(cup.outcomes.away).toBeGreaterThan(cup.outcomes.home + 0.1);
    expect(level.outcomes.home).toBeGreaterThan(level.outcomes.away);
  });

  it('have no home advantage in a final on neutral ground', async () => {
    const there = await forecastOf('final');
    const home = await forecastOf('final', {
      terms: { ...(await findComing(test.current.deps.db, [ids.get('final')!]))[0]!.terms, neutral: false },
    });
    expect(there.outcomes.home).toBeLessThan(home.outcomes.home - 0.03);
  });
});

it('a fixture that says nothing of its ground keeps what was told before', async () => {
  const { deps, clock } = test.current;
  const row = () =>
    deps.db.selectFrom('matches').select(['is_neutral', 'round']).where('id', '=', ids.get('there')!).executeTakeFirstOrThrow();
  const again = fixture('there', 'World Cup', 'Norway', 'Italy', new Date(clock.now().getTime() + DAY_MS));
  await importUpdates(deps, 'test', [{ ...again, round: 'Final' }]);
  expect(await row()).toEqual({ is_neutral: true, round: 'Final' });
  const { changes } = await importUpdates(deps, 'test', [{ ...again, round: 'Final', neutral: false }]);
  expect(changes).toHaveLength(1);
  expect((await row()).is_neutral).toBe(false);
});
