import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { acceptQuarantined, dropQuarantined, listQuarantine } from '#contract/contest-admin.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { MatchScore } from '#domain/matches/score.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { advanceDueContests } from '#server/modules/betting/contests/service.ts';
import { healthProblems } from '#server/modules/console/health/service.ts';
import type { FeedUpdate, FixtureUpdate, StatusUpdate } from '#server/modules/match-data/import/feed.ts';
import { importUpdates } from '#server/modules/match-data/import/importer.ts';
import { wiring } from '#server/wiring.ts';
import { createAdmin } from '#test/support/admins.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';

const test = useTestApp({ FEED: 'none' });
const NOW = Date.parse(TEST_NOW);

const tell = async (...updates: FeedUpdate[]) => {
  const { deps } = test.current;
  const { changes, refused } = await importUpdates(deps, 'test', updates);
  await wiring.onMatchesImported(deps, changes);
  return refused.map(({ reason }) => reason);
};
const fixture = (id: string, change: Partial<FixtureUpdate> = {}): FixtureUpdate => ({
  ...{ kind: 'fixture', id, leagueId: 'l', season: '2026/27', round: 'Round 1', homeTeamId: `h${id}`, awayTeamId: `a${id}` },
  kickoffAt: new Date(NOW + 60 * MINUTE_MS),
  ...change,
});
const status = (matchId: string, code: StatusUpdate['status'], score: [number, number] | null, minutes: number): StatusUpdate => ({
  ...{ kind: 'status', matchId, status: code, minute: null, stoppage: null, period: null, seenAt: new Date(NOW + minutes * MINUTE_MS) },
  score: scoreOf(score),
});
const scoreOf = (score: [number, number] | null): MatchScore => ({
  ...{ home: score?.[0] ?? null, away: score?.[1] ?? null, halftime: null, fulltime: null, extratime: null, penalty: null },
});

beforeAll(() =>
  tell({
    ...{ kind: 'league', id: 'l', sport: 'football', name: 'League', countryCode: null },
    ...{ season: '2026/27', form: 'league', drawPossible: true },
  }),
);

/** Imports a match that kicks off in an hour; the clock is at the start. */
async function told(): Promise<string> {
  test.current.clock.set(TEST_NOW);
  const id = randomUUID();
  for (const side of ['h', 'a'])
    await tell({ kind: 'team', id: side + id, sport: 'football', name: `Team ${side}${id}`, countryCode: null });
  expect(await tell(fixture(id))).toEqual([]);
  return id;
}

/** Imports a live match at 3:0, for which the feed has just sent 0:0. */
async function dropped(): Promise<string> {
  const id = await told();
  test.current.clock.set(new Date(NOW + 90 * MINUTE_MS));
  await tell(status(id, 'h1', [3, 0], 89));
  expect(await tell(status(id, 'h1', [0, 0], 90))).toEqual(['score_dropped']);
  return id;
}

const rowOf = (feedId: string) =>
  test.current.deps.db.selectFrom('quarantine').selectAll().where('feed_id', '=', feedId).executeTakeFirstOrThrow();
const matchOf = (feedId: string) =>
  test.current.deps.db
    .selectFrom('matches as m')
    .innerJoin('feed_ids as f', 'f.id', 'm.id')
    .selectAll('m')
    .where('f.feed_id', '=', feedId)
    .where('f.kind', '=', 'match')
    .executeTakeFirstOrThrow();
const list = async (input: InputOf<typeof listQuarantine> = {}) => {
  const { token } = await createAdmin(test.current, 'viewer');
  return (await callApp(test.current.app, listQuarantine, { page_size: 100, ...input }, { token })).reply;
};
const decide = async (feedId: string, deed: typeof acceptQuarantined | typeof dropQuarantined, reason = 'I saw it') => {
  const { token } = await createAdmin(test.current, 'support');
  const { id } = await rowOf(feedId);
  return callApp(test.current.app, deed as typeof acceptQuarantined, { id, reason }, { token });
};
const auditOf = async (feedId: string) =>
  test.current.deps.db
    .selectFrom('audit_log')
    .selectAll()
    .where('subject_kind', '=', 'quarantine')
    .where('subject_id', '=', String((await rowOf(feedId)).id))
    .execute();

describe('a refused update', () => {
  it('is listed with its match, filtered by feed and kind, the latest first', async () => {
    const id = await dropped();
    const { items, feeds, kinds } = await list({ feed: 'test', kind: 'status' });
    expect(items[0]).toMatchObject({ feed: 'test', kind: 'status', feed_id: id, reason: 'score_dropped', is_acceptable: true });
    expect(items[0]!.match).toMatchObject({ id: (await matchOf(id)).id, status: 'h1', score: [3, 0] });
    expect([feeds.includes('test'), kinds.includes('status')]).toEqual([true, true]);
    expect((await list({ feed: 'nobody' })).items).toEqual([]);
  });

  it('is applied when an admin accepts it: the change is published, and the audit log contains the fault', async () => {
    const id = await dropped();
    const published = test.current.published.length;
    expect((await decide(id, acceptQuarantined)).reply).toEqual({ changed: true });
    const match = await matchOf(id);
    expect([match.home_score, match.away_score]).toEqual([0, 0]);
    const topics = test.current.published.slice(published).map(({ topic, change }) => `${topic} ${change.t}`);
    expect(topics).toContain(`match:${match.id} match`);
    expect((await list()).items.find((item) => item.feed_id === id)).toBeUndefined();
    expect(await auditOf(id)).toMatchObject([
      { action: 'quarantine.accept', reason: 'I saw it', after: { fault: 'score_dropped', feed_id: id, decision: 'accepted' } },
    ]);
    expect(await tell(status(id, 'h1', [0, 1], 91))).toEqual([]);
  });

  it('settles contests only a minute after it was accepted', async () => {
    const id = await told();
    test.current.clock.set(new Date(NOW + 120 * MINUTE_MS));
    await tell(status(id, 'h1', [1, 0], 119));
    expect(await tell(status(id, 'ft', [1, 0], 120))).toEqual(['final_too_early']);
    await decide(id, acceptQuarantined);
    const { id: matchId } = await matchOf(id);
    const states = async () => {
      await advanceDueContests(test.current.deps);
      const rows = await test.current.deps.db.selectFrom('contests').select('state').where('match_id', '=', matchId).execute();
      return [...new Set(rows.map(({ state }) => state))];
    };
    expect(await states()).toEqual(['locked']);
    test.current.clock.advance(MINUTE_MS);
    expect(await states()).toEqual(['settled']);
  });

  it('does not overwrite later updates when it is accepted', async () => {
    const id = await dropped();
    test.current.clock.advance(2 * MINUTE_MS);
    await tell(status(id, 'ht', [3, 0], 92));
    expect((await decide(id, acceptQuarantined)).reply).toEqual({ changed: false });
    expect(await matchOf(id)).toMatchObject({ status: 'ht', home_score: 3 });
  });

  it('stays refused if accepting it reveals another fault, such as a kick-off outside its season', async () => {
    const id = await told();
    const next = new Date(NOW + 60 * MINUTE_MS);
    next.setUTCFullYear(next.getUTCFullYear() + 1);
    // The update has two faults: the season is over by then, too.
    expect(await tell(fixture(id, { kickoffAt: next }))).toEqual(['kickoff_in_another_year']);
    expect((await decide(id, acceptQuarantined)).problem).toMatchObject({
      code: 'invalid_payload',
      params: { field: 'kickoff_outside_season' },
    });
    expect((await rowOf(id)).decision).toBeNull();
    expect(await auditOf(id)).toEqual([]);
  });

  it('cannot be accepted if it cannot be stored or played', async () => {
    const id = await told();
    await tell(fixture(id, { awayTeamId: `h${id}` }));
    expect((await list()).items.find((item) => item.feed_id === id)).toMatchObject({ reason: 'team_against_itself', is_acceptable: false });
    expect((await decide(id, acceptQuarantined)).problem).toMatchObject({ status: 400, code: 'invalid_payload' });
  });

  it('stays away after it was dropped, even if sent again, and is no longer a health problem', async () => {
    const id = await dropped();
    expect(await healthProblems(test.current.deps)).toContain('feed_nonsense');
    for (const row of (await list()).items) await decide(row.feed_id, dropQuarantined);
    expect(await healthProblems(test.current.deps)).not.toContain('feed_nonsense');
    await tell(status(id, 'h1', [0, 0], 90));
    expect((await list()).items.find((item) => item.feed_id === id)).toBeUndefined();
    expect((await auditOf(id))[0]).toMatchObject({ action: 'quarantine.drop' });
  });

  it('is open for review again when it returns after it was accepted, with its new values', async () => {
    const id = await dropped();
    await decide(id, acceptQuarantined);
    await tell(status(id, 'h1', [3, 1], 91));
    test.current.clock.advance(2 * MINUTE_MS);
    expect(await tell(status(id, 'h1', [0, 1], 92))).toEqual(['score_dropped']);
    expect(await rowOf(id)).toMatchObject({ decision: null, payload: { score: { home: 0, away: 1 } } });
    expect((await list()).items.map((item) => item.feed_id)).toContain(id);
  });

  it('is decided once by simultaneous requests', async () => {
    const id = await dropped();
    const answers = await Promise.all([
      decide(id, acceptQuarantined),
      decide(id, dropQuarantined),
      decide(id, acceptQuarantined),
      tell(status(id, 'h1', [0, 0], 90)).then(() => null),
    ]);
    const codes = answers.flatMap((answer) => (answer ? [answer.problem?.code ?? 'done'] : []));
    expect(codes.sort()).toEqual(['already_decided', 'already_decided', 'done']);
    expect(await auditOf(id)).toHaveLength(1);
  });

  it('needs a reason for its decision, and must exist', async () => {
    const id = await dropped();
    expect((await decide(id, dropQuarantined, ' ')).problem.code).toBe('reason_required');
    const { token } = await createAdmin(test.current, 'support');
    const missing = await callApp(test.current.app, acceptQuarantined, { id: 999_999_999, reason: 'x' }, { token });
    expect(missing.problem.code).toBe('not_found');
  });
});
