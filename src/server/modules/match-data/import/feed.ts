import type { LeagueRules } from '#domain/matches/league-rules.ts';
import type { MatchEventType } from '#domain/matches/match-event.ts';
import type { SideStatistics } from '#domain/matches/match-statistic.ts';
import type { MatchStatus } from '#domain/matches/match-status.ts';
import type { MatchScore, SettlementRule } from '#domain/matches/score.ts';
import type { Period, Side, Sport } from '#domain/matches/sport.ts';

/**
 * A feed is anything that tells us about matches: a provider's API, a file, the demo world.
 * It yields typed updates; the importer applies them idempotently, so a feed may repeat itself
 * and may start anywhere. Ids are the feed's own strings; the importer maps them to ours.
 */
export interface Feed {
  readonly name: string;
  /** How often the feed promises to confirm odds, in seconds: decides when a price is stale. */
  readonly oddsCadenceSeconds: number;
  /**
   * Yields batches of updates until `signal` is aborted, or to the end for files. `unfinished` names the matches
   * which we still hold for unfinished: after a long pause a feed has to say how they ended.
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
  | SquadUpdate
  | OddsUpdate
  | ConfirmationUpdate
  | ContactUpdate;

/** Nothing that was told and not changed since has changed: said by feeds that push changes only. */
export interface ConfirmationUpdate {
  kind: 'confirmation';
  seenAt: Date;
}

/**
 * The feed answered, and would have told of a change in any match that it knows: said by feeds that are asked again and again. It confirms no
 * match or price by itself, as `ConfirmationUpdate` does.
 */
export interface ContactUpdate {
  kind: 'contact';
}

/** Names per language; the default name stands in `name`. */
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
  /** The season now played, as the world writes it: "2025/26" or "2026". */
  season: string;
  /** A file may be of a past season: one that is known and later stays the current one. */
  keepsLaterSeason?: boolean;
  form: 'league' | 'cup';
  /** Whether a match can end level (decides two or three picks). */
  drawPossible: boolean;
  /** Which score its contests are settled on; what is usual in its sport where absent. */
  settlesOn?: SettlementRule;
  /** How its table is made; the usual rules where absent. */
  rules?: LeagueRules;
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
  /** Two CSS hex colours, for the drawn crest and the match header. */
  colours?: [string, string];
}

export interface FixtureUpdate {
  kind: 'fixture';
  id: string;
  leagueId: string;
  season: string;
  /** As shown: "Round 12", "Quarter-finals". */
  round: string;
  /** The group whose table the match counts for: "Group A". */
  group?: string;
  homeTeamId: string;
  awayTeamId: string;
  /** Null while the date is to be decided. */
  kickoffAt: Date | null;
  venue?: string;
}

export interface StatusUpdate {
  kind: 'status';
  matchId: string;
  status: MatchStatus;
  /** Minute of the match (1 to 120; of the quarter in basketball), null outside play; `stoppage` counts beyond 45, 90, 105, 120. */
  minute: number | null;
  stoppage: number | null;
  period: Period | null;
  score: MatchScore;
  /** When the feed saw this, by its own clock. */
  seenAt: Date;
}

export interface EventsUpdate {
  kind: 'events';
  matchId: string;
  /** All events so far, in order: the importer replaces what it had. */
  events: FeedMatchEvent[];
}

export interface FeedMatchEvent {
  /** Stable within the match, so that a repeated event is the same event. */
  id: string;
  type: MatchEventType;
  side: Side;
  period: 'H1' | 'H2' | 'ET' | 'P';
  minute: number;
  stoppage: number | null;
  player: string | null;
  /** The assist of a goal, the player coming on in a substitution. */
  other: string | null;
  /** Free detail, as VAR's "Goal cancelled". */
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
  /** Whole, as counted so far. */
  home: SideStatistics;
  away: SideStatistics;
}

/** Who plays for a team now. */
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
  /** Each named bookmaker's prices now; a bookmaker left out has withdrawn its prices. */
  bookmakers: { bookmaker: string; market: '1x2'; home: number; draw: number | null; away: number; suspended: boolean }[];
  // Prices are integer hundredths: 2.45 is 245.
}
