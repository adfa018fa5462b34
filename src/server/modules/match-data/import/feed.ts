import type { LeagueRules } from '#domain/matches/league-rules.ts';
import type { AbsenceKind, MatchEventType, SideStatistics } from '#domain/matches/match-details.ts';
import type { MatchStatus } from '#domain/matches/match-status.ts';
import type { MatchScore, SettlementRule } from '#domain/matches/score.ts';
import type { SeriesFormat } from '#domain/matches/series-format.ts';
import type { Shot } from '#domain/matches/shot.ts';
import type { Period, Side, Sport, Surface } from '#domain/matches/sport.ts';

/**
 * A feed is any source of match data: a provider's API, a file, the demo world.
 * It yields typed updates; the importer applies them idempotently, so a feed may repeat itself
 * and may start anywhere. Ids are the feed's own strings; the importer maps them to ours.
 */
export interface Feed {
  readonly name: string;
  /** How often the feed promises to confirm odds, in seconds; decides when a price is stale. */
  readonly oddsCadenceSeconds: number;
  /**
   * Yields batches of updates until `signal` is aborted, or to the end for files. `unfinished` lists the feed's ids of matches
   * that are unfinished in our database: after a long pause, the feed must report how they ended.
   */
  updates(signal: AbortSignal, unfinished?: readonly string[]): AsyncIterable<FeedUpdate[]>;
}

export type FeedUpdate =
  | LeagueUpdate
  | TeamUpdate
  | FixtureUpdate
  | StatusUpdate
  | EventsUpdate
  | LineupsUpdate
  | StatisticsUpdate
  | ShotsUpdate
  | SquadUpdate
  | AbsencesUpdate
  | RatingsUpdate
  | OddsUpdate
  | ConfirmationUpdate
  | ContactUpdate
  | MergeUpdate;

/** Confirms that everything sent before and not updated since is still valid; sent by feeds that push changes only. */
interface ConfirmationUpdate {
  kind: 'confirmation';
  seenAt: Date;
}

/**
 * Reports that the feed answered and would have reported changes in any match it knows; sent by feeds that are polled. Unlike
 * `ConfirmationUpdate`, it confirms no match or price.
 */
interface ContactUpdate {
  kind: 'contact';
}

/**
 * Reports that a feed deleted `id` because it is the same match or team as `into`, under which everything is reported from now on. If
 * `into` is not known yet, it becomes the new id of what is known; of two known matches the deleted one is cancelled.
 */
export interface MergeUpdate {
  kind: 'merge';
  of: 'match' | 'team';
  id: string;
  into: string;
  /** When the feed was asked, by our clock. */
  seenAt: Date;
}

/** Names per language; the default name is in `name`. */
export interface Names {
  'zh-CN'?: string;
  vi?: string;
}

export interface LeagueUpdate {
  kind: 'league';
  id: string;
  sport: Sport;
  name: string;
  names?: Names;
  /** ISO 3166 alpha-2, a home nation (gb-eng), or null for international competitions. */
  countryCode: string | null;
  /** The current season in its usual form: "2025/26" or "2026". */
  season: string;
  /** Set for files that may be of a past season: a later known season stays the current one. */
  keepsLaterSeason?: boolean;
  form: 'league' | 'cup';
  /** Whether a match can end level (decides two or three picks), unless its format says otherwise. */
  drawPossible: boolean;
  /** The score its contests are settled on; the usual one of its sport if absent. */
  settlesOn?: SettlementRule;
  /** The rules of its table; the usual rules if absent. */
  rules?: LeagueRules;
  /** Leagues with the same group of the same sport share one set of ratings: "atp", "cs2". Absent: its teams are rated in it alone. */
  ratingGroup?: string;
  /** What its matches are played on, in tennis; absent: unknown. */
  surface?: Surface;
}

export interface TeamUpdate {
  kind: 'team';
  id: string;
  sport: Sport;
  name: string;
  shortName?: string;
  names?: Names;
  aliases?: string[];
  countryCode: string | null;
  /** Two CSS hex colours, for the generated crest and the match header. */
  colours?: [string, string];
  /** The tour's ranking now, from 1; null: not ranked; absent: as told before. */
  rank?: number | null;
}

export interface FixtureUpdate {
  kind: 'fixture';
  id: string;
  leagueId: string;
  season: string;
  /** The displayed round: "Round 12", "Quarter-finals". */
  round: string;
  /** The group whose table the match counts for: "Group A". */
  group?: string;
  homeTeamId: string;
  awayTeamId: string;
  /** Null while the date is undecided. */
  kickoffAt: Date | null;
  venue?: string;
  /** The referee's name; absent: as told before. */
  referee?: string;
  /** How the match consists of sets or maps, in tennis and esports; absent: as told before. Decides whether it can end level. */
  format?: SeriesFormat;
  /** Why no contest may be opened on this match, as a code in snake_case: "unknown_format"; absent: contests may be opened. */
  contestBarred?: string;
  /** Whether the feed tells the match's course minutes late, as some plans do; absent: it does not. */
  scoresDelayed?: boolean;
  /** Whether neither side plays at home; absent: as told before, at first no. */
  neutral?: boolean;
}

export interface StatusUpdate {
  kind: 'status';
  matchId: string;
  status: MatchStatus;
  /** Minute of the match (1 to 120; of the quarter in basketball), null outside play; `stoppage` counts beyond 45, 90, 105, 120. */
  minute: number | null;
  stoppage: number | null;
  period: Period | null;
  /** The actual start, if the feed tells it; otherwise it follows from the minute, or from when play was first seen. */
  startedAt?: Date;
  score: MatchScore;
  /** When the feed saw this, by its own clock. */
  seenAt: Date;
}

export interface EventsUpdate {
  kind: 'events';
  matchId: string;
  /** All events so far, in order; they replace the stored ones. */
  events: FeedMatchEvent[];
}

export interface FeedMatchEvent {
  /** Stable within the match, so that a repeated event is recognized. */
  id: string;
  type: MatchEventType;
  side: Side;
  period: 'H1' | 'H2' | 'ET' | 'P';
  minute: number;
  stoppage: number | null;
  player: string | null;
  /** The assisting player of a goal, or the player coming on in a substitution. */
  other: string | null;
  /** Free text, such as "Goal cancelled" for a VAR event. */
  detail: string | null;
}

export interface LineupsUpdate {
  kind: 'lineups';
  matchId: string;
  home: FeedLineup;
  away: FeedLineup;
}

export interface FeedLineup {
  formation: string | null;
  coach: string | null;
  players: FeedLineupPlayer[];
}

export interface FeedLineupPlayer {
  name: string;
  number: number | null;
  position: 'GK' | 'DEF' | 'MID' | 'FWD' | 'OTH';
  /** "row:column", row 1 is the goalkeeper's; null on the bench. */
  grid: string | null;
  starter: boolean;
}

export interface StatisticsUpdate {
  kind: 'statistics';
  matchId: string;
  /** Complete, as counted so far. */
  home: SideStatistics;
  away: SideStatistics;
}

/** All shots of a match so far, in order; they replace the stored ones. Only the demo tells shots: no provider does. */
export interface ShotsUpdate {
  kind: 'shots';
  matchId: string;
  shots: Shot[];
}

/** Who misses a match, or may miss it; told before it, and complete. */
export interface AbsencesUpdate {
  kind: 'absences';
  matchId: string;
  /** `teamId` is the feed's id of a team of the match; `reason` is the feed's own text. */
  players: { teamId: string; name: string; kind: AbsenceKind; reason: string | null }[];
}

/** How a provider rates the players of a finished match. */
export interface RatingsUpdate {
  kind: 'ratings';
  matchId: string;
  /** The provider's name, as users read it. */
  source: string;
  /** `rating` is from 0 to 10, `minutes` those played. */
  players: { teamId: string; name: string; number: number | null; minutes: number | null; rating: number | null }[];
}

/** A team's present squad. */
export interface SquadUpdate {
  kind: 'squad';
  teamId: string;
  coach: string | null;
  players: Pick<FeedLineupPlayer, 'name' | 'number' | 'position'>[];
}

export interface OddsUpdate {
  kind: 'odds';
  matchId: string;
  seenAt: Date;
  /** Each named bookmaker's present prices; a bookmaker left out has withdrawn its prices. */
  bookmakers: { bookmaker: string; market: '1x2'; home: number; draw: number | null; away: number; suspended: boolean }[];
  // Prices are integer hundredths: 2.45 is 245.
}

/** The feed of data that operators enter in the console; it is imported like any other feed (modules/match-data/manual-matches, docs/decisions/034). */
export const MANUAL_FEED = 'manual';
