import { PERCENT_STATISTICS, type SideStatistics, STATISTIC_KINDS, type StatisticKind } from '#domain/matches/match-details.ts';
import { canFollow, isFinal } from '#domain/matches/match-status.ts';
import { impossibleParts, impossibleScore, type MatchScore } from '#domain/matches/score.ts';
import { isOverTwoYears, isWithinSeason } from '#domain/matches/season.ts';
import { formatFault } from '#domain/matches/series-format.ts';
import { isSeries, type Sport, SURFACES } from '#domain/matches/sport.ts';
import { SETTLEMENT_TIMERS } from '#domain/settlement/settlement-timers.ts';
import { utcDay } from '#domain/time.ts';
import type { Batch } from './batch.ts';
import type { LeagueFacts } from './catalogue.ts';
import type {
  EventsUpdate,
  FixtureUpdate,
  LeagueUpdate,
  LineupsUpdate,
  OddsUpdate,
  SquadUpdate,
  StatisticsUpdate,
  StatusUpdate,
  TeamUpdate,
} from './feed.ts';
import type { MatchRow } from './match-row.ts';

/** Why an update is refused, as a code that is quarantined with it for review; null if the update is possible. */
export type Verdict = string | null;

/** The faults of an update, the most serious first. */
type Faults = Generator<string, void, unknown>;

/** Returns the first fault that was not accepted by a person, or null. */
function firstFault(faults: Faults, believed: string | null): Verdict {
  for (const fault of faults) if (fault !== believed) return fault;
  return null;
}

const KICKOFF_YEAR_MIN = 1850;
/** Maximum time until a kick-off. */
const KICKOFF_AHEAD_MS_MAX = 3 * 366 * 86_400_000;
const MINUTE_MAX = 120;
const STOPPAGE_MAX = 30;
/** Maximum time that a feed's clock may be ahead of ours. */
const SEEN_AHEAD_MS_MAX = 5 * 60_000;
const PRICE_MIN = 101;
const PRICE_MAX = 1_000_000;
const EVENTS_MAX = 200;
const PLAYERS_MAX = 60;
const SCORE_MAX = 300;
const PERSON_NAME_MAX = 120;
const SHIRT_MAX = 999;
const COUNT_MAX = 10_000;
const EXPECTED_GOALS_MAX = 50;
/** Each side's share is rounded separately, and some providers leave out the time when neither side has the ball. */
const POSSESSION_SUM = { min: 95, max: 105 };

const NAME_MAX = 120;
/** As long as a season in an address may be. */
const SEASON_MAX = 20;
const RATING_GROUP = /^[a-z0-9][a-z0-9_-]{0,39}$/;
/** Rankings of tours list a few thousand players. */
const RANK_MAX = 10_000;

/** Validates what both leagues and teams have: an id and a name. */
const namedVerdict = ({ id, name }: LeagueUpdate | TeamUpdate): Verdict =>
  id.length > 0 && name.trim().length > 0 && name.length <= NAME_MAX ? null : 'name_missing_or_too_long';

export function validateLeague(update: LeagueUpdate): Verdict {
  const { ratingGroup, surface } = update;
  if (ratingGroup !== undefined && !RATING_GROUP.test(ratingGroup)) return 'rating_group_no_code';
  if (surface !== undefined && !SURFACES.includes(surface)) return 'surface_unknown';
  return namedVerdict(update);
}

export function validateTeam(update: TeamUpdate): Verdict {
  const { rank = null } = update;
  if (rank !== null && !(isCount(rank, RANK_MAX) && rank > 0)) return 'rank_out_of_range';
  return namedVerdict(update);
}

/** The league and teams of a fixture in our database; `null` if the feed has not sent them. */
export interface FixtureParties {
  league: LeagueFacts | null;
  home: number | null;
  away: number | null;
}

/** Validates a fixture. `believed` is a fault that a person has reviewed and accepted. */
export function validateFixture(
  update: FixtureUpdate,
  parties: FixtureParties,
  before: MatchRow | null,
  { feed, now, believed }: Pick<Batch, 'feed' | 'now' | 'believed'>,
): Verdict {
  const { league, home, away } = parties;
  if (league === null) return 'unknown_league';
  if (home === null || away === null) return 'unknown_team';
  if (home === away) return 'team_against_itself';
  if (before !== null && before.league_id !== league.id) return 'in_two_leagues';
  if (update.round.length === 0 || update.season.length === 0) return 'round_or_season_missing';
  if (update.season.length > SEASON_MAX || [update.round, update.group ?? ''].some((name) => name.length > NAME_MAX))
    return 'name_too_long';
  const impossible = termsFault(update, league.sport);
  if (impossible !== null) return impossible;
  return update.kickoffAt === null ? null : firstFault(kickoffFaults(update, update.kickoffAt, league, before, { feed, now }), believed);
}

/** A code that a page or an operator can be shown a sentence for. */
const CODE = /^[a-z][a-z0-9_]{0,39}$/;

function termsFault({ format, contestBarred }: FixtureUpdate, sport: Sport): Verdict {
  if (contestBarred !== undefined && !CODE.test(contestBarred)) return 'contest_barred_no_code';
  if (format === undefined) return null;
  if (!isSeries(sport)) return 'format_in_other_sport';
  if (typeof format.race !== 'boolean') return 'format_race_unknown';
  const fault = formatFault(format);
  return fault && `format_${fault}`;
}

function* kickoffFaults(
  { season }: FixtureUpdate,
  kickoffAt: Date,
  league: LeagueFacts,
  before: MatchRow | null,
  { feed, now }: Pick<Batch, 'feed' | 'now'>,
): Faults {
  const kickoffMs = kickoffAt.getTime();
  if (Number.isNaN(kickoffMs)) return void (yield 'kickoff_no_date');
  if (kickoffAt.getUTCFullYear() < KICKOFF_YEAR_MIN || kickoffMs > now.getTime() + KICKOFF_AHEAD_MS_MAX) yield 'kickoff_absurd';
  if (before?.status === 'ns' && before.kickoff_at !== null && isOtherYear(before.kickoff_at, kickoffAt)) yield 'kickoff_in_another_year';
  // Qualifiers and cups are named by the year of their end, however long they take. The demo's seasons take weeks at any speed, so that
  // their names are no dates.
  const isBound = feed !== 'demo' && league.form === 'league' && isOverTwoYears(season);
  if (isBound && !isWithinSeason(utcDay(kickoffAt), season)) yield 'kickoff_outside_season';
}

/**
 * Returns whether a kick-off keeps its day but changes its year, which is a typing error. A match that really moves by a year is
 * reported as postponed first.
 */
const isOtherYear = (before: Date, after: Date): boolean =>
  before.getUTCFullYear() !== after.getUTCFullYear() && before.toISOString().slice(5, 10) === after.toISOString().slice(5, 10);

/**
 * Returns whether a later update of the match was applied before. A stored time in our future came from a wrong clock, and does not
 * count as later.
 */
export const isOvertaken = ({ seenAt }: StatusUpdate, { seen_at }: MatchRow, now: Date): boolean =>
  seen_at !== null && seenAt < seen_at && seen_at.getTime() <= now.getTime() + SEEN_AHEAD_MS_MAX;

/** Validates a status. `believed` is a fault that a person has reviewed and accepted. */
export const validateStatus = (
  update: StatusUpdate,
  before: MatchRow,
  scoreBefore: MatchScore,
  sport: Sport,
  batch: Pick<Batch, 'now' | 'minuteMs' | 'believed'>,
): Verdict => firstFault(statusFaults(update, before, scoreBefore, sport, batch), batch.believed);

function* statusFaults(
  update: StatusUpdate,
  before: MatchRow,
  scoreBefore: MatchScore,
  sport: Sport,
  { now, minuteMs }: Pick<Batch, 'now' | 'minuteMs'>,
): Faults {
  const seenMs = update.seenAt.getTime();
  if (Number.isNaN(seenMs) || seenMs > now.getTime() + SEEN_AHEAD_MS_MAX) yield 'seen_in_the_future';
  if (update.startedAt !== undefined && !isStart(update.startedAt, update.seenAt, before)) yield 'start_absurd';
  if (!isMinute(update.minute) || !isStoppage(update.stoppage)) yield 'minute_out_of_range';
  if (!canFollow(before.status, update.status)) yield `status_${update.status}_after_${before.status}`;
  if (sport === 'football' && isTooEarly(update, before, now, minuteMs)) yield 'final_too_early';
  const previous = scoreToFollow(update, before, scoreBefore, now);
  const impossible = impossibleScore(sport, previous, update.score) ?? impossibleParts(sport, update.score);
  if (impossible !== null) yield `score_${impossible}`;
  if (isFinal(update.status) && !before.draw_possible && isLevel(update.score)) yield 'level_where_no_match_can_be';
  const parts = [update.score.home, update.score.away, ...(update.score.penalty ?? [])];
  if (parts.some((count) => count !== null && count > SCORE_MAX)) yield 'score_absurd';
  if (update.score.awardedTo !== undefined && update.status !== 'awd' && update.status !== 'wo') yield 'awarded_while_played';
}

/** How much earlier than planned a match can begin. An earlier start would return stakes that were placed in time. */
const EARLY_START_MS_MAX = 24 * 60 * 60_000;

const isStart = (startedAt: Date, seenAt: Date, { kickoff_at }: MatchRow): boolean =>
  startedAt <= seenAt && (kickoff_at === null || startedAt.getTime() >= kickoff_at.getTime() - EARLY_START_MS_MAX);

/** Minimum duration of a football match in minutes: an earlier final whistle is a mistake, and nothing may be paid on it. */
const FOOTBALL_MINUTES_MIN = 90;

function isTooEarly({ status }: StatusUpdate, before: MatchRow, now: Date, minuteMs: number): boolean {
  if (!isFinal(status) || isFinal(before.status) || before.kickoff_at === null) return false;
  const beganMs = Math.min(before.kickoff_at.getTime(), before.started_at?.getTime() ?? Number.POSITIVE_INFINITY);
  return now.getTime() - beganMs < FOOTBALL_MINUTES_MIN * minuteMs;
}

/**
 * Returns the earlier score that a new score must be consistent with, or null if there is none: an awarded score need not follow the
 * played one, nor a correction of a final score while corrections count. A later correction may also cancel a first-half goal.
 */
function scoreToFollow({ status }: StatusUpdate, before: MatchRow, score: MatchScore, now: Date): MatchScore | null {
  if (status === 'awd' || status === 'wo') return null;
  if (!isFinal(before.status)) return score;
  const isCorrected = isFinal(status) && now.getTime() - before.status_since.getTime() <= SETTLEMENT_TIMERS.correctionMs;
  return isCorrected ? null : { ...score, halftime: null };
}

/** Returns whether a score is level; a shoot-out also decides a match. */
const isLevel = ({ home, away, penalty }: MatchScore): boolean => home !== null && home === away && penalty === null;

export function validateEvents({ events }: EventsUpdate): Verdict {
  if (events.length > EVENTS_MAX) return 'too_many_events';
  if (new Set(events.map((event) => event.id)).size < events.length) return 'event_twice';
  const isFine = events.every((event) => isMinute(event.minute) && isStoppage(event.stoppage));
  return isFine ? null : 'minute_out_of_range';
}

export function validateLineups({ home, away }: LineupsUpdate): Verdict {
  for (const { players, coach } of [home, away]) {
    const verdict = validatePeople(players, coach);
    if (verdict !== null) return verdict;
    if (players.filter((player) => player.starter).length > 11) return 'more_than_eleven_starters';
  }
  return null;
}

/** Validates a squad. `team` is our id of its team; `null` if the feed has not sent the team. */
export function validateSquad({ players, coach }: SquadUpdate, team: number | null): Verdict {
  return team === null ? 'unknown_team' : validatePeople(players, coach);
}

function validatePeople(players: SquadUpdate['players'], coach: string | null): Verdict {
  if (players.length > PLAYERS_MAX) return 'too_many_players';
  if (![...players.map((player) => player.name), coach ?? 'nobody'].every(isPersonName)) return 'name_missing_or_too_long';
  return players.every(({ number }) => number === null || isCount(number, SHIRT_MAX)) ? null : 'number_out_of_range';
}

export function validateStatistics({ home, away }: StatisticsUpdate): Verdict {
  for (const numbers of [home, away]) {
    const kinds = Object.keys(numbers);
    if (!kinds.every((kind) => (STATISTIC_KINDS as readonly string[]).includes(kind))) return 'unknown_statistic';
    if (!kinds.every((kind) => isCounted(kind as StatisticKind, numbers))) return 'statistic_out_of_range';
  }
  if (home.possession === undefined || away.possession === undefined) return null;
  const sum = home.possession + away.possession;
  return sum >= POSSESSION_SUM.min && sum <= POSSESSION_SUM.max ? null : 'possession_not_100';
}

function isCounted(kind: StatisticKind, numbers: SideStatistics): boolean {
  const value = numbers[kind];
  if (PERCENT_STATISTICS.includes(kind)) return isBetween(value, 100);
  return kind === 'expected_goals' ? isBetween(value, EXPECTED_GOALS_MAX) : isCount(value, COUNT_MAX);
}

export function validateOdds({ bookmakers }: OddsUpdate): Verdict {
  if (new Set(bookmakers.map((price) => `${price.bookmaker} ${price.market}`)).size < bookmakers.length) return 'bookmaker_twice';
  const prices = bookmakers.flatMap(({ home, draw, away }) => (draw === null ? [home, away] : [home, draw, away]));
  return prices.every((price) => Number.isSafeInteger(price) && price >= PRICE_MIN && price <= PRICE_MAX) ? null : 'price_out_of_range';
}

const isMinute = (minute: number | null) => minute === null || (Number.isInteger(minute) && minute >= 1 && minute <= MINUTE_MAX);
const isStoppage = (stoppage: number | null) =>
  stoppage === null || (Number.isInteger(stoppage) && stoppage >= 0 && stoppage <= STOPPAGE_MAX);
const isBetween = (value: number | undefined, max: number): value is number => Number.isFinite(value) && value! >= 0 && value! <= max;
const isCount = (value: number | undefined, max: number): boolean => isBetween(value, max) && Number.isInteger(value);
const isPersonName = (name: string): boolean => name.trim().length > 0 && name.length <= PERSON_NAME_MAX;
