import { isFinal, isInPlay } from '#domain/matches/match-status.ts';
import { type Batch, noteChange, refusalOf } from './batch.ts';
import { findLeagueFacts, type LeagueFacts, type LeagueTeam, writeLeagueTeams } from './catalogue.ts';
import { type FeedUpdate, type FixtureUpdate, MANUAL_FEED, type StatusUpdate } from './feed.ts';
import {
  confirmMatches,
  deleteOperatorMarks,
  type Fact,
  findMatches,
  findOperatorWords,
  findTwins,
  insertMatches,
  type Newcomer,
  updateMatches,
  writeOperatorMarks,
} from './match-queries.ts';
import { changesBetween, isDrawPossible, type MatchRow, scoreOf, withFixture, withStatus } from './match-row.ts';
import { findIds, insertIds, reserveIds } from './queries.ts';
import { isOvertaken, validateFixture, validateStatus } from './validate.ts';

/** The matches of a batch, in their state after it. */
export interface Matches {
  ids: Map<string, number>;
  rows: Map<number, MatchRow>;
  /** Finished matches for which this batch contained other teams or terms than those that were played, with the reason to refuse their other updates. */
  doubted: Map<number, string>;
  /** Matches in which a goal was scored or cancelled, or a set or map was won, with the time the feed saw it: earlier prices are outdated. */
  incidents: Map<number, Date>;
}

interface Known extends Matches {
  before: Map<number, MatchRow>;
  leagues: Map<string, number>;
  teams: Map<string, number>;
  /** The facts of every league with a match in the batch. */
  facts: Map<number, LeagueFacts>;
  fresh: Map<string, number>;
  /** Fixtures with a new id whose match already exists under another id. */
  twins: Set<string>;
  /** Kick-offs of the accepted new matches of this batch, by their two teams. */
  kickoffs: Map<string, number[]>;
  confirmed: Set<number>;
  /** Facts of matches that only operators have entered so far (`words`), and facts in this batch (`told`). */
  words: Map<number, Set<Fact>>;
  told: Map<number, Set<Fact>>;
}

/** Imports fixtures and statuses: validates them one by one in memory, then writes them together. */
export async function importMatches(batch: Batch, updates: FeedUpdate[], confirmBefore: Date): Promise<Matches> {
  const fixtures = updates.filter((update): update is FixtureUpdate => update.kind === 'fixture');
  const statuses = updates.filter((update): update is StatusUpdate => update.kind === 'status');
  const known = await findKnown(batch, updates, fixtures);
  for (const update of fixtures) takeFixture(batch, known, update);
  for (const update of statuses) takeStatus(batch, known, update);
  await write(batch, known, confirmBefore);
  return known;
}

async function findKnown({ db, feed, minuteMs }: Batch, updates: FeedUpdate[], fixtures: FixtureUpdate[]): Promise<Known> {
  const matchFeedIds = new Set(updates.flatMap((update) => ('matchId' in update ? [update.matchId] : [])));
  for (const fixture of fixtures) matchFeedIds.add(fixture.id);
  const ids = await findIds(db, feed, 'match', [...matchFeedIds]);
  const rows = await findMatches(db, [...new Set(ids.values())]);
  const leagues = await findIds(db, feed, 'league', [...new Set(fixtures.map((fixture) => fixture.leagueId))]);
  const teams = await findIds(db, feed, 'team', [...new Set(fixtures.flatMap((fixture) => [fixture.homeTeamId, fixture.awayTeamId]))]);
  const facts = await findLeagueFacts(db, [...new Set([...leagues.values(), ...[...rows.values()].map((row) => row.league_id)])]);
  const unknown = [...new Set(fixtures.map((fixture) => fixture.id).filter((id) => !ids.has(id)))];
  const reserved = await reserveIds(db, 'matches', unknown.length);
  const fresh = new Map(unknown.map((id, index): [string, number] => [id, reserved[index]!]));
  const twins = await findTwins(db, newcomersAmong(fixtures, ids, teams), (TWIN_MINUTES * minuteMs) / 1_000);
  return {
    ids,
    rows: new Map(rows),
    before: rows,
    leagues,
    teams,
    facts,
    fresh,
    twins,
    kickoffs: new Map(),
    doubted: new Map(),
    incidents: new Map(),
    confirmed: new Set(),
    words: await findOperatorWords(db, [...rows.keys()]),
    told: new Map(),
  };
}

/** Minutes of match time in which the same teams cannot begin another match, in any sport. */
const TWIN_MINUTES = 120;

const newcomersAmong = (
  fixtures: readonly FixtureUpdate[],
  ids: ReadonlyMap<string, number>,
  teams: ReadonlyMap<string, number>,
): Newcomer[] =>
  fixtures.flatMap(({ id, homeTeamId, awayTeamId, kickoffAt }) => {
    const [home, away] = [teams.get(homeTeamId), teams.get(awayTeamId)];
    if (ids.has(id) || home === undefined || away === undefined || kickoffAt === null || Number.isNaN(kickoffAt.getTime())) return [];
    return [{ feed_id: id, home_team_id: home, away_team_id: away, kickoff_at: kickoffAt }];
  });

function takeFixture(batch: Batch, known: Known, update: FixtureUpdate): void {
  const league = known.facts.get(known.leagues.get(update.leagueId) ?? Number.NaN) ?? null;
  const home = known.teams.get(update.homeTeamId) ?? null;
  const away = known.teams.get(update.awayTeamId) ?? null;
  const id = known.ids.get(update.id) ?? known.fresh.get(update.id)!;
  const before = known.rows.get(id) ?? null;
  const verdict =
    validateFixture(update, { league, home, away }, before, batch) ??
    (known.twins.has(update.id) || (before === null && isTwinInBatch(batch, known, update)) ? 'known_by_another_id' : null);
  if (verdict !== null || league === null || home === null || away === null) {
    batch.refusals.push(refusalOf(update, verdict ?? 'unknown'));
    return;
  }
  const drawPossible = isDrawPossible(before, update, league);
  const reason = before === null ? null : (teamsChanged(before, home, away) ?? termsChanged(before, update, drawPossible));
  if (before !== null && reason !== null) {
    // Consumers of the change return the stakes on the match as it was announced; after the final whistle, the change is a mistake.
    const isTooLate = isFinal(before.status);
    batch.refusals.push({ ...refusalOf(update, isTooLate ? `${reason}_after_the_end` : reason), isNote: !isTooLate });
    if (isTooLate) {
      known.doubted.set(id, `${reason}_after_the_end`);
      return;
    }
  }
  known.ids.set(update.id, id);
  known.rows.set(id, withFixture(before, update, { id, leagueId: league.id, homeId: home, awayId: away, drawPossible }, batch.now));
  known.confirmed.add(id);
  noteTold(known, id, 'fixture');
}

function noteTold({ told }: Known, id: number, fact: Fact): void {
  told.set(id, (told.get(id) ?? new Set()).add(fact));
}

/** Returns whether this batch already contained the new match under another id; if not, records it. */
function isTwinInBatch({ minuteMs }: Batch, { kickoffs }: Known, { homeTeamId, awayTeamId, kickoffAt }: FixtureUpdate): boolean {
  if (kickoffAt === null) return false;
  const teams = [homeTeamId, awayTeamId].sort().join(' ');
  const earlier = kickoffs.get(teams) ?? [];
  const isTwin = earlier.some((ms) => Math.abs(ms - kickoffAt.getTime()) <= TWIN_MINUTES * minuteMs);
  if (!isTwin) kickoffs.set(teams, [...earlier, kickoffAt.getTime()]);
  return isTwin;
}

function teamsChanged(before: MatchRow, home: number, away: number): string | null {
  if (before.home_team_id === home && before.away_team_id === away) return null;
  return before.home_team_id === away && before.away_team_id === home ? 'teams_swapped' : 'team_replaced';
}

/** Returns why a match can no longer be settled as it was announced; null if it can, or if no contest was allowed on it. */
function termsChanged(before: MatchRow, { contestBarred }: FixtureUpdate, drawPossible: boolean): string | null {
  if (before.contest_barred !== null) return null;
  if (contestBarred !== undefined) return 'contest_barred';
  return before.draw_possible === drawPossible ? null : 'format_changed';
}

function takeStatus(batch: Batch, known: Known, update: StatusUpdate): void {
  const row = known.rows.get(known.ids.get(update.matchId) ?? Number.NaN);
  if (row === undefined) {
    batch.refusals.push(refusalOf(update, 'unknown_match'));
    return;
  }
  // An answer older than the last applied one is late, not wrong.
  if (isOvertaken(update, row, batch.now)) return;
  const league = known.facts.get(row.league_id)!;
  const verdict = known.doubted.get(row.id) ?? validateStatus(update, row, scoreOf(row), league.sport, batch);
  if (verdict !== null) {
    batch.refusals.push(refusalOf(update, verdict));
    return;
  }
  // The actual start entered by an operator stands until a feed reports play itself.
  const isStartTold = batch.teller === null && isInPlay(update.status) && known.words.get(row.id)?.has('start') === true;
  const before = isStartTold ? { ...row, started_at: null } : row;
  const after = withStatus(before, update, league.settles_on, batch.minuteMs, batch.now);
  known.rows.set(row.id, after);
  if (isIncident(league.sport, row, after)) known.incidents.set(row.id, update.seenAt);
  known.confirmed.add(row.id);
  noteTold(known, row.id, 'course');
  if (isStartTold || after.started_at?.getTime() !== row.started_at?.getTime()) noteTold(known, row.id, 'start');
}

/** Returns whether a score change moves all prices. In basketball the score changes all the time, so none does. */
const isIncident = (sport: LeagueFacts['sport'], before: MatchRow, after: MatchRow): boolean =>
  sport !== 'basketball' && ((before.home_score ?? 0) !== (after.home_score ?? 0) || (before.away_score ?? 0) !== (after.away_score ?? 0));

async function write(batch: Batch, known: Known, confirmBefore: Date): Promise<void> {
  const { rows, before, ids, fresh, confirmed } = known;
  const { db, feed, now } = batch;
  const made = [...fresh].filter(([feedId]) => ids.has(feedId));
  const inserted = made.map(([, id]) => rows.get(id)!);
  const updated: MatchRow[] = [];
  for (const [id, row] of rows) {
    const earlier = before.get(id) ?? null;
    const changes = changesBetween(earlier, row);
    noteChange(batch, id, changes, earlier, row);
    const isOtherStart = earlier !== null && earlier.started_at?.getTime() !== row.started_at?.getTime();
    if (earlier !== null && (changes.length > 0 || isOtherStart)) updated.push(row);
    if (changes.length > 0 || isOtherStart) confirmed.delete(id);
  }
  await insertMatches(db, inserted);
  await insertIds(db, feed, 'match', made);
  await updateMatches(db, updated);
  await confirmMatches(db, [...confirmed], now, confirmBefore);
  await noteWhoTold(batch, known);
  const paired = [
    ...inserted,
    ...updated.filter((row) => batch.changes.get(row.id)?.kinds.some((kind) => kind === 'teams' || kind === 'fixture')),
  ];
  await writeLeagueTeams(db, playersOf(paired));
}

/**
 * Records which facts come from an admin; a fact stays an admin's until a feed sends it. For console entries, records all sent facts;
 * for feed updates accepted by an admin, only those of matches that changed.
 */
async function noteWhoTold({ db, feed, now, teller, changes }: Batch, { words, told }: Known): Promise<void> {
  const facts = [...told].flatMap(([match_id, names]) => [...names].map((fact) => ({ match_id, fact })));
  if (teller === null) {
    await deleteOperatorMarks(
      db,
      facts.filter(({ match_id, fact }) => words.get(match_id)?.has(fact)),
    );
    return;
  }
  const own = feed === MANUAL_FEED ? facts : facts.filter(({ match_id }) => changes.has(match_id));
  await writeOperatorMarks(db, own, teller, now);
}

function playersOf(rows: readonly MatchRow[]): LeagueTeam[] {
  const teams = new Map<string, LeagueTeam>();
  for (const { league_id, season, home_team_id, away_team_id } of rows) {
    for (const team_id of [home_team_id, away_team_id]) teams.set(`${league_id} ${season} ${team_id}`, { league_id, season, team_id });
  }
  return [...teams.values()];
}
