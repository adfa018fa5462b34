import { z } from 'zod';
import { ABSENCE_KINDS, MATCH_EVENT_TYPES, STATISTIC_KINDS } from '#domain/matches/match-details.ts';
import { MATCH_GROUPS, MATCH_STATUSES } from '#domain/matches/match-status.ts';
import { GAME_POINTS, SETTLEMENT_RULES } from '#domain/matches/score.ts';
import { SURFACES } from '#domain/matches/sport.ts';
import { listOf, names, numericId, odds, paging, period, side, sport, timestamp } from './common.ts';
import { contest } from './contests.ts';
import { endpoint } from './endpoint.ts';

/** A team wherever it is named: crest and colours are drawn from it. */
export const teamRef = z.object({
  id: numericId,
  name: z.string(),
  short_name: z.string().nullable(),
  names,
  /** Two CSS hex colours; derived from the team's id if the feed has none. */
  colours: z.tuple([z.string(), z.string()]),
});
export type TeamRef = z.infer<typeof teamRef>;

export const leagueRef = z.object({
  id: numericId,
  sport,
  name: z.string(),
  names,
  country_code: z.string().nullable(),
  form: z.enum(['league', 'cup']),
  /** Of matches whose format is unknown; a match says itself whether it can end level. */
  draw_possible: z.boolean(),
  /** The score that its contests are settled on: football's after 90 minutes, or the final one. */
  settles_on: z.enum(SETTLEMENT_RULES),
});
export type LeagueRef = z.infer<typeof leagueRef>;

const count = z.number().int();
const pair = z.tuple([count, count]).nullable();
const gamePoints = z.enum(GAME_POINTS);
/** A quarter, set or map by itself. */
const part = z.object({
  home: count,
  away: count,
  /** The points of a set's tie-break. */
  tiebreak: z.tuple([count, count]).optional(),
  /** For the set in play: the points of its current game as they are called, absent in a tie-break; and who serves. */
  points: z.tuple([gamePoints, gamePoints]).optional(),
  serving: side.optional(),
});
export const score = z.object({
  /** The current score (after 90 minutes or with extra time, never with the shoot-out), null before kick-off. */
  home: z.number().int().nullable(),
  away: z.number().int().nullable(),
  halftime: pair,
  fulltime: pair,
  extratime: pair,
  penalty: pair,
  /** Quarters, sets or maps in order; the last one may be in play. */
  parts: z.array(part).optional(),
  /** The winner of a match decided without a result: by an award, a walkover, a retirement. */
  awarded_to: side.optional(),
});

/** The state that the socket pushes for a match; the list and the detail carry the same. */
export const matchState = z.object({
  id: numericId,
  kickoff_at: timestamp.nullable(),
  status: z.enum(MATCH_STATUSES),
  minute: z.number().int().nullable(),
  stoppage: z.number().int().nullable(),
  period: period.nullable(),
  /** When minute and score were true by the feed's clock: the page's clock continues from here. */
  seen_at: timestamp.nullable(),
  score,
  red_cards: z.object({ home: z.number().int(), away: z.number().int() }),
  /** The reader's spoiler shield hides the state of the match: all values are as before kick-off. Absent if nothing is hidden. */
  is_concealed: z.literal(true).optional(),
});
export type MatchState = z.infer<typeof matchState>;

/** The bookmakers' view: consensus price, and probability per outcome (0 to 1) without the margin. */
export const marketView = z.object({
  odds: z.object({ home: odds, draw: odds.nullable(), away: odds }),
  /** Direction of each price's last change. */
  moved: z.object({ home: z.number().int(), draw: z.number().int(), away: z.number().int() }),
  probability: z.object({ home: z.number(), draw: z.number(), away: z.number() }),
  suspended: z.boolean(),
  confirmed_at: timestamp,
});
export type MarketView = z.infer<typeof marketView>;

/** The house's prices at which a match's fixed odds take stakes: what a stake gets that is placed now. */
export const offer = z.object({ home: odds, draw: odds.nullable(), away: odds });
export type Offer = z.infer<typeof offer>;

export const matchSummary = matchState.extend({
  league_id: numericId,
  season: z.string(),
  round: z.string(),
  /** Whether it can end level, by its format or its league: three picks or two. */
  draw_possible: z.boolean(),
  home: teamRef,
  away: teamRef,
  market: marketView.nullable(),
  /** Null while fixed odds are not for sale. */
  offer: offer.nullable(),
});
export type MatchSummary = z.infer<typeof matchSummary>;

export const matchEvent = z.object({
  id: z.string(),
  type: z.enum(MATCH_EVENT_TYPES),
  side,
  period: z.enum(['H1', 'H2', 'ET', 'P']),
  minute: z.number().int(),
  stoppage: z.number().int().nullable(),
  player: z.string().nullable(),
  /** The assist of a goal; the player coming on in a substitution. */
  other: z.string().nullable(),
  detail: z.string().nullable(),
});
export type MatchEvent = z.infer<typeof matchEvent>;

/** Why a line-up is not the official one, or is missing (docs/rules.md#line-ups). */
export const LINEUP_FALLBACKS = [
  'fallback_players',
  'history_probable_xi',
  'squad_probable_xi',
  'league_no_lineups_coverage',
  'no_players_data',
  'not_started_or_invalid_status',
  'no_official_lineups',
  'no_history_lineups',
  'no_fixture_id',
] as const;
export type LineupFallback = (typeof LINEUP_FALLBACKS)[number];

export const lineup = z.object({
  formation: z.string().nullable(),
  coach: z.string().nullable(),
  /** Empty if the fallback says that nothing is known. */
  players: z.array(
    z.object({
      name: z.string(),
      number: z.number().int().nullable(),
      position: z.enum(['GK', 'DEF', 'MID', 'FWD', 'OTH']),
      /** "row:column", row 1 the goalkeeper's; null on the bench. */
      grid: z.string().nullable(),
      starter: z.boolean(),
    }),
  ),
  /** Null for the official line-up. */
  fallback: z.enum(LINEUP_FALLBACKS).nullable(),
  /** Number of earlier line-ups that a probable one is derived from. */
  based_on: z.number().int().nullable(),
});
export type Lineup = z.infer<typeof lineup>;
export const lineups = z.object({ home: lineup, away: lineup });
export type Lineups = z.infer<typeof lineups>;

/** Players who miss a match or may miss it; `reason` is the provider's own text, in English. */
const absences = z.array(z.object({ name: z.string(), kind: z.enum(ABSENCE_KINDS), reason: z.string().nullable() }));
export type Absences = z.infer<typeof absences>;

/** The players who played, with minutes and the provider's rating from 0 to 10. */
const ratedPlayers = z.array(
  z.object({
    name: z.string(),
    number: z.number().int().nullable(),
    minutes: z.number().int().nullable(),
    rating: z.number().min(0).max(10).nullable(),
  }),
);
export type RatedPlayers = z.infer<typeof ratedPlayers>;

/** A team's place and last five results before this match, newest last. */
const teamStanding = z.object({ position: z.number().int().nullable(), form: z.array(z.enum(['W', 'D', 'L'])) });

export const matchDetail = matchSummary.extend({
  league: leagueRef,
  venue: z.string().nullable(),
  /** In sets or maps: best of 3 is {parts: 3, race: true}, two maps are {parts: 2, race: false}; null while it is unknown. */
  format: z.object({ parts: count.min(1).max(9), race: z.boolean() }).nullable(),
  /** What it is played on, in tennis; null while it is unknown. */
  surface: z.enum(SURFACES).nullable(),
  /** Whether no bets are taken on this match, because its format is unknown or one side starts ahead. */
  is_barred: z.boolean(),
  referee: z.string().nullable(),
  /** The match's course is told minutes late. Absent if it is not. */
  scores_delayed: z.literal(true).optional(),
  events: z.array(matchEvent),
  lineups,
  /** Injuries and suspensions, as told before the match. */
  absences: z.object({ home: absences, away: absences }),
  /** After the match; `source` is the provider whose ratings these are. */
  ratings: z.object({ source: z.string(), home: ratedPlayers, away: ratedPlayers }).nullable(),
  standing: z.object({ home: teamStanding, away: teamStanding }),
  contests: z.array(contest),
  /** When the feed last confirmed this match, even without a change. */
  confirmed_at: timestamp,
});
export type MatchDetail = z.infer<typeof matchDetail>;

const chipCounts = z.object({ live: z.number().int(), finished: z.number().int(), upcoming: z.number().int() });

export const listMatches = endpoint({
  method: 'GET',
  path: '/api/matches',
  access: 'public',
  summary:
    "One day's matches in the viewer's time zone, by league and kick-off; today's include those still in play since the night before",
  input: z.object({
    /** A calendar day, YYYY-MM-DD; today if absent. */
    date: z.iso.date().optional(),
    tz: z.string().max(64).default('UTC'),
    sport: sport.default('football'),
    status: z.enum(MATCH_GROUPS).optional(),
    league_id: numericId.optional(),
    q: z.string().max(80).optional(),
    /**
     * `now` is how today opens: matches in play, those that start soon, then the others by league, without the finished matches of leagues
     * that still have others to come. It has no effect on other days, nor with `status`, `league_id` or `q`.
     */
    order: z.enum(['league', 'now']).default('league'),
    /** Maximum matches per league: those in play, then the nearest to now. With the order `now`, it limits only what follows by league. All if absent. */
    per_league: z.coerce.number<number>().int().min(1).max(100).optional(),
    ...paging,
    page_size: z.coerce.number<number>().int().min(1).max(100).default(100),
  }),
  reply: listOf(matchSummary).extend({
    /** With each league's own counts, so that a page knows how many `per_league` left out. */
    leagues: z.array(leagueRef.extend({ counts: chipCounts })),
    /** Matches of the day per filter chip, before `status` and `per_league` apply. */
    counts: chipCounts,
    /** In the order `now`, the times after and until which a match starts soon; null in the other order. */
    soon: z.object({ after: timestamp, until: timestamp }).nullable(),
    /** When the feed last confirmed anything. */
    confirmed_at: timestamp.nullable(),
  }),
});

export const getMatch = endpoint({
  method: 'GET',
  path: '/api/matches/:id',
  access: 'public',
  summary: 'A match with its events, lineups, market and contests',
  input: z.object({ id: numericId }),
  reply: matchDetail,
});

export const recommendedMatch = endpoint({
  method: 'GET',
  path: '/api/matches/recommended',
  access: 'public',
  summary: 'The match of the next hours with the largest stakes, or null',
  input: z.object({ sport: sport.default('football') }),
  reply: z.object({ match: matchSummary.extend({ league: leagueRef }).nullable() }),
});

/** Every bookmaker's prices for a match. */
export const getMatchOdds = endpoint({
  method: 'GET',
  path: '/api/matches/:id/odds',
  access: 'public',
  summary: 'Bookmakers by row: prices now and at opening',
  input: z.object({ id: numericId }),
  reply: z.object({
    items: z.array(
      z.object({
        bookmaker: z.string(),
        market: z.enum(['1x2']),
        home: odds,
        draw: odds.nullable(),
        away: odds,
        opening: z.object({ home: odds, draw: odds.nullable(), away: odds }),
        suspended: z.boolean(),
        changed_at: timestamp,
        confirmed_at: timestamp,
        /** Prices since opening, oldest first, the last one current; thinned out if there are many. */
        movement: z.array(z.object({ at: timestamp, home: odds, draw: odds.nullable(), away: odds })),
      }),
    ),
  }),
});

/** A finished match in lists of past results. */
export const pastMatch = matchSummary
  .omit({ market: true, offer: true, red_cards: true, period: true, minute: true, stoppage: true, seen_at: true })
  .extend({
    league: leagueRef,
  });
export type PastMatch = z.infer<typeof pastMatch>;

export const getHeadToHead = endpoint({
  method: 'GET',
  path: '/api/matches/:id/head-to-head',
  access: 'public',
  summary: "The two teams' earlier meetings, and the last matches of each",
  input: z.object({ id: numericId }),
  reply: z.object({
    /** Over all meetings before this match, counted for this match's home and away team regardless of venue. */
    totals: z.object({
      played: z.number().int(),
      home_wins: z.number().int(),
      draws: z.number().int(),
      away_wins: z.number().int(),
      home_goals: z.number().int(),
      away_goals: z.number().int(),
    }),
    /** The last ten meetings, newest first. */
    items: z.array(pastMatch),
    /** The last five matches of each team in any league, newest first. */
    recent: z.object({ home: z.array(pastMatch), away: z.array(pastMatch) }),
  }),
});

export const matchStatistics = z.array(
  z.object({ kind: z.enum(STATISTIC_KINDS), home: z.number().min(0).nullable(), away: z.number().min(0).nullable() }),
);
export type MatchStatistics = z.infer<typeof matchStatistics>;

export const getMatchStatistics = endpoint({
  method: 'GET',
  path: '/api/matches/:id/statistics',
  access: 'public',
  summary: 'The statistics of both sides, in display order',
  input: z.object({ id: numericId }),
  reply: z.object({
    items: matchStatistics,
    /** Why there are none: the match has not begun, or the league is not covered. */
    missing: z.enum(['not_started', 'not_covered']).nullable(),
  }),
});

/** Numeric ids as "1,2,3" in a query; distinct, at most a hundred. */
const idList = z
  .string()
  .regex(/^\d{1,10}(,\d{1,10}){0,99}$/)
  .transform((text) => [...new Set(text.split(',').map(Number))].filter((id) => id >= 1 && id <= 2_147_483_647));

export const selectedMatches = endpoint({
  method: 'GET',
  path: '/api/matches/selected',
  access: 'public',
  summary: 'Matches by id on any day, and those of teams and leagues on one day',
  input: z.object({
    date: z.iso.date().optional(),
    tz: z.string().max(64).default('UTC'),
    ids: idList.optional(),
    team_ids: idList.optional(),
    league_ids: idList.optional(),
  }),
  reply: z.object({
    /** By kick-off; at most 300. */
    items: z.array(matchSummary.extend({ league: leagueRef })),
    confirmed_at: timestamp.nullable(),
  }),
});
