import { z } from 'zod';
import { EVERY_ADMIN, REVIEWERS, SUPPORTERS } from '#domain/identity/admin-role.ts';
import { MATCH_STATUSES } from '#domain/matches/match-status.ts';
import { CONTEST_STATES, MARKETS } from '#domain/settlement/contest.ts';
import { reason } from './audit.ts';
import { listOf, numericId, paging, period, pick, points, queryText, sport, timestamp, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';
import { leagueRef, score, teamRef } from './matches.ts';

/**
 * Why a contest needs a person: `no_result` has none 6 hours after the planned end (docs/rules.md#contest-states); `feed_silent` is not
 * confirmed by its feed, so no timer runs; `corrected_late` was settled on another score than its match has now, and is no longer corrected
 * automatically; `contradicted` was ended by hand, and its match has another score now; `not_entered` belongs to a match that an operator
 * enters, and has begun. `awaits_second` would have ended, but only on an operator's report; so would `not_agreed`, but a second admin has
 * rejected it. Of `providers_disagree`, two providers tell different ends; it waits, or was settled before the second one spoke.
 */
export const UNRESOLVED_REASONS = [
  'no_result',
  'feed_silent',
  'corrected_late',
  'contradicted',
  'not_entered',
  'awaits_second',
  'not_agreed',
  'providers_disagree',
] as const;
export type UnresolvedReason = (typeof UNRESOLVED_REASONS)[number];

const count = z.number().int();
const scorePair = z.tuple([count, count]);

/** A match in the console's lists. */
const matchLine = z.object({
  id: numericId,
  league: leagueRef,
  home: teamRef,
  away: teamRef,
  kickoff_at: timestamp.nullable(),
  status: z.enum(MATCH_STATUSES),
  /** The current score; null before there is one. */
  score: scorePair.nullable(),
});

/** A contest as an operator sees it. */
export const contestCase = z.object({
  id: uuid,
  market: z.enum(MARKETS),
  state: z.enum(CONTEST_STATES),
  state_since: timestamp,
  deadline_at: timestamp.nullable(),
  match: matchLine,
  staked: z.object({ home: points, draw: points, away: points }),
  /** Points held, or held until its end. */
  total_stake: points,
  /** Number of users with a bet in it. */
  bets: count,
  /** Why it needs a person, and since when; null if it does not. */
  unresolved: z.object({ why: z.enum(UNRESOLVED_REASONS), since: timestamp }).nullable(),
  /** Its ending is decided, and its bets are being paid. */
  is_ending: z.boolean(),
  winner: pick.nullable(),
  /** The score that it was settled on. */
  result: scorePair.nullable(),
  void_reason: z.string().nullable(),
  settled_at: timestamp.nullable(),
  /** An operator ended it: the feed no longer changes it. */
  is_by_hand: z.boolean(),
  /** The approval that a second admin has to give; null if none is waiting. */
  approval_id: uuid.nullable(),
});
export type ContestCase = z.infer<typeof contestCase>;

/** Lists for the console: `locked` includes the paused ones. */
export const CASE_STATES = ['unresolved', 'open', 'locked', 'settled', 'void', 'all'] as const;

export const listContestCases = endpoint({
  method: 'GET',
  path: '/api/admin/contests',
  access: EVERY_ADMIN,
  summary: 'Contests with their matches; those that wait for an operator first, or only those, with the reason',
  input: z.object({
    ...paging,
    state: z.enum(CASE_STATES).default('unresolved'),
    /** Part of a team's or league's name, or a match's number. */
    q: queryText(100).optional(),
  }),
  /** Unresolved: the longest waiting first. Otherwise by kick-off: the next to come first, or the latest first. */
  reply: listOf(contestCase),
});

/** The effect of one ending of the contest, in points. */
export const outlook = z.object({
  /** The winner; null for a void contest. */
  winner: pick.nullable(),
  /** The resulting state: a pool without a right pick is settled, and refunds. */
  outcome: z.enum(['settled', 'void']),
  winners: count,
  payouts: points,
  refunded_bets: count,
  refunds: points,
  /** What the house would add (above 0) or gain (below 0). */
  house: points,
  /** Bets that would end differently than they did; all bets before the contest has ended. */
  changed: count,
});
export type Outlook = z.infer<typeof outlook>;

/** Manual actions on a contest. */
export const HAND_ACTIONS = ['settle', 'resettle', 'void'] as const;
export type HandAction = (typeof HAND_ACTIONS)[number];

/** What a provider says of a match of which another one is the source; home and away are those of the match. */
const secondOpinion = z.object({
  feed: z.string(),
  status: z.enum(MATCH_STATUSES),
  /** The current score; null before there is one. */
  score: scorePair.nullable(),
  /** How the match ended by its word: `off` without a result that counts; null while it has told no end. */
  end: z.enum(['played', 'off']).nullable(),
  /** The score that the contest would be settled on. */
  result: scorePair.nullable(),
  /** The provider tells the sides the other way round. */
  is_swapped: z.boolean(),
  /** Since when this is its word, by the server's clock. */
  told_at: timestamp,
  /** By its own clock. */
  seen_at: timestamp.nullable(),
});
export type SecondOpinionView = z.infer<typeof secondOpinion>;

export const contestCaseDetail = contestCase.extend({
  /** The known facts of the match; all times except `told_at` are by the server's clock. */
  facts: z.object({
    status_since: timestamp,
    score,
    /** The score that it would be settled on, and since when it is unchanged. */
    result: scorePair.nullable(),
    /** The end that the match's source has told: played, or off, which returns the stakes. */
    end: z.enum(['played', 'off']).nullable(),
    result_since: timestamp.nullable(),
    /** Actual kick-off: stakes placed after it are returned. */
    started_at: timestamp.nullable(),
    /** When the feed last confirmed it: timers run only within 10 minutes of this. */
    confirmed_at: timestamp,
    told_at: timestamp.nullable(),
    /** Feeds that report the match; `manual` means operators. */
    feeds: z.array(z.string()),
    /** What other providers say of the match. It holds back an end that it contradicts, and ends nothing. */
    opinions: z.array(secondOpinion),
  }),
  /** What the rules would do now: wait, change the state, settle or void. */
  verdict: z.object({
    kind: z.enum(['stay', 'move', 'settle', 'void']),
    to: z.enum(CONTEST_STATES).nullable(),
    void_reason: z.string().nullable(),
    /** No timer runs: the feed has been silent for 10 minutes. */
    is_blind: z.boolean(),
  }),
  corrections: z.array(
    z.object({
      round: count,
      /** The previous score. */
      result: scorePair,
      house_loss: points,
      corrected_at: timestamp,
    }),
  ),
  /** One for each pick, and a last one for voiding. The payout of a pick does not depend on the exact score. */
  outlooks: z.array(outlook),
  actions: z.array(z.enum(HAND_ACTIONS)),
  /** When resettling stops being possible; null before it was settled. */
  resettle_until: timestamp.nullable(),
  /** Whether ending it by hand needs a second admin, because of the points that it holds. */
  needs_second: z.boolean(),
});
export type ContestCaseDetail = z.infer<typeof contestCaseDetail>;

export const getContestCase = endpoint({
  method: 'GET',
  path: '/api/admin/contests/:id',
  access: EVERY_ADMIN,
  summary: 'A contest with its match, and what each way of ending it would pay',
  input: z.object({ id: uuid }),
  reply: contestCaseDetail,
});

/** Goals, points, sets or maps of one side. */
const sideScore = z.number().int().min(0).max(300);
const byScore = z.strictObject({ id: uuid, home_score: sideScore, away_score: sideScore, reason });
/** `approval` waits for a second admin; null if it was done at once. */
const handReply = z.object({ approval: z.object({ id: uuid }).nullable(), contest: contestCase });

export const settleContest = endpoint({
  method: 'POST',
  path: '/api/admin/contests/:id/settle',
  access: REVIEWERS,
  isGrave: true,
  idempotent: 'required',
  summary: 'Settles a contest on a score entered by an operator; `contest_not_resolved` before its match has been played',
  input: byScore,
  reply: handReply,
});

export const resettleContest = endpoint({
  method: 'POST',
  path: '/api/admin/contests/:id/resettle',
  access: REVIEWERS,
  isGrave: true,
  idempotent: 'required',
  summary: 'Settles a settled contest again on another score, within 72 hours',
  input: byScore,
  reply: handReply,
});

export const voidContest = endpoint({
  method: 'POST',
  path: '/api/admin/contests/:id/void',
  access: REVIEWERS,
  isGrave: true,
  idempotent: 'required',
  summary: 'Voids a contest that has not ended: all stakes are refunded',
  input: z.strictObject({ id: uuid, reason }),
  reply: handReply,
});

/** A feed's report that was rejected as implausible. */
export const quarantineRow = z.object({
  id: count,
  feed: z.string(),
  /** `fixture`, `status`, `odds`, a row of a file, or `result`: a score that contradicts an operator's. */
  kind: z.string(),
  /** The feed's own id of the subject. */
  feed_id: z.string(),
  reason: z.string(),
  /** The report as it was parsed. */
  payload: z.json(),
  times: count,
  first_seen_at: timestamp,
  last_seen_at: timestamp,
  /** The match concerned, if known. */
  match: matchLine.nullable(),
  /** Whether it can be accepted. */
  is_acceptable: z.boolean(),
});
export type QuarantineRow = z.infer<typeof quarantineRow>;

export const listQuarantine = endpoint({
  method: 'GET',
  path: '/api/admin/quarantine',
  access: EVERY_ADMIN,
  summary: 'Rejected updates of feeds, newest first; without those that were accepted or dropped',
  input: z.object({ ...paging, feed: queryText(40).optional(), kind: queryText(40).optional() }),
  /** `feeds` and `kinds` are the available filter values. */
  reply: listOf(quarantineRow).extend({ feeds: z.array(z.string()), kinds: z.array(z.string()) }),
});

const rowId = z.coerce.number<number>().int().min(1).max(Number.MAX_SAFE_INTEGER);
const rowDecision = z.strictObject({ id: rowId, reason });

export const acceptQuarantined = endpoint({
  method: 'POST',
  path: '/api/admin/quarantine/:id/accept',
  access: SUPPORTERS,
  summary: 'Accepts a rejected update of a feed, if that is safe; contests and pages follow',
  input: rowDecision,
  /** Whether that changed anything: the feed may have reported it again, and it was accepted. */
  reply: z.object({ changed: z.boolean() }),
});

export const dropQuarantined = endpoint({
  method: 'POST',
  path: '/api/admin/quarantine/:id/drop',
  access: SUPPORTERS,
  summary: 'Drops a rejected update: it is not shown again, however often the feed repeats it',
  input: rowDecision,
  reply: z.object({ dropped: z.literal(true) }),
});

/** A match entered by operators. */
export const manualFixture = z.object({
  id: numericId,
  league: leagueRef,
  season: z.string(),
  round: z.string(),
  home: teamRef,
  away: teamRef,
  kickoff_at: timestamp.nullable(),
  venue: z.string().nullable(),
  status: z.enum(MATCH_STATUSES),
  minute: z.number().int().nullable(),
  period: period.nullable(),
  score,
  /** Possible statuses, including the present one. */
  next_statuses: z.array(z.enum(MATCH_STATUSES)),
});
export type ManualFixture = z.infer<typeof manualFixture>;

export const listFixtures = endpoint({
  method: 'GET',
  path: '/api/admin/fixtures',
  access: EVERY_ADMIN,
  summary: 'Matches entered by operators, of a league or a UTC day, by kick-off, latest first',
  input: z.object({ ...paging, league_id: numericId.optional(), date: z.iso.date().optional() }),
  /** `leagues` are those in which matches can be entered: leagues of operators, and leagues without an active feed. */
  reply: listOf(manualFixture).extend({ leagues: z.array(leagueRef) }),
});

const name = z.string().trim().min(1).max(120);
const countryCode = z.string().regex(/^[a-z]{2}(-[a-z]{3})?$/i);
const known = z.strictObject({ id: numericId });
const newTeam = z.strictObject({ name, country_code: countryCode.nullable().default(null) });

export const createFixture = endpoint({
  method: 'POST',
  path: '/api/admin/fixtures',
  access: REVIEWERS,
  isGrave: true,
  summary: 'Creates a match of a league without a feed; league and teams by id, or new ones by name',
  input: z.strictObject({
    league: z.union([
      known,
      z.strictObject({
        name,
        sport,
        country_code: countryCode.nullable().default(null),
        form: z.enum(['league', 'cup']).default('league'),
        /** Whether a match can end in a draw. */
        draw_possible: z.boolean(),
      }),
    ]),
    /** As commonly written: "2026/27" or "2026". */
    season: z
      .string()
      .trim()
      .regex(/^\d{4}(\/\d{2})?$/),
    round: z.string().trim().min(1).max(80),
    home: z.union([known, newTeam]),
    away: z.union([known, newTeam]),
    /** In the future; null if not decided yet. */
    kickoff_at: timestamp.nullable(),
    venue: z.string().trim().min(1).max(120).optional(),
    reason,
  }),
  reply: z.object({ fixture: manualFixture }),
});

const told = z.tuple([sideScore, sideScore]).nullable();

export const changeFixture = endpoint({
  method: 'PATCH',
  path: '/api/admin/fixtures/:id',
  access: REVIEWERS,
  isGrave: true,
  summary: 'Updates a match entered by operators: kick-off, status or score; contests and pages follow',
  input: z.strictObject({
    id: numericId,
    /** In the future. */
    kickoff_at: timestamp.nullable().optional(),
    status: z.enum(MATCH_STATUSES).optional(),
    minute: z.number().int().min(1).max(120).nullable().optional(),
    period: period.nullable().optional(),
    /** The complete current score; omitted parts stay unchanged. */
    score: z
      .strictObject({
        home: sideScore,
        away: sideScore,
        halftime: told.optional(),
        fulltime: told.optional(),
        extratime: told.optional(),
        penalty: told.optional(),
        parts: z
          .array(z.strictObject({ home: sideScore, away: sideScore }))
          .max(12)
          .optional(),
      })
      .optional(),
    reason,
  }),
  reply: z.object({ fixture: manualFixture }),
});
