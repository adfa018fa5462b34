import { NO_SCORE } from '#domain/matches/score.ts';
import type { FeedUpdate } from '#server/modules/match-data/import/feed.ts';
import { dropFarAway, noteChecked, noteMatch } from '#server/modules/match-data/providers/polled/known-match.ts';
import type { AnswerInHand } from '#server/modules/match-data/providers/polled/polled-feed.ts';
import { readRows, refusalOf, type Taken } from '#server/modules/match-data/providers/polled/readings.ts';
import { IncidentRow, MatchRow, type Opponent } from './formats.ts';
import { noteLeague, noteSides, placed } from './known-series.ts';
import { dropUnseen, type Progress } from './progress.ts';
import type { Request } from './requests.ts';
import { fixtureUpdate, leagueUpdate, matchUpdates, statusOf, teamUpdate } from './to-updates.ts';

/** Converts an answer to updates, and stores in `progress` what later requests need. `tiers` are the followed tiers of tournaments. */
export function takeAnswer(tiers: readonly string[], progress: Progress, request: Request, answer: AnswerInHand): Taken {
  const nowMs = answer.askedAt.getTime();
  const taken = request.kind === 'incidents' ? takeIncidents(tiers, progress, answer) : takeMatches(tiers, progress, request.kind, answer);
  if (request.kind === 'matches') {
    const told = new Set(answer.rows.map((row) => String(Object(row).id)));
    noteChecked(progress.fixtures, request.ids, told, nowMs);
    progress.stale = progress.stale.filter((id) => !request.ids.includes(id));
  }
  dropFarAway(progress.fixtures, nowMs);
  dropUnseen(progress, nowMs);
  return taken;
}

type Source = Request['kind'];

function takeMatches(tiers: readonly string[], progress: Progress, source: Source, answer: AnswerInHand): Taken {
  const wanted = answer.rows.filter((row) => isWanted(row, tiers, progress, answer.followed));
  const { good, refusals } = readRows(MatchRow, wanted, 'match');
  const updates: FeedUpdate[] = [];
  for (const row of good) {
    const taken = takeMatch(progress, source, row, answer.askedAt);
    updates.push(...taken.updates);
    refusals.push(...taken.refusals);
  }
  return { updates, refusals: source === 'past' ? oncePerReason(refusals) : refusals };
}

/** Thousands of old rows are imperfect for the same few reasons: one of each is kept for review. */
function oncePerReason(refusals: Taken['refusals']): Taken['refusals'] {
  const reasons = new Map(refusals.map((refusal) => [refusal.reason, { ...refusal, kind: 'past_match', feed_id: 'past' }]));
  return [...reasons.values()];
}

/** Returns whether a match is followed: by its title and tier, or because it was before. What cannot be judged is read, and refused then. */
function isWanted(row: unknown, tiers: readonly string[], { sides, fixtures }: Progress, games: readonly string[]): boolean {
  const { id, videogame, tournament } = Object(row);
  if (sides[String(id)] !== undefined || fixtures[String(id)] !== undefined) return true;
  const slug = Object(videogame).slug;
  if (typeof slug !== 'string' || Object(tournament) !== tournament) return true;
  const { tier } = tournament;
  return games.includes(slug) && tiers.includes(typeof tier === 'string' ? tier.toLowerCase() : 'unranked');
}

const NO_UPDATES: Taken = { updates: [], refusals: [] };

function takeMatch(progress: Progress, source: Source, row: MatchRow, seenAt: Date): Taken {
  const id = String(row.id);
  const nowMs = seenAt.getTime();
  const [first, second, ...more] = row.opponents;
  if (first === undefined || second === undefined) return takeUndecided(progress, source, row, seenAt);
  if (more.length > 0 || first.opponent.id === second.opponent.id) {
    return { updates: [], refusals: [refusalOf('match', id, 'not two opponents', row)] };
  }
  const [home, away] = placed(progress, id, [first, second]);
  const { leagueId, season, isCurrent } = noteLeague(progress, row, source !== 'past', nowMs);
  const { updates, refusals } = matchUpdates(row, { leagueId, home, away, seenAt });
  if (updates.length === 0) return { updates, refusals };
  if (source !== 'past' || progress.fixtures[id] !== undefined) {
    noteSides(progress, id, [home, away], nowMs);
    remember(progress, source, row, { home, away, leagueId }, nowMs);
  }
  const parties = [
    { ...leagueUpdate(leagueId, row, season), ...(isCurrent ? {} : { keepsLaterSeason: true }) },
    teamUpdate(home),
    teamUpdate(away),
  ];
  return { updates: [...parties, ...updates], refusals };
}

/** Stores what a row said about a match, and when it was requested. */
function remember(
  { fixtures }: Progress,
  source: Source,
  row: MatchRow,
  { home, away, leagueId }: { home: Opponent; away: Opponent; leagueId: string },
  nowMs: number,
): void {
  const id = String(row.id);
  const status = statusOf(row, { home: home.opponent.id, away: away.opponent.id });
  if (status === null) return;
  const before = fixtures[id];
  const told = {
    ...{ league: leagueId, kickoffMs: (row.scheduled_at ?? row.begin_at)?.getTime() ?? null, status },
    checkedMs: source === 'running' ? (before?.checkedMs ?? 0) : nowMs,
    liveMs: source === 'running' ? nowMs : (before?.liveMs ?? 0),
  };
  noteMatch(fixtures, id, told, nowMs);
}

/**
 * Reads a match whose opponents are not both known: there is no fixture yet. A known match that loses an opponent stays as it is, but no
 * contest may be open on it, because the stakes are on these two.
 */
function takeUndecided(progress: Progress, source: Source, row: MatchRow, seenAt: Date): Taken {
  const id = String(row.id);
  const known = progress.sides[id];
  if (known === undefined) return NO_UPDATES;
  const status = statusOf(row, null);
  if (status === null || status === 'live' || status === 'ft' || status === 'awd') {
    return { updates: [], refusals: [refusalOf('match', id, `${row.status.slice(0, 20)} without two opponents`, row)] };
  }
  const nowMs = seenAt.getTime();
  const { leagueId } = noteLeague(progress, row, source !== 'past', nowMs);
  const clock = { minute: null, stoppage: null, period: null };
  return {
    updates: [
      fixtureUpdate(row, leagueId, known, 'opponents_undecided'),
      { kind: 'status', matchId: id, status, ...clock, score: NO_SCORE, seenAt },
    ],
    refusals: [],
  };
}

const MERGED = /^merged with (\d{1,15})$/i;

/** Reads what was added, changed and deleted. Changes contain the whole match, or else the match is requested. */
function takeIncidents(tiers: readonly string[], progress: Progress, answer: AnswerInHand): Taken {
  const { good, refusals } = readRows(IncidentRow, answer.rows, 'incident');
  const whole: unknown[] = [];
  const updates: FeedUpdate[] = [];
  for (const incident of good) {
    if (incident.change_type === 'deletion') updates.push(...takeDeletion(progress, incident, answer.askedAt));
    else if (incident.type === 'match' && isWhole(incident.object)) whole.push(incident.object);
    else if (incident.type === 'match') noteStale(progress, String(incident.id));
  }
  const changed = takeMatches(tiers, progress, 'incidents', { ...answer, rows: whole });
  return { updates: [...updates, ...changed.updates], refusals: [...refusals, ...changed.refusals] };
}

const isWhole = (object: unknown): boolean =>
  ['opponents', 'results', 'league', 'serie', 'tournament', 'videogame', 'status'].every((part) => Object(object)[part] != null);

/** Most matches that are requested because of changes without content; others are found in the lists. */
const STALE_MAX = 500;

function noteStale({ stale }: Progress, id: string): void {
  if (!stale.includes(id) && stale.length < STALE_MAX) stale.push(id);
}

/** Returns what a deletion means: a merged match or opponent goes on under another id, and a deleted match is not played. */
function takeDeletion(progress: Progress, { id, type, object }: IncidentRow, seenAt: Date): FeedUpdate[] {
  const into = MERGED.exec(String(Object(object).reason ?? '').trim())?.[1];
  const [own, other] = [id, into].map((one) => (type === 'player' ? `player:${one}` : String(one))) as [string, string];
  if (type === 'team' || type === 'player') {
    if (into === undefined) return [];
    for (const sides of Object.values(progress.sides)) {
      if (sides.home === own) sides.home = other;
      if (sides.away === own) sides.away = other;
    }
    return [{ kind: 'merge', of: 'team', id: own, into: other, seenAt }];
  }
  if (type !== 'match' || (progress.sides[own] === undefined && progress.fixtures[own] === undefined)) return [];
  const isOver = progress.fixtures[own]?.overMs != null;
  for (const kept of [progress.sides, progress.fixtures] as Record<string, unknown>[]) {
    if (into !== undefined) kept[other] ??= kept[own];
    delete kept[own];
    if (kept[other] === undefined) delete kept[other];
  }
  if (into !== undefined) {
    noteStale(progress, other);
    return [{ kind: 'merge', of: 'match', id: own, into: other, seenAt }];
  }
  if (isOver) return [];
  const clock = { minute: null, stoppage: null, period: null };
  return [{ kind: 'status', matchId: own, status: 'canc', ...clock, score: NO_SCORE, seenAt }];
}
