import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MatchStatus } from '#domain/matches/match-status.ts';
import type { Score } from '#domain/matches/score.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import type { FeedUpdate, FixtureUpdate } from '#server/modules/match-data/import/feed.ts';
import { importUpdates } from '#server/modules/match-data/import/importer.ts';
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts';
import { createOpinionDesk, type OpinionDesk } from './desk.ts';
import { pruneView } from './prune-view.ts';
import { countOpinions } from './queries.ts';
import { refuse, type Taken, takeFixture } from './take-opinions.ts';
import type { Trust } from './trust.ts';
import { loadView } from './view.ts';

let database: TestDatabase;
let now: Date;
beforeEach(async () => {
  database = await createTestDatabase();
  now = new Date('2026-11-20T12:00:00Z');
});
afterEach(() => database.drop());

const [A, B] = ['api-football', 'api-basketball'] as const;
const BOTH: Trust = { sources: [A, B], confirmers: [], exceptions: [], sameLeagues: [] };
const TEAM = { sport: 'football', name: 'A team', shortName: null, aliases: [], countryCode: null } as const;
const KICKOFF = new Date('2026-11-21T12:00:00Z');

const deps = () => ({ db: database.db, now: () => now, log: { warn: () => {} } });
async function tell(desk: OpinionDesk, feed: string, ...updates: FeedUpdate[]) {
  const own = await desk.sort(deps(), feed, updates);
  const { refused } = await importUpdates(deps(), feed, own);
  return { own, refused: refused.map(({ reason }) => reason) };
}

const league = (id: string, name = 'Premier League'): FeedUpdate => ({
  ...{ kind: 'league', id, sport: 'football', name, countryCode: 'gb-eng', season: '2026/27' },
  ...{ form: 'league', drawPossible: true },
});
const team = (id: string, name: string): FeedUpdate => ({ kind: 'team', id, sport: 'football', name, countryCode: 'gb-eng' });
const fixture = (id: string, leagueId: string, homeTeamId: string, awayTeamId: string, kickoffAt = KICKOFF): FeedUpdate => ({
  ...{ kind: 'fixture', id, leagueId, season: '2026/27', round: '1', homeTeamId, awayTeamId, kickoffAt },
});
const status = (matchId: string, word: MatchStatus, score?: Score): FeedUpdate => ({
  ...{ kind: 'status', matchId, status: word, minute: null, stoppage: null, period: null, seenAt: now },
  score: { home: score?.[0] ?? null, away: score?.[1] ?? null, halftime: null, fulltime: null, extratime: null, penalty: null },
});
const merge = (of: 'match' | 'team', id: string, into: string): FeedUpdate => ({ kind: 'merge', of, id, into, seenAt: now });
const ofA = () => [
  league('39'),
  team('33', 'Manchester United'),
  team('39', 'Wolves'),
  fixture('a1', '39', '33', '39'),
  status('a1', 'ns'),
];
const ofB = () => [
  ...[league('PL', 'English Premier League'), team('66', 'Manchester United FC'), team('76', 'Wolverhampton Wanderers FC')],
  ...[fixture('b1', 'PL', '66', '76', new Date(KICKOFF.getTime() + HOUR_MS)), status('b1', 'ns')],
];

async function counts() {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from leagues)::integer as leagues, (select count(*) from teams)::integer as teams,
      (select count(*) from matches)::integer as matches, (select count(*) from second_opinions)::integer as opinions`.execute(database.db);
  return rows[0];
}
const opinions = () =>
  database.db.selectFrom('second_opinions').select(['feed', 'feed_id', 'unmatched', 'ending', 'result']).orderBy('feed_id').execute();
const sources = () =>
  database.db.selectFrom('feed_ids').select(['feed', 'feed_id']).where('kind', '=', 'match').orderBy('feed_id').execute();

describe('two providers of one league', () => {
  it('make its matches once: what the later one in FEED tells is a second opinion', async () => {
    const desk = createOpinionDesk(BOTH);
    await tell(desk, A, ...ofA());
    expect(await tell(desk, B, ...ofB())).toEqual({ own: [], refused: [] });
    await tell(desk, B, status('b1', 'ft', [2, 0]));
    expect(await counts()).toEqual({ leagues: 1, teams: 2, matches: 1, opinions: 1 });
    expect(await opinions()).toEqual([{ feed: B, feed_id: 'b1', unmatched: null, ending: 'played', result: [2, 0] }]);
  });

  it('cause no query while neither says anything new', async () => {
    const desk = createOpinionDesk(BOTH);
    await tell(desk, A, ...ofA());
    await tell(desk, B, ...ofB());
    const closed = { ...deps(), db: null as never };
    expect(await desk.sort(closed, B, ofB())).toEqual([]);
  });

  it('hand the league over when the more trusted one comes later: the match stays', async () => {
    const desk = createOpinionDesk(BOTH);
    await tell(desk, B, ...ofB());
    await tell(desk, A, ...ofA());
    expect(await counts()).toEqual({ leagues: 1, teams: 2, matches: 1, opinions: 1 });
    expect(await sources()).toEqual([{ feed: A, feed_id: 'a1' }]);
    // What it told was its word, and what it tells now is one.
    await tell(desk, B, ...ofB(), status('b1', 'h1', [1, 0]));
    await tell(desk, A, status('a1', 'h1', [0, 1]));
    const match = await database.db.selectFrom('matches').select(['home_score', 'away_score']).executeTakeFirstOrThrow();
    expect(match).toEqual({ home_score: 0, away_score: 1 });
    expect(await counts()).toEqual({ leagues: 1, teams: 2, matches: 1, opinions: 1 });
  });

  it('keep a match with its source where sides are swapped or a name is unknown', async () => {
    const desk = createOpinionDesk(BOTH);
    await tell(desk, B, ...ofB(), team('1', 'Arsenal FC'), team('2', 'Chelsea FC'), fixture('b2', 'PL', '1', '2'));
    const more = [team('8', 'The Gunners of London'), team('9', 'Chelsea')];
    await tell(desk, A, league('39'), ...more, team('33', 'Manchester United'), team('39', 'Wolves'));
    await tell(desk, A, fixture('a1', '39', '39', '33'), fixture('a2', '39', '8', '9'));
    expect(await sources()).toEqual(['b1', 'b2'].map((feed_id) => ({ feed: B, feed_id })));
    expect(await counts()).toMatchObject({ leagues: 1, matches: 2 });
    expect(await opinions()).toMatchObject([
      { feed: A, feed_id: 'a1', unmatched: null },
      { feed: A, feed_id: 'a2', unmatched: 'no_match' },
    ]);
    expect(await tell(desk, B, status('b1', 'h1', [0, 0]))).toMatchObject({ refused: [], own: [{ matchId: 'b1' }] });
    const closed = { ...deps(), db: null as never };
    expect(await desk.sort(closed, A, [fixture('a1', '39', '39', '33'), fixture('a2', '39', '8', '9')])).toEqual([]);
  });

  it('follow TRUST, by sport and by league', async () => {
    const bySport = createOpinionDesk({ ...BOTH, exceptions: [{ sport: 'football', feed: B }] });
    await tell(bySport, A, ...ofA());
    await tell(bySport, B, ...ofB());
    expect(await sources()).toEqual([{ feed: B, feed_id: 'b1' }]);
    const byLeague = createOpinionDesk({ ...BOTH, exceptions: [{ league: { feed: A, id: '39' } }, { sport: 'football', feed: B }] });
    await tell(byLeague, A, ...ofA());
    expect(await sources()).toEqual([{ feed: A, feed_id: 'a1' }]);
    expect(await counts()).toEqual({ leagues: 1, teams: 2, matches: 1, opinions: 1 });
  });

  it('find each other under names that differ by SAME_LEAGUE only', async () => {
    const same = [[{ feed: A, id: '39' } as const, { feed: B, id: 'PL' } as const]];
    const desk = createOpinionDesk({ ...BOTH, sameLeagues: same });
    const [, ...rest] = ofB();
    await tell(desk, A, ...ofA());
    await tell(desk, B, league('PL', 'The top flight'), ...rest);
    expect(await counts()).toEqual({ leagues: 1, teams: 2, matches: 1, opinions: 1 });
  });

  it('are each the source of the leagues that it alone follows, with the teams that play there', async () => {
    const desk = createOpinionDesk(BOTH);
    await tell(desk, A, ...ofA());
    await tell(desk, B, ...ofB(), league('ELC', 'Championship'), team('7', 'Leeds United'), team('8', 'Hull City'));
    await tell(desk, B, fixture('b9', 'ELC', '7', '8'), status('b9', 'ns'));
    expect(await counts()).toEqual({ leagues: 2, teams: 4, matches: 2, opinions: 1 });
    expect(await sources()).toEqual([
      { feed: A, feed_id: 'a1' },
      { feed: B, feed_id: 'b9' },
    ]);
  });
});

describe('second opinions', () => {
  const confirming: Trust = { sources: [A], confirmers: [B], exceptions: [], sameLeagues: [] };

  it('continue after a restart, with only what changed', async () => {
    await tell(createOpinionDesk(confirming), A, ...ofA());
    await tell(createOpinionDesk(confirming), B, ...ofB());
    await tell(createOpinionDesk(confirming), B, status('b1', 'ft', [1, 1]));
    const [told] = await database.db.selectFrom('second_opinions').select(['told_at', 'result']).execute();
    now = new Date(now.getTime() + HOUR_MS);
    await tell(createOpinionDesk(confirming), B, status('b1', 'ft', [1, 1]));
    expect(await database.db.selectFrom('second_opinions').select(['told_at', 'result']).execute()).toEqual([told]);
  });

  it('are matched later, once the source tells of the match, and counted until then', async () => {
    const desk = createOpinionDesk(confirming);
    await tell(desk, B, ...ofB());
    expect(await countOpinions(database.db, now)).toEqual([{ feed: B, state: 'no_match', count: 1 }]);
    await tell(desk, A, ...ofA());
    now = new Date(now.getTime() + 10 * MINUTE_MS);
    await tell(desk, B, { kind: 'contact' });
    expect(await countOpinions(database.db, now)).toEqual([{ feed: B, state: 'matched', count: 1 }]);
  });

  it('go on under the id into which their provider merges a match', async () => {
    const desk = createOpinionDesk(confirming);
    await tell(desk, A, ...ofA());
    await tell(desk, B, ...ofB());
    await tell(desk, B, merge('match', 'b1', 'b9'));
    await tell(desk, B, status('b9', 'ft', [1, 0]));
    const told = [{ feed: B, feed_id: 'b9', unmatched: null, ending: 'played', result: [1, 0] }];
    expect(await opinions()).toEqual(told);
    await tell(createOpinionDesk(confirming), B, status('b9', 'ft', [1, 0]));
    expect(await opinions()).toEqual(told);
    expect(await database.db.selectFrom('quarantine').select('reason').execute()).toEqual([]);
  });

  it('of two known matches that are merged, the deleted one makes room for the other', async () => {
    const desk = createOpinionDesk(confirming);
    await tell(desk, A, ...ofA());
    await tell(desk, B, ...ofB(), fixture('b2', 'PL', '76', '66'), status('b2', 'ft', [0, 3]));
    await tell(desk, B, status('b1', 'ft', [1, 0]), merge('match', 'b1', 'b2'));
    expect(await opinions()).toEqual([{ feed: B, feed_id: 'b2', unmatched: null, ending: 'played', result: [0, 3] }]);
  });

  it('keep their match when a team goes on under another id', async () => {
    const desk = createOpinionDesk(confirming);
    await tell(desk, A, ...ofA());
    await tell(desk, B, ...ofB(), status('b1', 'ft', [2, 0]));
    await tell(desk, B, merge('team', '66', '67'));
    const closed = { ...deps(), db: null as never };
    expect(await desk.sort(closed, B, [fixture('b1', 'PL', '67', '76', new Date(KICKOFF.getTime() + HOUR_MS))])).toEqual([]);
    const restarted = createOpinionDesk(confirming);
    await tell(restarted, B, fixture('b2', 'PL', '67', '76', new Date(KICKOFF.getTime() + 9 * DAY_MS)));
    expect(await opinions()).toMatchObject([
      { feed_id: 'b1', unmatched: null, ending: 'played', result: [2, 0] },
      { feed_id: 'b2', unmatched: 'later' },
    ]);
  });

  it('about matches that a source merges are told apart from its own', async () => {
    const desk = createOpinionDesk(BOTH);
    await tell(desk, A, ...ofA());
    await tell(desk, B, ...ofB(), league('ELC', 'Championship'), team('7', 'Leeds United'), team('8', 'Hull City'));
    await tell(desk, B, fixture('b9', 'ELC', '7', '8'));
    await tell(desk, B, merge('match', 'b9', 'b10'));
    await tell(desk, B, merge('match', 'b1', 'b9'));
    expect(await opinions()).toMatchObject([{ feed_id: 'b9', unmatched: null }]);
    expect(await sources()).toEqual([
      { feed: A, feed_id: 'a1' },
      { feed: B, feed_id: 'b10' },
    ]);
    // The same match twice: it stays the provider's own.
    await tell(desk, B, merge('match', 'b9', 'b10'));
    expect(await opinions()).toEqual([]);
    expect(await tell(desk, B, status('b10', 'h1', [1, 0]))).toMatchObject({ own: [{ matchId: 'b10' }], refused: [] });
  });

  it('of two matches of a provider that would be one of ours, the second is ambiguous', async () => {
    const desk = createOpinionDesk(confirming);
    await tell(desk, A, ...ofA());
    await tell(desk, B, ...ofB(), fixture('b2', 'PL', '76', '66'));
    expect(await opinions()).toMatchObject([
      { feed_id: 'b1', unmatched: null },
      { feed_id: 'b2', unmatched: 'ambiguous' },
    ]);
  });

  it('that cannot be true are kept in quarantine, once, and say nothing', async () => {
    const desk = createOpinionDesk(confirming);
    await tell(desk, A, ...ofA());
    await tell(desk, B, ...ofB());
    const ahead = { ...status('b1', 'ft', [1, 0]), seenAt: new Date(now.getTime() + DAY_MS) } as FeedUpdate;
    for (let poll = 0; poll < 3; poll++)
      await tell(
        desk,
        B,
        status('b1', 'ft', [-1, 0]),
        status('b1', 'ft'),
        status('b1', 'ft', [999, 0]),
        ahead,
        status('\0\ud800', 'ft', [1, 0]),
      );
    const rows = await database.db.selectFrom('quarantine').select(['kind', 'reason', 'times']).orderBy('reason').execute();
    const unprintable = fixture('b\0', 'PL', '66', '76');
    await tell(desk, B, { ...league('\0'), name: 'No league' } as FeedUpdate, team('\0', 'No team'), unprintable);
    expect(await database.db.selectFrom('quarantine').select('reason').where('reason', '=', 'id_unprintable').execute()).toHaveLength(1);
    const reasons = ['score_absurd', 'score_missing', 'score_not_a_count', 'seen_in_the_future', 'unknown_match'];
    expect(rows).toEqual(reasons.map((reason) => ({ kind: 'opinion', reason, times: 1 })));
    expect(await opinions()).toMatchObject([{ ending: null, result: null }]);
  });

  it('are forgotten with their refused words when the match is long over', async () => {
    const view = await loadView(database.db, confirming, B, now);
    const taken: Taken = { changed: new Set(), sought: new Set(), gone: new Set(), refusals: [] };
    view.teams.set('66', TEAM).set('76', TEAM);
    const kickoffAt = (days: number) => new Date(now.getTime() + days * DAY_MS);
    const told = (id: string, days: number) =>
      takeFixture(view, fixture(id, 'PL', '66', '76', kickoffAt(days)) as FixtureUpdate, now, taken);
    told('ours', 0);
    told('long ago', -20);
    takeFixture(view, fixture('against itself', 'PL', '66', '66') as FixtureUpdate, now, taken);
    refuse(view, taken, { id: 'ours', reason: 'score_absurd' }, {}, now);
    const kept = () => [...view.opinions.keys(), ...view.past.keys(), ...view.refused.keys()];
    expect(kept()).toEqual(['ours', 'long ago', 'against itself', 'ours']);
    pruneView(view, kickoffAt(0.9));
    expect(kept()).toEqual(['ours', 'long ago', 'against itself', 'ours']);
    pruneView(view, kickoffAt(2));
    expect(kept()).toEqual(['ours', 'ours']);
    // The source moved the match, and the provider goes on telling the old date.
    view.opinions.set('ours', { ...view.opinions.get('ours')!, match_kickoff_at: kickoffAt(5) });
    pruneView(view, kickoffAt(12));
    expect(kept()).toEqual(['ours', 'ours']);
    pruneView(view, kickoffAt(16));
    expect(kept()).toEqual([]);
  });

  it('keep the played score through an award, and take back an end', async () => {
    const desk = createOpinionDesk(confirming);
    await tell(desk, A, ...ofA());
    await tell(desk, B, ...ofB());
    const told = async (word: MatchStatus, score?: Score) => {
      now = new Date(now.getTime() + MINUTE_MS);
      await tell(desk, B, status('b1', word, score));
      const [{ ending, result } = { ending: null, result: null }] = await opinions();
      return [ending, result];
    };
    expect(await told('ft', [2, 1])).toEqual(['played', [2, 1]]);
    expect(await told('awd', [0, 3])).toEqual(['played', [2, 1]]);
    expect(await told('h2', [2, 1])).toEqual([null, null]);
    expect(await told('awd', [0, 3])).toEqual(['off', null]);
    expect(await told('canc')).toEqual(['off', null]);
    expect(await told('pst')).toEqual([null, null]);
  });
});
