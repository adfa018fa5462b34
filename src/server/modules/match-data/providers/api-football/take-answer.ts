import { type MatchStatus, matchGroup } from '#domain/matches/match-status.ts';
import type { FeedUpdate, OddsUpdate } from '#server/modules/match-data/import/feed.ts';
import { findValue, pricesOf, type Values } from '#server/modules/match-data/providers/api-sports/prices.ts';
import { dropFarAway, noteChecked, noteMatch } from '#server/modules/match-data/providers/polled/known-match.ts';
import type { AnswerInHand } from '#server/modules/match-data/providers/polled/polled-feed.ts';
import {
  hundredths,
  type Price,
  readRows,
  refusalOf,
  type Taken,
  type TakenOdds,
} from '#server/modules/match-data/providers/polled/readings.ts';
import { followedLeague, leagueUpdate, pastSeasons, seasonOf, squadUpdate, teamUpdate } from './catalogue-to-updates.ts';
import { fixtureUpdates, statusOf } from './fixtures-to-updates.ts';
import { FixtureRow, InjuryRow, LeagueRow, LiveOddsRow, OddsRow, PlayersRow, SquadRow, StandingsRow, TeamRow } from './formats.ts';
import { absencesUpdates, ratingsUpdate } from './players-to-updates.ts';
import { dropOldRatings, type Progress } from './progress.ts';
import { INJURIES_AHEAD_MS, type Request, upcomingWithin } from './requests.ts';

/** Converts an answer to updates, and stores in `progress` what later requests need. */
export function takeAnswer(progress: Progress, request: Request, answer: AnswerInHand): Taken {
  switch (request.kind) {
    case 'leagues':
      return takeLeagues(progress, answer);
    case 'teams':
      return takeTeams(progress, request.league, answer);
    case 'standings':
      return takeGroups(progress, request.league, answer);
    case 'fixtures':
    case 'live':
    case 'details':
      return takeFixtures(progress, request, answer);
    case 'history':
      return takePastSeason(progress, request, answer);
    case 'odds':
      return takeOdds(progress, answer);
    case 'live_odds':
      return takeLiveOdds(answer);
    case 'injuries':
      return takeInjuries(progress, request.league, answer);
    case 'ratings': {
      const { good, refusals } = readRows(PlayersRow, answer.rows, 'ratings', () => request.id);
      const update = ratingsUpdate(request.id, good);
      return { updates: update === null ? [] : [update], refusals };
    }
    case 'squad': {
      const { good, refusals } = readRows(SquadRow, answer.rows, 'squad');
      return { updates: good.filter(({ team }) => String(team.id) === request.team).map(squadUpdate), refusals };
    }
  }
}

/** Reads leagues. The answer contains the leagues of the whole world; only followed ones are read. */
function takeLeagues(progress: Progress, { rows, followed: leagues }: AnswerInHand): Taken {
  const idOf = (row: unknown) => String(Object(row).league?.id);
  const wanted = rows.filter((row) => leagues.includes(idOf(row)));
  const { good, refusals } = readRows(LeagueRow, wanted, 'league');
  const updates: FeedUpdate[] = [];
  for (const row of good) {
    const followed = followedLeague(row);
    if (followed === null) refusals.push(refusalOf('league', idOf(row), 'no current season', row));
    else {
      const id = String(row.league.id);
      progress.leagues[id] = followed;
      progress.pastSeasons[id] = { league: row.league.name, seasons: pastSeasons(row, followed) };
      updates.push(leagueUpdate(id, followed));
    }
  }
  const missing = leagues.filter((id) => !wanted.some((row) => idOf(row) === id));
  return { updates, refusals: [...refusals, ...missing.map((id) => refusalOf('league', id, 'the provider has no such league', id))] };
}

function takeTeams(progress: Progress, league: string, { rows }: AnswerInHand): Taken {
  const { good, refusals } = readRows(TeamRow, rows, 'team');
  for (const { team } of good) progress.teams[team.id] = league;
  return { updates: good.map((row) => teamUpdate(row, progress.leagues[league])), refusals };
}

/** Reads who misses the matches of the next days. The answer contains the whole season; other matches are not read. */
function takeInjuries(progress: Progress, league: string, { rows, askedAt }: AnswerInHand): Taken {
  const upcoming = upcomingWithin(progress, INJURIES_AHEAD_MS, askedAt.getTime()).filter(([, match]) => match.league === league);
  const ids = upcoming.map(([id]) => id);
  const wanted = rows.filter((row) => ids.includes(String(Object(row).fixture?.id)));
  const { good, refusals } = readRows(InjuryRow, wanted, 'injuries');
  return { updates: absencesUpdates(ids, good), refusals };
}

/** Reads groups. Our tables are computed from matches; only the teams of each group come from the provider's tables. */
function takeGroups(progress: Progress, league: string, { rows }: AnswerInHand): Taken {
  const { good, refusals } = readRows(StandingsRow, rows, 'standings', () => league);
  const places = good.flatMap((row) => row.league.standings.flat());
  const groups = places.flatMap(({ team, group }) => (/^group /i.test(group ?? '') ? [[String(team.id), group!.trim()] as const] : []));
  progress.groups[league] = Object.fromEntries(groups);
  return { updates: [], refusals };
}

function takeFixtures(progress: Progress, request: Request, { rows, askedAt, followed: leagues }: AnswerInHand): Taken {
  const { good, refusals } = readRows(FixtureRow, rows, 'fixture');
  const teams: FeedUpdate[] = [];
  const updates: FeedUpdate[] = [];
  for (const row of good) {
    const league = String(row.league.id);
    // A match from an earlier season, or of a league removed from the settings, is still followed to its end.
    if (!leagues.includes(league) && request.kind !== 'details') continue;
    teams.push(...newTeams(progress, row));
    const taken = fixtureUpdates(row, placingOf(progress, row), askedAt);
    updates.push(...taken.updates);
    refusals.push(...taken.refusals);
    const status = statusOf(row);
    if (status !== null) remember(progress, request.kind, row, status, askedAt.getTime());
  }
  if (request.kind === 'live') noteLeftList(progress, askedAt.getTime());
  if (request.kind === 'details')
    noteChecked(progress.fixtures, request.ids, new Set(good.map(({ fixture }) => String(fixture.id))), askedAt.getTime());
  dropFarAway(progress.fixtures, askedAt.getTime());
  dropOldRatings(progress);
  return { updates: [...teams, ...updates], refusals };
}

/** Makes the matches that just left the live list due now: the last request for their statistics was made before they left. */
function noteLeftList({ fixtures, answeredMs }: Progress, nowMs: number): void {
  const listedMs = answeredMs.live ?? 0;
  for (const match of Object.values(fixtures)) {
    if (match.liveMs > 0 && match.liveMs >= listedMs && match.liveMs < nowMs) match.checkedMs = 0;
  }
}

/**
 * Reads all matches of a season before the current one. Those without an end are left out: after a season nobody says any more how they
 * ended. None of them is watched, and their teams' squads are not requested.
 */
function takePastSeason(
  progress: Progress,
  { league, year }: Extract<Request, { kind: 'history' }>,
  { rows, askedAt }: AnswerInHand,
): Taken {
  const { good, refusals } = readRows(FixtureRow, rows, 'fixture');
  const followed = progress.leagues[league];
  if (followed === undefined) return { updates: [], refusals };
  const season = progress.pastSeasons[league]?.seasons.find(({ id }) => id === String(year))?.name ?? seasonOf(followed, year);
  const over = good.filter((row) => String(row.league.id) === league && row.league.season === year && isOverRow(row));
  const teams = new Map(over.flatMap(({ teams: { home, away } }) => [home, away]).map((team) => [team.id, team]));
  const fresh = [...teams.values()].filter(({ id }) => progress.teams[id] === undefined);
  const taken = over.map((row) => fixtureUpdates(row, { season, ...groupInRound(row) }, askedAt));
  return {
    updates: [
      leagueUpdate(league, followed, season),
      ...fresh.map((team) => teamUpdate({ team: { ...team, code: null, country: null } }, undefined)),
      ...taken.flatMap(({ updates }) => updates),
    ],
    refusals: [...refusals, ...taken.flatMap((one) => one.refusals)],
    pastSeason: { league: followed.name, season, matches: over.length },
  };
}

function isOverRow(row: FixtureRow): boolean {
  const status = statusOf(row);
  return status !== null && matchGroup(status) === 'finished';
}

/** Returns the group that an earlier season's round names: "Group A - 1". Later seasons name it in their tables only. */
function groupInRound({ league }: FixtureRow): { group?: string } {
  const [group] = /^Group [A-Z](?= - )/.exec(league.round?.trim() ?? '') ?? [];
  return group === undefined ? {} : { group };
}

/** Stores what a row said about a match, and when it was requested. */
function remember({ fixtures }: Progress, kind: Request['kind'], row: FixtureRow, status: MatchStatus, nowMs: number): void {
  const id = String(row.fixture.id);
  const before = fixtures[id];
  const told = {
    league: String(row.league.id),
    kickoffMs: status === 'tbd' ? null : row.fixture.date.getTime(),
    status,
    checkedMs: kind === 'details' ? nowMs : (before?.checkedMs ?? 0),
    liveMs: kind === 'live' ? nowMs : (before?.liveMs ?? 0),
  };
  noteMatch(fixtures, id, told, nowMs);
}

/** Returns teams that are in no list of teams, such as a cup's qualifiers, with their names only. */
function newTeams(progress: Progress, { teams, league }: FixtureRow): FeedUpdate[] {
  return [teams.home, teams.away].flatMap(({ id, name }) => {
    if (progress.teams[id] !== undefined) return [];
    progress.teams[id] = String(league.id);
    return [teamUpdate({ team: { id, name, code: null, country: null } }, undefined)];
  });
}

function placingOf({ leagues, groups }: Progress, { league, teams }: FixtureRow): { season: string; group?: string } {
  const season = seasonOf(leagues[league.id], league.season);
  const [home, away] = [groups[league.id]?.[teams.home.id], groups[league.id]?.[teams.away.id]];
  const isGroupMatch = /^group/i.test(league.round?.trim() ?? '') && home !== undefined && home === away;
  return isGroupMatch ? { season, group: home } : { season };
}

/** Reads odds of upcoming matches only: after the kick-off these prices are no longer valid. */
function takeOdds(progress: Progress, { rows, askedAt }: AnswerInHand): Taken {
  const { good, refusals } = readRows(OddsRow, rows, 'odds');
  const open = good.filter(({ fixture }) => {
    const known = progress.fixtures[fixture.id];
    return known?.status === 'ns' && (known.kickoffMs ?? 0) > askedAt.getTime();
  });
  const taken = open.map((row) => oddsUpdate(row, askedAt));
  return {
    updates: taken.flatMap(({ update }) => (update === null ? [] : [update])),
    refusals: [...refusals, ...taken.flatMap((one) => one.refusals)],
  };
}

function takeLiveOdds({ rows, askedAt, held }: AnswerInHand): Taken {
  // The answer contains every match of the world; others are not read.
  const known = rows.filter((row) => held.has(String(Object(row).fixture?.id)));
  const { good, refusals } = readRows(LiveOddsRow, known, 'live_odds');
  const updates = good.flatMap((row) => liveOddsUpdate(row, held.get(String(row.fixture.id))!, askedAt) ?? []);
  return { updates, refusals };
}

/** Bet id in `/odds`; in `/odds/live` ids have other meanings, so the name is used there. */
const MATCH_WINNER_ID = 1;
const LIVE_MATCH_WINNER = /^(fulltime result|match winner|1x2)$/i;
/** Name for prices in play, which come without a bookmaker. */
const LIVE_BOOKMAKER = 'In-play';

/** Reads prices before a match. An impossible price is refused; those of other bookmakers are kept. */
export function oddsUpdate(row: OddsRow, askedAt: Date): TakenOdds {
  const matchId = String(row.fixture.id);
  const { prices: bookmakers, refusals } = pricesOf(matchId, row.bookmakers, MATCH_WINNER_ID, priceOf);
  if (bookmakers.length === 0) return { update: null, refusals };
  return { update: { kind: 'odds', matchId, seenAt: notAfter(row.update, askedAt), bookmakers }, refusals };
}

/**
 * Reads prices in play. The bookmakers' prices from before the match (`held`) are no longer valid and are sent as suspended, so that
 * they do not count as withdrawn. A suspended price in play is sent as "0" and keeps its last value.
 */
export function liveOddsUpdate({ fixture, status, update, odds }: LiveOddsRow, held: Price[], askedAt: Date): OddsUpdate | null {
  const before = held.filter(({ bookmaker }) => bookmaker !== LIVE_BOOKMAKER).map((price) => ({ ...price, suspended: true }));
  const last = held.find(({ bookmaker }) => bookmaker === LIVE_BOOKMAKER);
  const values = odds.find(({ name }) => LIVE_MATCH_WINNER.test(name))?.values ?? [];
  const isStopped = status.stopped || status.blocked || status.finished;
  const price = priceOf(LIVE_BOOKMAKER, values);
  const live = price ? { ...price, suspended: price.suspended || isStopped } : last && { ...last, suspended: true };
  if (live === undefined) return null;
  return { kind: 'odds', matchId: String(fixture.id), seenAt: notAfter(update, askedAt), bookmakers: [...before, live] };
}

/** Returns the provider's time of the prices, or the time of the request if the provider's clock is ahead of ours. */
const notAfter = (update: Date, askedAt: Date): Date => (update < askedAt ? update : askedAt);

function priceOf(bookmaker: string, values: Values): Price | null {
  const picks = [findValue(values, 'home', '1'), findValue(values, 'draw', 'x'), findValue(values, 'away', '2')];
  const [home, draw, away] = picks.map((pick) => hundredths(pick?.odd ?? ''));
  if (home == null || draw == null || away == null) return null;
  return { bookmaker, market: '1x2', home, draw, away, suspended: picks.some((pick) => pick?.suspended === true) };
}
