import type { Transaction } from 'kysely';
import type { changeFixture, createFixture, ManualFixture } from '#contract/contest-admin.ts';
import type { ParsedInputOf } from '#contract/endpoint.ts';
import { canFollow, isFinal, MATCH_STATUSES, type MatchStatus, matchGroup } from '#domain/matches/match-status.ts';
import { type MatchScore, type Score, settledScore } from '#domain/matches/score.ts';
import type { Sport } from '#domain/matches/sport.ts';
import type { Deps } from '#server/deps.ts';
import { type FeedUpdate, type LeagueUpdate, MANUAL_FEED } from '#server/modules/match-data/import/feed.ts';
import { findIds } from '#server/modules/match-data/import/queries.ts';
import { leagueRef } from '#server/modules/match-data/leagues/refs.ts';
import { matchBrief } from '#server/modules/match-data/matches/match-brief.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { FixtureRow } from './queries.ts';
import * as fixtures from './queries.ts';

type Input = ParsedInputOf<typeof createFixture>;
type Named = { name: string; country_code: string | null };

/** Returns the operators' id of a league or team: the same name is the same id, so that a repeated entry creates no duplicate. */
const nameOf = (sport: string, { name, country_code }: Named): string => `${sport} ${country_code ?? '-'} ${name.toLowerCase()}`;
const numberOf = (id: number): string => `id ${id}`;

/** The updates that come before a new match: its league and teams if they are new, or a new season. */
interface Told {
  updates: FeedUpdate[];
  leagueId: string;
  homeTeamId: string;
  awayTeamId: string;
}

/**
 * Converts an entry to updates. Known leagues and teams are looked up and get a manual id. Throws `invalid_payload` for an unknown
 * league or team, a league of an active feed, a team of another sport, and a match of a team against itself.
 */
export async function toldOf(deps: Deps, db: Transaction<DB>, input: Input): Promise<Told> {
  const league = await leagueOf(deps, db, input);
  const home = await teamOf(db, league.sport, 'home', input.home);
  const away = await teamOf(db, league.sport, 'away', input.away);
  if (home.id === away.id) throw new AppError('invalid_payload', { field: 'away' });
  const updates = [...league.updates, ...home.updates, ...away.updates];
  return { updates, leagueId: league.id, homeTeamId: home.id, awayTeamId: away.id };
}

async function leagueOf(deps: Deps, db: Transaction<DB>, { league, season }: Input) {
  if ('id' in league) {
    const [known] = await fixtures.findOpenLeagues(db, deps.config.feeds, 1, league.id);
    if (!known) throw new AppError('invalid_payload', { field: 'league' });
    const id = numberOf(known.id);
    await fixtures.adopt(db, 'league', id, known.id);
    return { id, sport: known.sport as Sport, updates: season > known.current_season ? [nextSeason(known, id, season)] : [] };
  }
  const { sport, form, draw_possible: drawPossible, name } = league;
  const id = nameOf(sport, league);
  const isKnown = (await findIds(db, MANUAL_FEED, 'league', [id])).has(id);
  const update: FeedUpdate = { kind: 'league', id, sport, name, countryCode: codeOf(league), season, form, drawPossible };
  return { id, sport, updates: isKnown ? [] : [update] };
}

/** Returns a league's update for its next season, with the rules of the season before. */
function nextSeason({ rules, ...league }: fixtures.OpenLeague, id: string, season: string): LeagueUpdate {
  const { earlier: _, ...present } = rules;
  return {
    ...{
      kind: 'league',
      id,
      season,
      rules: present as NonNullable<LeagueUpdate['rules']>,
      name: league.name,
      names: league.names as NonNullable<LeagueUpdate['names']>,
    },
    ...{ sport: league.sport as Sport, countryCode: league.country_code, form: league.form as LeagueUpdate['form'] },
    ...{ drawPossible: league.draw_possible, settlesOn: league.settles_on as NonNullable<LeagueUpdate['settlesOn']> },
    ...(league.rating_group !== null && { ratingGroup: league.rating_group }),
    ...(league.surface !== null && { surface: league.surface as NonNullable<LeagueUpdate['surface']> }),
  };
}

async function teamOf(db: Transaction<DB>, sport: Sport, field: 'home' | 'away', team: Input['home']) {
  if ('id' in team) {
    if ((await fixtures.findSport(db, team.id)) !== sport) throw new AppError('invalid_payload', { field });
    await fixtures.adopt(db, 'team', numberOf(team.id), team.id);
    return { id: numberOf(team.id), updates: [] };
  }
  const id = nameOf(sport, team);
  const isKnown = (await findIds(db, MANUAL_FEED, 'team', [id])).has(id);
  const update: FeedUpdate = { kind: 'team', id, sport, name: team.name, countryCode: codeOf(team) };
  return { id, updates: isKnown ? [] : [update] };
}

const codeOf = ({ country_code }: Named): string | null => country_code?.toLowerCase() ?? null;

type ChangeInput = ParsedInputOf<typeof changeFixture>;

/**
 * Returns the updates for new entries of a manually entered match; omitted fields keep their values. Throws `missing_fields` if nothing
 * is entered, and `invalid_payload` for a new kick-off of a match that has begun, for a kick-off in the past, and for a final whistle
 * without the score on which its contests are settled.
 */
export function changesOf(row: FixtureRow, input: ChangeInput, now: Date): FeedUpdate[] {
  const updates: FeedUpdate[] = [];
  if (input.kickoff_at !== undefined) updates.push(movedFixture(row, input.kickoff_at, now));
  if ([input.status, input.minute, input.period, input.score].some((value) => value !== undefined)) updates.push(statusOf(row, input, now));
  if (updates.length === 0) throw new AppError('missing_fields', { field: 'status' });
  return updates;
}

function movedFixture(row: FixtureRow, kickoff_at: string | null, now: Date): FeedUpdate {
  const kickoffAt = kickoffOf(kickoff_at, now);
  if (matchGroup(fixtureView(row).status) !== 'upcoming') throw new AppError('invalid_payload', { field: 'kickoff_at' });
  return {
    ...{ kind: 'fixture', id: row.feed_id, season: row.season, round: row.round, kickoffAt },
    ...(row.group_name !== null && { group: row.group_name }),
    ...(row.contest_barred !== null && { contestBarred: row.contest_barred }),
    // The operators' numeric id, which every league and team of an entered match has (see adopt).
    ...{ leagueId: `id ${row.league_id}`, homeTeamId: `id ${row.home_team_id}`, awayTeamId: `id ${row.away_team_id}` },
  };
}

/** Returns a future kick-off, or null; throws `invalid_payload` for a past one. */
export function kickoffOf(kickoff_at: string | null, now: Date): Date | null {
  const kickoffAt = kickoff_at === null ? null : new Date(kickoff_at);
  if (kickoffAt !== null && kickoffAt <= now) throw new AppError('invalid_payload', { field: 'kickoff_at' });
  return kickoffAt;
}

function statusOf(row: FixtureRow, { status, minute, period, score }: ChangeInput, now: Date): FeedUpdate {
  const before = fixtureView(row);
  const next = status ?? before.status;
  const whole = scoreOf(before.score, score, next);
  if (isFinal(next) && whole.home === null) throw new AppError('invalid_payload', { field: 'score' });
  if (isFinal(next) && settledScore(before.league.settles_on, next, whole) === null)
    throw new AppError('invalid_payload', { field: 'score.fulltime' });
  return {
    ...{ kind: 'status', matchId: row.feed_id, status: next, stoppage: null, seenAt: now, score: whole },
    // A minute holds for the part in which it was entered.
    minute: minute === undefined && status === undefined ? before.minute : (minute ?? null),
    period: period === undefined ? before.period : period,
  };
}

function scoreOf(before: ReturnType<typeof fixtureView>['score'], told: ChangeInput['score'], status: MatchStatus): MatchScore {
  const pair = (name: 'halftime' | 'fulltime' | 'extratime' | 'penalty'): Score | null =>
    told?.[name] === undefined ? before[name] : told[name];
  const parts = told?.parts ?? before.parts;
  return {
    ...{ home: told?.home ?? before.home, away: told?.away ?? before.away },
    // At the final whistle of regular time, the score itself is the fulltime score, even if it is corrected.
    fulltime: status === 'ft' && told?.fulltime === undefined ? null : pair('fulltime'),
    ...{ halftime: pair('halftime'), extratime: pair('extratime'), penalty: pair('penalty') },
    ...(parts !== undefined && { parts: parts as NonNullable<MatchScore['parts']> }),
    ...(before.awarded_to !== undefined && { awardedTo: before.awarded_to }),
  };
}

/** Returns a match as shown in the form in which it is entered. */
export function fixtureView(row: FixtureRow): ManualFixture {
  const { id, kickoff_at, status, minute, period, score, home, away } = matchBrief(row, row.league.sport, row.home, row.away);
  return {
    ...{ id, league: leagueRef(row.league), season: row.season, round: row.round, home, away, kickoff_at, venue: row.venue },
    ...{ status, minute, period, score },
    next_statuses: MATCH_STATUSES.filter((next) => canFollow(status as MatchStatus, next)),
  };
}
