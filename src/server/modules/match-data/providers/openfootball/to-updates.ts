import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { MatchStatus } from '#domain/matches/match-status.ts';
import type { Score } from '#domain/matches/score.ts';
import type { FeedMatchEvent, FeedUpdate } from '#server/modules/match-data/import/feed.ts';
import { isNeutralGround, nationsGroup } from '#server/modules/match-data/import/known-competitions.ts';
import { knownRules } from '#server/modules/match-data/import/league-rules.ts';
import { leagueNames, teamNames } from '#server/modules/match-data/import/team-names.ts';
import { keyOfMatch, type OpenFootballMatch, type ParsedFile, scoreOfMatch } from './parse.ts';
import { countryOfFile, zonedTime, zoneOfFile } from './time-zones.ts';

/**
 * Time for a date without a time: noon in UTC, which is the same date nearly everywhere. The match gets that time rather than an
 * undecided kick-off, because its date is known.
 */
const TIME_UNKNOWN = '12:00';

const STATUSES: Record<string, MatchStatus> = {
  awarded: 'awd',
  postponed: 'pst',
  cancelled: 'canc',
  canceled: 'canc',
  abandoned: 'abd',
  suspended: 'susp',
};

/** Converts everything valid in a file to updates. Teams and leagues are identified by their names, because the format has no ids. */
export function toUpdates(parsed: ParsedFile, now: Date): FeedUpdate[] {
  const { file, league, season, matches } = parsed;
  const fileName = basename(file);
  const leagueId = `league:${league}`;
  const countryCode = countryOfFile(fileName);
  const isCup = countryCode === null;
  const rules = knownRules(league, countryCode, season);
  const ratingGroup = nationsGroup(league, countryCode);
  const placing = placingIn(parsed, countryCode);
  const teams = [...new Set(matches.flatMap((match) => [match.team1, match.team2]))];
  const updates: FeedUpdate[] = [
    {
      kind: 'league',
      id: leagueId,
      sport: 'football',
      name: league,
      names: leagueNames(league, countryCode) ?? {},
      countryCode,
      season,
      keepsLaterSeason: true,
      form: isCup ? 'cup' : 'league',
      drawPossible: true,
      ...(rules && { rules }),
      ...(ratingGroup && { ratingGroup }),
    },
    ...teams.map(
      (name): FeedUpdate => ({
        kind: 'team',
        id: `team:${name}`,
        sport: 'football',
        name,
        countryCode: isCup ? null : countryCode,
        ...teamNames(name, countryCode),
      }),
    ),
  ];
  const times = new Map<string, number>();
  const nameOf = wholeNames(matches);
  for (const match of matches) {
    // Two matches of the same teams in the same round on different days: the second is another match.
    const key = keyOfMatch(match);
    const occurrence = (times.get(key) ?? 0) + 1;
    times.set(key, occurrence);
    const id = matchId(`${leagueId}|${season}|${key}${occurrence === 1 ? '' : `|${occurrence}`}`);
    const placed = placing(match);
    const neutral = isNeutralGround({ league, countryCode, season, round: placed.round, home: match.team1 });
    updates.push(fixture(id, { leagueId, season, ...placed, ...(neutral !== undefined && { neutral }) }, match, zoneOfFile(fileName)));
    updates.push(status(id, match, now));
    const events = goalEvents(match, nameOf);
    if (events.length > 0) updates.push({ kind: 'events', matchId: id, events });
  }
  return updates;
}

/** Returns a short id that does not change with the date. */
const matchId = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 24);

function fixture(
  id: string,
  place: Placing & { leagueId: string; season: string; neutral?: boolean },
  match: OpenFootballMatch,
  zone: string,
): FeedUpdate {
  const { team1, team2, ground } = match;
  return {
    kind: 'fixture',
    id,
    ...place,
    homeTeamId: `team:${team1}`,
    awayTeamId: `team:${team2}`,
    kickoffAt: kickoffOf(match, zone),
    ...(ground === undefined ? {} : { venue: ground }),
  };
}

/** Returns the kick-off. A time may have its own offset ("13:00 UTC-6") or zone ("20:45 CET"); otherwise it is in the league's zone. */
export function kickoffOf({ date, time }: OpenFootballMatch, zone: string): Date {
  const [clock = TIME_UNKNOWN, own] = (time ?? '').split(' ').filter((part) => part !== '');
  const padded = clock.padStart(5, '0');
  if (time === undefined) return zonedTime(date, padded, 'UTC');
  const offset = /^UTC([+-±])(\d{1,2})(?::(\d{2}))?$/.exec(own ?? '');
  if (offset === null) return zonedTime(date, padded, own === undefined ? zone : (NAMED_ZONES[own] ?? zone));
  const minutes = (offset[1] === '-' ? -1 : 1) * (Number(offset[2]) * 60 + Number(offset[3] ?? 0));
  return new Date(Date.parse(`${date}T${padded}:00Z`) - minutes * 60_000);
}

const NAMED_ZONES: Record<string, string> = { CET: 'Europe/Paris', CEST: 'Europe/Paris', BST: 'Europe/London', GMT: 'UTC', UTC: 'UTC' };

function status(id: string, match: OpenFootballMatch, now: Date): FeedUpdate {
  return {
    kind: 'status',
    matchId: id,
    status: statusOf(match),
    minute: null,
    stoppage: null,
    period: null,
    score: scoreOfMatch(match),
    seenAt: now,
  };
}

export function statusOf({ status, score = {} }: OpenFootballMatch): MatchStatus {
  const named = status === undefined ? undefined : STATUSES[status.toLowerCase()];
  if (named !== undefined) return named;
  const { ft, et, p }: { ft?: Score; et?: Score; p?: Score } = score;
  if (p !== undefined) return 'pen';
  if (et !== undefined) return 'aet';
  return ft === undefined ? 'ns' : 'ft';
}

/** Returns the goals with a minute, in order. A goal without a minute cannot be placed in a timeline. */
function goalEvents(
  { team1, team2, goals1 = [], goals2 = [] }: OpenFootballMatch,
  nameOf: (team: string, name: string) => string,
): FeedMatchEvent[] {
  const events = [
    ...goals1.map((goal) => ({ goal, side: 'home' as const })),
    ...goals2.map((goal) => ({ goal, side: 'away' as const })),
  ].flatMap(({ goal, side }) => {
    // Stoppage time is in its own field, or in the minute as "90+4".
    const [minute = Number.NaN, added] = String(goal.minute ?? '?')
      .split('+')
      .map(Number);
    if (!(minute >= 1 && minute <= 120)) return [];
    // The list contains the goals for a side; an own goal is recorded for the side of its player.
    const scorer = goal.owngoal ? (side === 'home' ? ('away' as const) : ('home' as const)) : side;
    const type = goal.owngoal ? ('own_goal' as const) : goal.penalty ? ('penalty' as const) : ('goal' as const);
    const stoppage = goal.offset === undefined ? (added ?? null) : Number(goal.offset);
    const player = nameOf(scorer === 'home' ? team1 : team2, goal.name);
    return [{ type, side: scorer, period: periodOf(minute), minute, stoppage, player, other: null, detail: null }];
  });
  const ordered = events.sort((a, b) => a.minute - b.minute || (a.stoppage ?? 0) - (b.stoppage ?? 0));
  return ordered.map((event, index) => ({ id: `goal${index + 1}`, ...event }));
}

function periodOf(minute: number): FeedMatchEvent['period'] {
  if (minute <= 45) return 'H1';
  return minute <= 90 ? 'H2' : 'ET';
}

/**
 * Files name a player by the whole name in one match and by the last name in another. If only one player of a team matches, it is that
 * player: the returned function gives the whole name for a team and a name as written.
 */
export function wholeNames(matches: readonly OpenFootballMatch[]): (team: string, name: string) => string {
  const byTeam = new Map<string, Set<string>>();
  const add = (team: string, name: string) => byTeam.set(team, (byTeam.get(team) ?? new Set()).add(name.trim()));
  for (const { team1, team2, goals1 = [], goals2 = [] } of matches) {
    for (const { name, owngoal } of goals1) add(owngoal ? team2 : team1, name);
    for (const { name, owngoal } of goals2) add(owngoal ? team1 : team2, name);
  }
  return (team, written) => {
    const name = written.trim();
    const longer = [...(byTeam.get(team) ?? [])].filter((other) => other.endsWith(` ${name}`));
    return longer.length === 1 ? longer[0]! : name;
  };
}

/** The name of a round, and the group whose table its matches count for. */
interface Placing {
  round: string;
  group?: string;
}

/** Stages that are only the name of a table, and the group's name for them. */
const NAMED_AFTER: Record<string, string> = { Regular: 'Regular season', League: 'League phase' };
/** Stages with their own table, whose rounds restart at 1. */
const HALF_SEASON = /^(apertura|clausura|\d.? semestre)$/i;
/** Countries whose league is split after some rounds and carries over all points and goals: one table. */
const CARRIED_ON: (string | null)[] = ['gb-sct'];

/**
 * Returns the round and group of a file's matches. Some files have the group; some have it as a round ("Group A"); leagues with a later
 * stage ("Finals", "Championship") have it before the round, and then only the regular season counts for the table, because what is
 * carried over into a later stage differs by league.
 */
export function placingIn({ matches }: Pick<ParsedFile, 'matches'>, countryCode: string | null): (match: OpenFootballMatch) => Placing {
  const hasStages = !CARRIED_ON.includes(countryCode) && matches.some((match) => partsOf(match).stage !== undefined);
  return (match) => {
    const { stage, round } = partsOf(match);
    const whole = stage === undefined ? round : `${stage}, ${round}`;
    if (match.group !== undefined) return { round: whole, group: match.group };
    if (/^Group \w{1,2}$/.test(round)) return { round: whole, group: round };
    if (!hasStages) return { round: whole };
    if (stage === undefined) return countryCode === null ? { round } : { round, group: NAMED_AFTER.Regular! };
    if (HALF_SEASON.test(stage)) return { round: whole, group: stage };
    const named = Object.hasOwn(NAMED_AFTER, stage) ? NAMED_AFTER[stage] : undefined;
    return named === undefined ? { round: whole } : { round, group: named };
  };
}

/** Splits off the stage, which is in its own field or before the round: "Finals, Round of 16". */
function partsOf({ stage, round }: OpenFootballMatch): { stage: string | undefined; round: string } {
  if (stage !== undefined) return { stage, round };
  const comma = round.lastIndexOf(', ');
  return comma === -1 ? { stage: undefined, round } : { stage: round.slice(0, comma), round: round.slice(comma + 2) };
}
