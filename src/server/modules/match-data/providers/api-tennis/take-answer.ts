import { isFinal } from '#domain/matches/match-status.ts';
import type { FeedUpdate } from '#server/modules/match-data/import/feed.ts';
import { dropFarAway, noteChecked, noteMatch } from '#server/modules/match-data/providers/polled/known-match.ts';
import type { AnswerInHand } from '#server/modules/match-data/providers/polled/polled-feed.ts';
import {
  countryCodeOf,
  hundredths,
  type Price,
  readRows,
  refusalOf,
  type Taken,
} from '#server/modules/match-data/providers/polled/readings.ts';
import { surfaceOf } from '#server/modules/match-data/providers/tennis/surface.ts';
import { EventRow, MatchRow, OddsRow, StandingRow, TournamentRow } from './formats.ts';
import { noteDay } from './history.ts';
import { dropOld, type Progress } from './progress.ts';
import type { RankList, Request } from './requests.ts';
import { readMatch, takenOf } from './to-updates.ts';
import { rankListOf, tourOf } from './tours.ts';

/** Converts an answer to updates, and stores in `progress` what later requests need. */
export function takeAnswer(progress: Progress, request: Request, answer: AnswerInHand): Taken {
  switch (request.kind) {
    case 'events':
      return takeEvents(progress, answer);
    case 'tournaments':
      return takeTournaments(progress, answer);
    case 'standings':
      return takeStandings(progress, request.list, answer);
    case 'odds':
      return takeOdds(progress, answer);
    case 'history':
      return takePast(progress, request, answer);
    default:
      return takeMatches(progress, request, answer);
  }
}

/** Reads the ids of the followed tours; a tour that the provider does not have is refused. */
function takeEvents(progress: Progress, { rows, followed }: AnswerInHand): Taken {
  const { good, refusals } = readRows(EventRow, rows, 'tour', (row) => String(Object(row).event_type_type ?? '?').slice(0, 40));
  const ids = new Map(good.map((row) => [tourOf(row.event_type_type), row.event_type_key]));
  progress.events = Object.fromEntries(followed.flatMap((tour) => (ids.has(tour) ? [[tour, ids.get(tour)!]] : [])));
  const missing = followed.filter((tour) => !ids.has(tour));
  return { updates: [], refusals: [...refusals, ...missing.map((tour) => refusalOf('tour', tour, 'the provider has no such tour', tour))] };
}

/** Reads what tournaments are played on. The answer contains ten thousand; only those of followed tours are read. */
function takeTournaments(progress: Progress, { rows, followed }: AnswerInHand): Taken {
  const wanted = rows.filter((row) => followed.includes(tourOf(String(Object(row).event_type_type ?? ''))));
  const { good, refusals } = readRows(TournamentRow, wanted, 'league', (row) => String(Object(row).tournament_key ?? '?').slice(0, 40));
  const surfaces: Progress['surfaces'] = {};
  for (const row of good) {
    const surface = surfaceOf(row.tournament_sourface);
    if (surface !== undefined) surfaces[row.tournament_key] = surface;
  }
  progress.surfaces = surfaces;
  return { updates: [], refusals };
}

/** Reads a ranking, of which only players are stored who play in a followed tour; one who is no longer listed has no rank. */
function takeStandings({ players }: Progress, list: RankList, { rows }: AnswerInHand): Taken {
  const wanted = rows.filter((row) => String(Object(row).player_key) in players);
  const { good, refusals } = readRows(StandingRow, wanted, 'standing', (row) => String(Object(row).player_key).slice(0, 40));
  const listed = new Map(good.map((row) => [row.player_key, row]));
  for (const [key, player] of Object.entries(players)) {
    // A ranking without anybody is no ranking.
    if (player.list !== list || rows.length === 0) continue;
    const row = listed.get(key);
    if (row === undefined) player.rank = null;
    else Object.assign(player, { name: row.player, countryCode: countryCodeOf(row.country ?? '', null), rank: row.place });
  }
  const updates = good.map(({ player_key }): FeedUpdate => withRank(players, team(player_key, players[player_key]!.name!)));
  return { updates, refusals };
}

const team = (id: string, name: string): FeedUpdate & { kind: 'team' } => ({ kind: 'team', id, sport: 'tennis', name, countryCode: null });

/** Adds the full name, country and rank of a ranked player. Matches contain "J. Brooksby" only. */
function withRank(players: Progress['players'], update: FeedUpdate & { kind: 'team' }): FeedUpdate {
  const player = players[update.id];
  if (player?.name === undefined) return update;
  const { name, countryCode = null, rank = null } = player;
  return { ...update, name, countryCode, rank, ...(name !== update.name && { aliases: [update.name] }) };
}

type MatchRequest = Extract<Request, { kind: 'schedule' | 'day' | 'live' | 'match' }>;

function takeMatches(progress: Progress, request: MatchRequest, { rows, askedAt, followed }: AnswerInHand): Taken {
  const nowMs = askedAt.getTime();
  // The filter by tour is the provider's; a match that is requested by its id may be of a tour that was followed earlier.
  const isWanted = (row: unknown) => request.kind === 'match' || followed.includes(tourOf(String(Object(row).event_type_type ?? '')));
  const { good, refusals } = readRows(MatchRow, rows.filter(isWanted), 'match');
  const updates: FeedUpdate[] = [];
  for (const row of good) {
    const taken = takeMatch(progress, row, askedAt);
    updates.push(...taken.updates);
    refusals.push(...taken.refusals);
    const status = taken.updates.find((update) => update.kind === 'status')?.status;
    const fixture = taken.updates.find((update) => update.kind === 'fixture');
    if (status === undefined || fixture === undefined) continue;
    const kickoffMs = fixture.kickoffAt?.getTime() ?? null;
    const tour = tourOf(row.event_type_type);
    const checkedMs = request.kind === 'match' ? nowMs : (progress.fixtures[row.event_key]?.checkedMs ?? 0);
    noteMatch(progress.fixtures, row.event_key, { league: tour, kickoffMs, status, checkedMs, liveMs: nowMs }, nowMs);
    for (const key of [row.first_player_key, row.second_player_key]) notePlayer(progress, tour, key, nowMs);
  }
  if (request.kind === 'match') noteChecked(progress.fixtures, [request.id], new Set(good.map(({ event_key }) => event_key)), nowMs);
  dropFarAway(progress.fixtures, nowMs);
  dropOld(progress, nowMs);
  return { updates: inOrder(updates), refusals };
}

function takeMatch({ surfaces, players }: Progress, row: MatchRow, askedAt: Date): Taken {
  const { updates, refusals } = takenOf(row, readMatch(row, surfaces[row.tournament_key], askedAt));
  return { updates: updates.map((update) => (update.kind === 'team' ? withRank(players, update) : update)), refusals };
}

function notePlayer({ players }: Progress, tour: string, key: string | null | undefined, seenMs: number): void {
  const list = rankListOf(tour);
  if (list !== undefined && key) players[key] = { ...players[key], list, seenMs };
}

/** Returns each league and team once: a tournament's matches all tell it. */
function inOrder(updates: FeedUpdate[]): FeedUpdate[] {
  const once = new Map<string, FeedUpdate>();
  for (const update of updates) if (update.kind === 'league' || update.kind === 'team') once.set(`${update.kind} ${update.id}`, update);
  return [...once.values(), ...updates.filter(({ kind }) => kind !== 'league' && kind !== 'team')];
}

/** Reads the results of a past day. What has none is not followed: it would be missing for ever. */
function takePast(progress: Progress, request: Extract<Request, { kind: 'history' }>, { rows, askedAt }: AnswerInHand): Taken {
  const { good, refusals } = readRows(MatchRow, rows, 'match');
  const updates: FeedUpdate[] = [];
  for (const row of good) {
    if (tourOf(row.event_type_type) !== request.tour) continue;
    const taken = takeMatch(progress, row, askedAt);
    const status = taken.updates.find((update) => update.kind === 'status')?.status;
    refusals.push(...taken.refusals);
    if (status !== undefined && (isFinal(status) || status === 'awd' || status === 'wo')) updates.push(...taken.updates);
  }
  noteDay(progress, request);
  return { updates: inOrder(updates), refusals };
}

/** Reads prices of upcoming matches of followed tours only: prices in play are late and often wrong. The first player is at home. */
function takeOdds({ fixtures }: Progress, { rows, askedAt }: AnswerInHand): Taken {
  const isWanted = (row: unknown) => {
    const known = fixtures[String(Object(row).key)];
    return known?.status === 'ns' && (known.kickoffMs ?? 0) > askedAt.getTime();
  };
  const { good, refusals } = readRows(OddsRow, rows.filter(isWanted), 'odds', (row) => String(Object(row).key).slice(0, 40));
  const updates: FeedUpdate[] = [];
  for (const { key: matchId, value } of good) {
    const winner = value['Home/Away'];
    if (winner === undefined) continue;
    const bookmakers: Price[] = [];
    for (const bookmaker of Object.keys(winner.Home)) {
      const [home, away] = [winner.Home[bookmaker], winner.Away[bookmaker]].map((odd) => hundredths(odd ?? ''));
      if (home == null || away == null) refusals.push(refusalOf('odds', matchId, `no prices: ${bookmaker}`, winner));
      else bookmakers.push({ bookmaker, market: '1x2', home, draw: null, away, suspended: false });
    }
    if (bookmakers.length > 0) updates.push({ kind: 'odds', matchId, seenAt: askedAt, bookmakers });
  }
  return { updates, refusals };
}
