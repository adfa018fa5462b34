import { describe, expect, it } from 'vitest';
import { getContestCase, resettleContest, settleContest } from '#contract/contest-admin.ts';
import { getHealth } from '#contract/meta.ts';
import { getConsoleOverview } from '#contract/overview.ts';
import type { MatchStatus } from '#domain/matches/match-status.ts';
import type { Score } from '#domain/matches/score.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts';
import { followFeed } from '#server/background/work.ts';
import { advanceDueContests, advanceMatches, contestAlarms, correctDueContests } from '#server/modules/betting/contests/service.ts';
import { healthProblems } from '#server/modules/console/health/service.ts';
import type { Feed, FeedUpdate } from '#server/modules/match-data/import/feed.ts';
import { runFeed } from '#server/modules/match-data/import/runner.ts';
import { createOpinionDesk } from '#server/modules/match-data/second-opinions/desk.ts';
import { createAdmin } from '#test/support/admins.ts';
import { callApp, useTestApp } from '#test/support/app.ts';
import type { TestUser } from '#test/support/factories.ts';
import { expectEndedExactly } from '#test/support/ledger.ts';
import { heldBy, stakeOn } from '#test/support/match-course.ts';

/** Two providers of the settings; what they tell here is written by us, in any sport. */
const SOURCE = 'api-football';
const CONFIRMER = 'api-basketball';
const site = useTestApp({ FEED: SOURCE, CONFIRM_BY: CONFIRMER, API_FOOTBALL_KEY: 'k', API_BASKETBALL_KEY: 'k' });
const db = () => site.current.deps.db;

let desk = createOpinionDesk({ sources: [SOURCE], confirmers: [CONFIRMER], exceptions: [], sameLeagues: [] });
/** What a process knows only in memory is lost. */
const restart = () => {
  desk = createOpinionDesk(site.current.deps.config.trust);
};

const log = { info: () => {}, warn: () => {}, error: () => {} };

/** A feed that tells these updates, and ends. */
async function tell(name: string, ...updates: FeedUpdate[]): Promise<void> {
  const { deps } = site.current;
  const feed: Feed = {
    name,
    oddsCadenceSeconds: 1,
    async *updates() {
      yield updates;
    },
  };
  const advance = (changes: { matchId: number }[]) =>
    advanceMatches(
      deps,
      changes.map(({ matchId }) => matchId),
    );
  const runner = runFeed({ db: deps.db, now: deps.now, log, opinions: desk }, feed, new AbortController().signal, advance);
  await runner.done;
  expect(runner.state().failure).toBeNull();
}

interface Played {
  matchId: number;
  id: string;
  users: TestUser[];
  kickoffMs: number;
  /** What the source tells of its course. */
  source: (status: MatchStatus, score?: Score) => Promise<void>;
  /** What the other one tells, in its own order of sides. */
  confirmer: (status: MatchStatus, score?: Score) => Promise<void>;
}

interface ToldAs {
  names?: [home: string, away: string];
  isSwapped?: boolean;
  isUnknown?: boolean;
}

let serial = 0;

/** Plays a match with stakes until its planned end; the confirmer calls its teams "FC One" and so on, and knows no league. */
async function played({ names, isSwapped = false, isUnknown = false }: ToldAs = {}): Promise<Played> {
  const n = ++serial;
  const { clock } = site.current;
  const kickoffMs = clock.now().getTime() + 24 * HOUR_MS;
  const kickoffAt = new Date(kickoffMs);
  const league = (id: string, name: string): FeedUpdate => ({
    ...{ kind: 'league', id, sport: 'football', name, countryCode: 'vn', season: '2026' },
    ...{ form: 'cup', drawPossible: true },
  });
  const team = (id: string, name: string): FeedUpdate => ({ kind: 'team', id, sport: 'football', name, countryCode: 'vn' });
  const fixture = (leagueId: string, homeTeamId: string, awayTeamId: string): FeedUpdate => ({
    ...{ kind: 'fixture', id: `m${n}`, leagueId, season: '2026', round: '1', homeTeamId, awayTeamId, kickoffAt },
  });
  const status = (status: MatchStatus, score?: Score): FeedUpdate => ({
    ...{ kind: 'status', matchId: `m${n}`, status, minute: null, stoppage: null, period: null, seenAt: clock.now() },
    score: { home: score?.[0] ?? null, away: score?.[1] ?? null, halftime: null, fulltime: null, extratime: null, penalty: null },
  });
  const [h, a] = [`h${n}`, `a${n}`];
  await tell(SOURCE, league(`l${n}`, `Cup ${n}`), team(h, `Hanoi ${n}`), team(a, `Saigon ${n}`), fixture(`l${n}`, h, a));
  const [home, away] = names ?? [`FC Hanoi ${n}`, `Saigon ${n} FC`];
  const sides = isSwapped ? ([a, h] as const) : ([h, a] as const);
  const other = [league(`x${n}`, `Another name ${n}`), team(h, home), team(a, away), fixture(`x${n}`, ...sides), status('ns')];
  if (!isUnknown) await tell(CONFIRMER, ...other);
  const { id: matchId } = await db()
    .selectFrom('feed_ids')
    .select('id')
    .where('feed', '=', SOURCE)
    .where('kind', '=', 'match')
    .where('feed_id', '=', `m${n}`)
    .executeTakeFirstOrThrow();
  const users = [
    await stakeOn(site.current, matchId, 'wdl', 'home', 100),
    await stakeOn(site.current, matchId, 'wdl', 'draw', 40),
    await stakeOn(site.current, matchId, 'wdl', 'away', 60),
  ];
  const { id } = await db()
    .selectFrom('contests')
    .select('id')
    .where('match_id', '=', matchId)
    .where('market', '=', 'wdl')
    .executeTakeFirstOrThrow();
  clock.set(new Date(kickoffMs + 2 * HOUR_MS));
  return {
    ...{ matchId, id, users, kickoffMs },
    source: (word, score) => tell(SOURCE, status(word, score)),
    confirmer: (word, score) => tell(CONFIRMER, status(word, score)),
  };
}

/** Lets time pass: the source answers, and the jobs run. */
async function pass(ms: number): Promise<void> {
  site.current.clock.advance(ms);
  await tell(SOURCE, { kind: 'contact' });
  await advanceDueContests(site.current.deps);
  await correctDueContests(site.current.deps);
}

const stateOf = async (id: string) => {
  const row = await db().selectFrom('contests').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return row.state === 'settled' ? `settled ${row.winner} ${row.home_score}-${row.away_score}` : (row.void_reason ?? row.state);
};
const balances = ({ users }: Played) => Promise.all(users.map(({ id }) => heldBy(db(), 'balance', id)));
const LOST = [900, 960, 940];

async function caseOf({ id }: Played) {
  const { token } = await createAdmin(site.current, 'reviewer');
  const { status, reply } = await callApp(site.current.app, getContestCase, { id }, { token });
  expect(status).toBe(200);
  return reply;
}
/** Whether a contest raises the alarm; the fixed odds of the same match do so beside it. */
const isAlarm = async ({ id }: Played) => (await contestAlarms(site.current.deps)).disputed.includes(id);

async function act(endpoint: typeof settleContest | typeof resettleContest, { id }: Played, [home_score, away_score]: Score) {
  const { token } = await createAdmin(site.current, 'reviewer');
  const input = { id, home_score, away_score, reason: 'Looked at the report of the referee' };
  return (await callApp(site.current.app, endpoint, input, { token, key: crypto.randomUUID() })).status;
}

async function endedExactly(match: Played, state: string, points: number[]): Promise<void> {
  expect(await stateOf(match.id)).toBe(state);
  expect(await balances(match)).toEqual(points);
  await expectEndedExactly(db(), match.id);
}

describe('a match that a second provider confirms', () => {
  it('is settled when the result has stood for a minute, if both tell the same', async () => {
    const match = await played();
    await match.source('ft', [2, 1]);
    await match.confirmer('ft', [2, 1]);
    await pass(59 * SECOND_MS);
    expect(await stateOf(match.id)).toBe('locked');
    await pass(SECOND_MS);
    await endedExactly(match, 'settled home 2-1', [1_100, 960, 940]);
    expect([await isAlarm(match), (await caseOf(match)).unresolved]).toEqual([false, null]);
  });

  it('waits 15 minutes for a provider that knows it and is silent, and is then settled', async () => {
    const match = await played();
    await match.source('ft', [0, 2]);
    await pass(15 * MINUTE_MS - SECOND_MS);
    expect([await stateOf(match.id), await isAlarm(match)]).toEqual(['locked', false]);
    await pass(SECOND_MS);
    await endedExactly(match, 'settled away 0-2', [900, 960, 1_140]);
  });

  it('is settled as soon as the silent provider agrees', async () => {
    const match = await played();
    await match.source('ft', [1, 1]);
    await pass(5 * MINUTE_MS);
    expect(await stateOf(match.id)).toBe('locked');
    restart();
    await match.confirmer('ft', [1, 1]);
    await pass(SECOND_MS);
    await endedExactly(match, 'settled draw 1-1', [900, 1_160, 940]);
  });

  it('waits for nobody if no other provider tells of it, or names it so that it cannot be found', async () => {
    const unknown = await played({ isUnknown: true });
    await unknown.source('ft', [2, 1]);
    await pass(MINUTE_MS);
    await endedExactly(unknown, 'settled home 2-1', [1_100, 960, 940]);
    const unmatched = await played({ names: ['Someone', 'Someone else'] });
    await unmatched.confirmer('ft', [0, 5]);
    await unmatched.source('ft', [2, 1]);
    await pass(MINUTE_MS);
    await endedExactly(unmatched, 'settled home 2-1', [1_100, 960, 940]);
    const { token } = await createAdmin(site.current, 'viewer');
    const { opinions } = (await callApp(site.current.app, getConsoleOverview, {}, { token })).reply;
    expect(opinions).toContainEqual({ feed: CONFIRMER, state: 'no_match', count: 1 });
  });

  it('agrees with the sides the other way round', async () => {
    const match = await played({ isSwapped: true });
    await match.source('ft', [2, 1]);
    await match.confirmer('ft', [1, 2]);
    expect((await caseOf(match)).facts.opinions).toMatchObject([{ feed: CONFIRMER, end: 'played', result: [2, 1], is_swapped: true }]);
    await pass(MINUTE_MS);
    await endedExactly(match, 'settled home 2-1', [1_100, 960, 940]);
  });

  it('is settled once, whichever of two processes comes first', async () => {
    const match = await played();
    await match.source('ft', [2, 1]);
    await match.confirmer('ft', [2, 1]);
    site.current.clock.advance(MINUTE_MS);
    await tell(SOURCE, { kind: 'contact' });
    const other = { ...site.current.deps };
    await Promise.all([advanceDueContests(site.current.deps), advanceDueContests(other), match.confirmer('ft', [2, 1])]);
    await advanceDueContests(other);
    await endedExactly(match, 'settled home 2-1', [1_100, 960, 940]);
  });
});

describe('providers that disagree', () => {
  it('leave the contest to an operator, who sees both words and settles it', async () => {
    const match = await played();
    await match.confirmer('ft', [1, 1]);
    await match.source('ft', [2, 1]);
    await pass(5 * HOUR_MS);
    expect([await stateOf(match.id), await balances(match), await isAlarm(match)]).toEqual(['locked', LOST, true]);
    expect(await healthProblems(site.current.deps)).toContain('providers_disagree');
    expect((await callApp(site.current.app, getHealth, {})).reply.status).toBe('degraded');
    const shown = await caseOf(match);
    expect(shown.unresolved).toMatchObject({ why: 'providers_disagree' });
    expect(shown.facts).toMatchObject({
      ...{ feeds: [SOURCE], result: [2, 1] },
      opinions: [{ feed: CONFIRMER, status: 'ft', score: [1, 1], end: 'played', result: [1, 1], is_swapped: false }],
    });
    expect(shown.actions).toEqual(['settle', 'void']);
    expect(await act(settleContest, match, [2, 1])).toBe(200);
    await pass(SECOND_MS);
    await endedExactly(match, 'settled home 2-1', [1_100, 960, 940]);
    expect(await isAlarm(match)).toBe(false);
    // Told before the operator looked, and told again: that is no news.
    restart();
    await match.confirmer('ft', [1, 1]);
    expect(await isAlarm(match)).toBe(false);
  });

  it.each(['source', 'confirmer'] as const)('end the dispute by themselves when the %s corrects itself', async (who) => {
    const match = await played();
    await match.source('ft', [2, 1]);
    await match.confirmer('ft', [1, 1]);
    await pass(HOUR_MS);
    expect([await stateOf(match.id), await isAlarm(match)]).toEqual(['locked', true]);
    await (who === 'source' ? match.source('ft', [1, 1]) : match.confirmer('ft', [2, 1]));
    await pass(MINUTE_MS);
    if (who === 'source') await endedExactly(match, 'settled draw 1-1', [900, 1_160, 940]);
    else await endedExactly(match, 'settled home 2-1', [1_100, 960, 940]);
    expect(await isAlarm(match)).toBe(false);
  });

  it('refund nothing while the other one tells a played match, and all once it agrees', async () => {
    const match = await played();
    await match.confirmer('ft', [1, 0]);
    await match.source('canc');
    await pass(HOUR_MS);
    expect([await stateOf(match.id), await isAlarm(match)]).toEqual(['locked', true]);
    await match.confirmer('canc');
    await pass(SECOND_MS);
    await endedExactly(match, 'cancelled', [1_000, 1_000, 1_000]);
  });

  it('settle nothing if only the confirmer tells an end, and void nothing', async () => {
    const [over, off] = [await played(), await played()];
    await over.source('h2', [1, 1]);
    await over.confirmer('ft', [1, 1]);
    await off.source('ft', [1, 1]);
    await off.confirmer('canc');
    await pass(5 * HOUR_MS);
    expect([await stateOf(over.id), await stateOf(off.id)]).toEqual(['locked', 'locked']);
    // As any contest without a result.
    await pass(HOUR_MS);
    expect((await caseOf(over)).unresolved).toMatchObject({ why: 'no_result' });
    expect((await caseOf(off)).unresolved).toMatchObject({ why: 'providers_disagree' });
    await off.confirmer('ft', [1, 1]);
    await over.source('ft', [1, 1]);
    await pass(MINUTE_MS);
    await endedExactly(off, 'settled draw 1-1', [900, 1_160, 940]);
    await endedExactly(over, 'settled draw 1-1', [900, 1_160, 940]);
  });
});

describe('a confirmer that speaks after the payout', () => {
  it('raises an alarm and moves nothing, until it agrees or an operator has looked', async () => {
    const match = await played();
    await match.source('ft', [2, 1]);
    await pass(15 * MINUTE_MS);
    await match.confirmer('ft', [0, 3]);
    await pass(HOUR_MS);
    await endedExactly(match, 'settled home 2-1', [1_100, 960, 940]);
    expect([await isAlarm(match), (await caseOf(match)).unresolved?.why]).toEqual([true, 'providers_disagree']);
    expect(await act(resettleContest, match, [2, 1])).toBe(200);
    expect([await isAlarm(match), (await caseOf(match)).unresolved]).toEqual([false, null]);
    await pass(SECOND_MS);
    await match.confirmer('ft', [0, 4]);
    expect(await isAlarm(match)).toBe(true);
    await match.confirmer('ft', [2, 1]);
    expect(await isAlarm(match)).toBe(false);
    await endedExactly(match, 'settled home 2-1', [1_100, 960, 940]);
  });

  it('holds back a correction that it contradicts, until it agrees', async () => {
    const match = await played();
    await match.source('ft', [2, 1]);
    await match.confirmer('ft', [2, 1]);
    await pass(MINUTE_MS);
    await match.source('ft', [2, 2]);
    await pass(HOUR_MS);
    await endedExactly(match, 'settled home 2-1', [1_100, 960, 940]);
    expect([await isAlarm(match), (await caseOf(match)).unresolved?.why]).toEqual([true, 'providers_disagree']);
    await match.confirmer('ft', [2, 2]);
    await pass(SECOND_MS);
    await endedExactly(match, 'settled draw 2-2', [900, 1_160, 940]);
    expect(await isAlarm(match)).toBe(false);
  });
});

it('makes no leagues, teams, matches or contests of what a confirmer tells', async () => {
  await played();
  const ids = await db().selectFrom('feed_ids').select('feed').distinct().execute();
  expect(ids).toEqual([{ feed: SOURCE }]);
  const names = await db().selectFrom('leagues').select('name').where('name', 'like', 'Another name%').execute();
  expect(names).toEqual([]);
});

it('follows the providers of CONFIRM_BY beside those of FEED, and forgets the words of all others', async () => {
  const { deps } = site.current;
  const told = {
    feed_league_id: 'l',
    sport: 'football',
    feed_home_id: 'h',
    feed_away_id: 'a',
    unmatched: 'later',
    status: 'ns',
    score: '{}',
  };
  const words = ['a former provider', CONFIRMER].map((feed) => ({ ...told, feed, feed_id: 'kept?', told_at: deps.now() }));
  await db().insertInto('second_opinions').values(words).execute();
  const followed = await followFeed(deps, AbortSignal.abort());
  await followed!.done;
  expect(followed!.states().map(({ name }) => name)).toEqual([SOURCE, CONFIRMER]);
  const left = await db().selectFrom('second_opinions').select('feed').where('feed_id', '=', 'kept?').execute();
  expect(left).toEqual([{ feed: CONFIRMER }]);
});
