import type { MatchStatus } from '#domain/matches/match-status.ts';
import type { FeedUpdate } from '#server/modules/match-data/import/feed.ts';
import { dropFarAway, noteChecked, noteMatch } from '#server/modules/match-data/providers/polled/known-match.ts';
import type { AnswerInHand } from '#server/modules/match-data/providers/polled/polled-feed.ts';
import { readRows, refusalOf, type Taken } from '#server/modules/match-data/providers/polled/readings.ts';
import { competitionOf, leagueUpdate, pastSeasons, seasonOf, teamsOf, teamUpdate } from './catalogue-to-updates.ts';
import { hasDetails, toEvents, toLineups } from './details-to-updates.ts';
import { CompetitionRow, MatchRow, TeamRow } from './formats.ts';
import { fixtureUpdate, type ReadMatch, readMatch, statusUpdate } from './matches-to-updates.ts';
import { dropOldRequests, type Progress } from './progress.ts';
import type { Request } from './requests.ts';

/** Converts an answer to updates, and stores in `progress` what later requests need. `scoresDelayed`: the plan delays scores. */
export function takeAnswer(progress: Progress, request: Request, answer: AnswerInHand, scoresDelayed: boolean): Taken {
  switch (request.kind) {
    case 'competition':
      return takeCompetition(progress, request.code, answer);
    case 'teams':
      return takeTeams(progress, request.code, answer);
    case 'matches':
    case 'history':
    case 'day':
    case 'match':
      return takeMatches(progress, request, answer, scoresDelayed);
  }
}

function takeCompetition(progress: Progress, code: string, { rows }: AnswerInHand): Taken {
  const { good, refusals } = readRows(CompetitionRow, rows, 'league', () => code);
  const [row] = good;
  if (row === undefined) return { updates: [], refusals };
  const competition = competitionOf(row);
  if (competition === null) return { updates: [], refusals: [refusalOf('league', code, 'no current season', row)] };
  progress.competitions[code] = competition;
  progress.pastSeasons[code] = { league: competition.name, seasons: pastSeasons(row, competition) };
  return { updates: [leagueUpdate(competition)], refusals };
}

function takeTeams(progress: Progress, code: string, { rows }: AnswerInHand): Taken {
  const { good, refusals } = readRows(TeamRow, rows, 'team');
  for (const { id } of good) progress.teams[id] = code;
  return { updates: good.map((row) => teamUpdate(row, progress.competitions[code])), refusals };
}

/** Reads matches. A day's answer contains all competitions of the plan; matches of others than the followed ones are not read. */
function takeMatches(progress: Progress, request: Request, { rows, askedAt, followed }: AnswerInHand, scoresDelayed: boolean): Taken {
  // A row without a code is read, too, and refused: it may be one of ours.
  const isOfOthers = (code: unknown) => typeof code === 'string' && !followed.includes(code);
  const isWanted = (row: unknown) => request.kind !== 'day' || !isOfOthers(Object(row).competition?.code);
  const { good, refusals } = readRows(MatchRow, rows.filter(isWanted), 'match');
  const updates: FeedUpdate[] = [...leaguesOfPast(progress, request, good), ...good.flatMap((row) => newTeams(progress, row))];
  for (const row of good) {
    const taken = takeMatch(progress, request, row, askedAt, scoresDelayed);
    updates.push(...taken.updates);
    refusals.push(...taken.refusals);
  }
  if (request.kind === 'match') noteChecked(progress.fixtures, [request.id], new Set(good.map(({ id }) => String(id))), askedAt.getTime());
  dropFarAway(progress.fixtures, askedAt.getTime());
  for (const id of Object.keys(progress.longMatches)) {
    // Of a match long over, the parts are asked for once.
    if (
      progress.fixtures[id] === undefined &&
      (request.kind === 'match' ? request.id === id : progress.answeredMs[`match:${id}`] !== undefined)
    )
      delete progress.longMatches[id];
  }
  dropOldRequests(progress, askedAt.getTime());
  const past = request.kind === 'history' ? pastSeasonOf(progress, request, good.length) : null;
  return { updates, refusals, ...(past && { pastSeason: past }) };
}

function pastSeasonOf({ pastSeasons: known }: Progress, { code, year }: { code: string; year: number }, matches: number) {
  const season = known[code]?.seasons.find(({ id }) => id === String(year));
  return { league: known[code]?.league ?? code, season: season?.name ?? String(year), matches };
}

/** Returns the league in each past season, which may have other rules. */
function leaguesOfPast({ competitions }: Progress, request: Request, rows: readonly MatchRow[]): FeedUpdate[] {
  const league = request.kind === 'history' ? competitions[request.code] : undefined;
  return league === undefined ? [] : [...new Set(rows.map(({ season }) => seasonOf(season)))].map((season) => leagueUpdate(league, season));
}

const newTeams = (progress: Progress, row: MatchRow): FeedUpdate[] =>
  teamsOf(row).flatMap((team) => {
    if (progress.teams[team.id] !== undefined) return [];
    const code = row.competition.code ?? '';
    progress.teams[team.id] = code;
    return [teamUpdate(team, progress.competitions[code])];
  });

function takeMatch(progress: Progress, request: Request, row: MatchRow, askedAt: Date, scoresDelayed: boolean): Taken {
  const id = String(row.id);
  const before = progress.fixtures[id]?.status;
  const read = readMatch(row, before);
  if ('unknown' in read) return { updates: [], refusals: [refusalOf('match', id, read.unknown, row)] };
  const fixture = fixtureUpdate(row, read.status, scoresDelayed);
  if (fixture === null) return { updates: [], refusals: [] };
  const isKept = read.read.kind === 'doubtful' && read.read.score === null;
  remember(progress, request.kind, row, isKept ? (before ?? read.status) : read.status, askedAt.getTime());
  const told = statusOf(progress, request, row, read);
  // A match of the past would be stored as if it had not begun: all of it waits for its own answer.
  if (told.score === undefined) return { updates: progress.fixtures[id] === undefined ? [] : [fixture], refusals: told.refusals };
  const updates: FeedUpdate[] = [fixture, statusUpdate(row, read.status, told.score, askedAt)];
  if (request.kind === 'match') {
    progress.hasDetails ||= hasDetails(row);
    updates.push(...[toLineups(row), toEvents(row, told.score, progress.hasDetails)].filter((update) => update !== null));
  }
  return { updates, refusals: told.refusals };
}

/** Stores what a row said about a match, and when it was requested. A match without a time is looked for on its day. */
function remember({ fixtures }: Progress, kind: Request['kind'], row: MatchRow, status: MatchStatus, nowMs: number): void {
  const id = String(row.id);
  const before = fixtures[id];
  const told = {
    league: row.competition.code ?? '',
    kickoffMs: row.utcDate.getTime(),
    status,
    checkedMs: kind === 'match' ? nowMs : (before?.checkedMs ?? 0),
    liveMs: kind === 'day' ? nowMs : (before?.liveMs ?? 0),
  };
  noteMatch(fixtures, id, told, nowMs);
}

type Score = Extract<ReadMatch['read'], { kind: 'known' }>['score'];

/**
 * Returns the score to send; undefined if the match keeps its last state. Lists may leave out the parts of a match that went beyond 90
 * minutes, so such a list only leads to a request for the match itself. If that leaves the 90 minutes open as well, the match is sent
 * without them, and an operator decides; but what was once told is not taken back.
 */
function statusOf(
  { longMatches }: Progress,
  request: Request,
  row: MatchRow,
  { read, duration }: ReadMatch,
): { score?: Score; refusals: Taken['refusals'] } {
  const id = String(row.id);
  if (read.kind === 'known') {
    if (duration !== 'REGULAR') longMatches[id] = { isTold: true };
    else delete longMatches[id];
    return { score: read.score, refusals: [] };
  }
  const isTold = longMatches[id]?.isTold ?? false;
  longMatches[id] = { isTold };
  if (request.kind !== 'match') return { refusals: [] };
  const refusals = [refusalOf('match', id, read.reason, row)];
  return read.score === null || isTold ? { refusals } : { score: read.score, refusals };
}
