import { type MatchStatus, matchGroup } from '#domain/matches/match-status.ts';
import type { FeedUpdate } from '#server/modules/match-data/import/feed.ts';
import { findValue, pricesOf, type Values } from '#server/modules/match-data/providers/api-sports/prices.ts';
import { dropFarAway, noteChecked, noteMatch } from '#server/modules/match-data/providers/polled/known-match.ts';
import type { AnswerInHand } from '#server/modules/match-data/providers/polled/polled-feed.ts';
import { hundredths, type Price, readRows, refusalOf, type Taken } from '#server/modules/match-data/providers/polled/readings.ts';
import { GameRow, LeagueRow, OddsRow, TeamRow } from './formats.ts';
import { dropOldRequests, type Progress } from './progress.ts';
import { type Request, WINNER_ID } from './requests.ts';
import { currentSeason, followedLeague, gameUpdates, leagueUpdate, pastSeasons, seasonOf, statusOf, teamUpdate } from './to-updates.ts';

/** Converts an answer to updates, and stores in `progress` what later requests need. */
export function takeAnswer(progress: Progress, request: Request, answer: AnswerInHand): Taken {
  switch (request.kind) {
    case 'leagues':
      return takeLeagues(progress, answer);
    case 'teams':
      return takeTeams(progress, request.league, answer);
    case 'games':
    case 'day':
    case 'game':
      return takeGames(progress, request, answer);
    case 'history':
      return takePastSeason(progress, request, answer);
    case 'odds':
      return takeOdds(progress, answer);
  }
}

/** Reads leagues. The answer contains the leagues of the whole world; only followed ones are read. */
function takeLeagues(progress: Progress, { rows, followed: leagues, askedAt }: AnswerInHand): Taken {
  const idOf = (row: unknown) => String(Object(row).id);
  const wanted = rows.filter((row) => leagues.includes(idOf(row)));
  const { good, refusals } = readRows(LeagueRow, wanted, 'league');
  const updates: FeedUpdate[] = [];
  for (const row of good) {
    const current = currentSeason(row, askedAt);
    if (current === null) refusals.push(refusalOf('league', idOf(row), 'no current season', row));
    else {
      const [id, followed] = [String(row.id), followedLeague(row, current)];
      progress.leagues[id] = followed;
      progress.pastSeasons[id] = { league: row.name, seasons: pastSeasons(row, current) };
      updates.push(leagueUpdate(id, followed));
    }
  }
  const missing = leagues.filter((id) => !wanted.some((row) => idOf(row) === id));
  return { updates, refusals: [...refusals, ...missing.map((id) => refusalOf('league', id, 'the provider has no such league', id))] };
}

function takeTeams(progress: Progress, league: string, { rows }: AnswerInHand): Taken {
  const { good, refusals } = readRows(TeamRow, rows, 'team');
  for (const { id } of good) progress.teams[id] = league;
  return { updates: good.map(teamUpdate), refusals };
}

/** Reads games. A day's answer contains the games of the whole world; games of other leagues are not read. */
function takeGames(progress: Progress, request: Request, { rows, askedAt, followed: leagues }: AnswerInHand): Taken {
  const isWanted = (row: unknown) => request.kind === 'game' || leagues.includes(String(Object(row).league?.id));
  const { good, refusals } = readRows(GameRow, rows.filter(isWanted), 'game');
  const teams: FeedUpdate[] = [];
  const updates: FeedUpdate[] = [];
  for (const row of good) {
    teams.push(...newTeams(progress, row));
    const taken = gameUpdates(row, askedAt);
    updates.push(...taken.updates);
    refusals.push(...taken.refusals);
    const status = statusOf(row);
    if (status !== null) remember(progress, request.kind, row, status, askedAt.getTime());
  }
  if (request.kind === 'game') noteChecked(progress.fixtures, [request.id], new Set(good.map(({ id }) => String(id))), askedAt.getTime());
  dropFarAway(progress.fixtures, askedAt.getTime());
  dropOldRequests(progress, askedAt.getTime());
  return { updates: [...teams, ...updates], refusals };
}

/**
 * Reads all games of a season before the current one. Those without an end are left out: after a season nobody says any more how they
 * ended. None of them is watched.
 */
function takePastSeason(
  progress: Progress,
  { league, season }: Extract<Request, { kind: 'history' }>,
  { rows, askedAt }: AnswerInHand,
): Taken {
  const { good, refusals } = readRows(GameRow, rows, 'game');
  const followed = progress.leagues[league];
  if (followed === undefined) return { updates: [], refusals };
  const over = good.filter((row) => String(row.league.id) === league && row.league.season === season && isOverRow(row));
  const teams = new Map(over.flatMap(({ teams: { home, away } }) => [home, away]).map((team) => [team.id, team]));
  const fresh = [...teams.values()].filter(({ id }) => progress.teams[id] === undefined);
  const taken = over.map((row) => gameUpdates(row, askedAt));
  return {
    updates: [leagueUpdate(league, followed, season), ...fresh.map(teamUpdate), ...taken.flatMap(({ updates }) => updates)],
    refusals: [...refusals, ...taken.flatMap((one) => one.refusals)],
    pastSeason: { league: followed.name, season: seasonOf(season), matches: over.length },
  };
}

function isOverRow(row: GameRow): boolean {
  const status = statusOf(row);
  return status !== null && matchGroup(status) === 'finished';
}

/** Stores what a row said about a game, and when it was requested. */
function remember({ fixtures }: Progress, kind: Request['kind'], row: GameRow, status: MatchStatus, nowMs: number): void {
  const id = String(row.id);
  const before = fixtures[id];
  const told = {
    league: String(row.league.id),
    kickoffMs: row.date.getTime(),
    status,
    checkedMs: kind === 'game' ? nowMs : (before?.checkedMs ?? 0),
    liveMs: kind === 'day' ? nowMs : (before?.liveMs ?? 0),
  };
  noteMatch(fixtures, id, told, nowMs);
}

/** Returns teams that are in no list of teams, such as those of an all-star game. */
const newTeams = (progress: Progress, { teams, league }: GameRow): FeedUpdate[] =>
  [teams.home, teams.away].flatMap((team) => {
    if (progress.teams[team.id] !== undefined) return [];
    progress.teams[team.id] = String(league.id);
    return [teamUpdate(team)];
  });

/** Reads odds of upcoming games only: after the start these prices are no longer valid. The provider does not say when it collected them. */
function takeOdds({ fixtures }: Progress, { rows, askedAt }: AnswerInHand): Taken {
  const { good, refusals } = readRows(OddsRow, rows, 'odds');
  const updates: FeedUpdate[] = [];
  for (const { game, bookmakers } of good) {
    const known = fixtures[game.id];
    if (known?.status !== 'ns' || (known.kickoffMs ?? 0) <= askedAt.getTime()) continue;
    const matchId = String(game.id);
    const taken = pricesOf(matchId, bookmakers, WINNER_ID, priceOf);
    refusals.push(...taken.refusals);
    if (taken.prices.length > 0) updates.push({ kind: 'odds', matchId, seenAt: askedAt, bookmakers: taken.prices });
  }
  return { updates, refusals };
}

function priceOf(bookmaker: string, values: Values): Price | null {
  const [home, away] = ['home', 'away'].map((side) => hundredths(findValue(values, side)?.odd ?? ''));
  return home == null || away == null ? null : { bookmaker, market: '1x2', home, draw: null, away, suspended: false };
}
