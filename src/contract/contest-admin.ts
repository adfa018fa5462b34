import { z } from 'zod';
import { EVERY_ADMIN, REVIEWERS, SUPPORTERS } from '#domain/identity/admin-role.ts';
import { MATCH_STATUSES } from '#domain/matches/match-status.ts';
import { CONTEST_STATES, MARKETS } from '#domain/settlement/contest.ts';
import { reason } from './audit.ts';
import { listOf, numericId, paging, period, pick, points, queryText, sport, timestamp, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';
import { leagueRef, score, teamRef } from './matches.ts';

/**
 * Why a contest waits for a person: `no_result` has none 6 hours after the planned end (docs/rules.md#contest-states); `feed_silent` is not confirmed by
 * its feed, so that no timer runs; `corrected_late` was settled on another score than its match has now, and is not corrected by itself any more;
 * `contradicted` was ended by hand, and its match has another score now; `not_entered` is of a match that an operator enters, and has begun.
 * `awaits_second` would have ended, but on the word of an operator alone; `not_agreed` too, and a second admin has rejected it.
 */
export const UNRESOLVED_REASONS = [
  'no_result',
  'feed_silent',
  'corrected_late',
  'contradicted',
  'not_entered',
  'awaits_second',
  'not_agreed',
] as const;
export type UnresolvedReason = (typeof UNRESOLVED_REASONS)[number];

const count = z.number().int();
const scorePair = z.tuple([count, count]);

/** A match as the console's lists show it. */
const matchLine = z.object({
  id: numericId,
  league: leagueRef,
  home: teamRef,
  away: teamRef,
  kickoff_at: timestamp.nullable(),
  status: z.enum(MATCH_STATUSES),
  /** The score now; null before there is one. */
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
  /** What it holds, or held until its end. */
  total_stake: points,
  /** Users with a bet in it: one each. */
  bets: count,
  /** Why it waits for a person, and since when; null where it does not. */
  unresolved: z.object({ why: z.enum(UNRESOLVED_REASONS), since: timestamp }).nullable(),
  /** Its ending was decided, and its bets are being paid. */
  is_ending: z.boolean(),
  winner: pick.nullable(),
  /** The score that it stands on. */
  result: scorePair.nullable(),
  void_reason: z.string().nullable(),
  settled_at: timestamp.nullable(),
  /** An operator told how it ended: a feed's word does not change it any more. */
  is_by_hand: z.boolean(),
  /** What a second admin has to agree to; null where nothing waits. */
  approval_id: uuid.nullable(),
});
export type ContestCase = z.infer<typeof contestCase>;

/** Lists for the console: `locked` are the paused ones, too. */
export const CASE_STATES = ['unresolved', 'open', 'locked', 'settled', 'void', 'all'] as const;

export const listContestCases = endpoint({
  method: 'GET',
  path: '/api/admin/contests',
  access: EVERY_ADMIN,
  summary: 'Contests, those that wait for a person first or alone; with their matches and why they wait',
  input: z.object({
    ...paging,
    state: z.enum(CASE_STATES).default('unresolved'),
    /** A team or league by a part of its name, or a match by its number. */
    q: queryText(100).optional(),
  }),
  /** Unresolved: those that wait longest first. Else by kick-off, the next to come or the latest first. */
  reply: listOf(contestCase),
});

/** What ending the contest in some way would do; points. */
export const outlook = z.object({
  /** The winner; null for a void contest. */
  winner: pick.nullable(),
  /** What it would be: a pool that nobody is right in is settled, and refunds. */
  outcome: z.enum(['settled', 'void']),
  winners: count,
  payouts: points,
  refunded_bets: count,
  refunds: points,
  /** What the house would add (above 0) or gain (below 0). */
  house: points,
  /** Bets that would end otherwise than they did; all of them before the contest has ended. */
  changed: count,
});
export type Outlook = z.infer<typeof outlook>;

/** What can be done with a contest by hand now. */
export const HAND_ACTIONS = ['settle', 'resettle', 'void'] as const;
export type HandAction = (typeof HAND_ACTIONS)[number];

export const contestCaseDetail = contestCase.extend({
  /** What is known of the match; every time but `told_at` by the server's clock. */
  facts: z.object({
    status_since: timestamp,
    score,
    /** The score that it would be settled on, and since when that is the same. */
    result: scorePair.nullable(),
    result_since: timestamp.nullable(),
    /** True kick-off: stakes placed after it go back. */
    started_at: timestamp.nullable(),
    /** When the feed last said so: timers run only where that is within 10 minutes. */
    confirmed_at: timestamp,
    told_at: timestamp.nullable(),
    /** Feeds that tell of the match; `manual` are operators. */
    feeds: z.array(z.string()),
  }),
  /** What the rules would do with it by themselves just now: wait, move to a state, settle or void. */
  verdict: z.object({
    kind: z.enum(['stay', 'move', 'settle', 'void']),
    to: z.enum(CONTEST_STATES).nullable(),
    void_reason: z.string().nullable(),
    /** No timer runs: the feed has not been heard for 10 minutes. */
    is_blind: z.boolean(),
  }),
  corrections: z.array(
    z.object({
      round: count,
      /** What it stood on before. */
      result: scorePair,
      house_loss: points,
      corrected_at: timestamp,
    }),
  ),
  /** One a pick, and the last one for voiding it. What a pick pays does not depend on the exact score. */
  outlooks: z.array(outlook),
  actions: z.array(z.enum(HAND_ACTIONS)),
  /** Until when it can be settled anew; null before it was settled. */
  resettle_until: timestamp.nullable(),
  /** Whether ending it by hand needs a second admin, for the points that it holds. */
  needs_second: z.boolean(),
});
export type ContestCaseDetail = z.infer<typeof contestCaseDetail>;

export const getContestCase = endpoint({
  method: 'GET',
  path: '/api/admin/contests/:id',
  access: EVERY_ADMIN,
  summary: 'A contest with what is known of its match, and what each way of ending it would pay',
  input: z.object({ id: uuid }),
  reply: contestCaseDetail,
});

/** Goals, points, sets or maps of a side. */
const sideScore = z.number().int().min(0).max(300);
const byScore = z.strictObject({ id: uuid, home_score: sideScore, away_score: sideScore, reason });
/** `approval` is what waits for a second admin; null where it was done at once. */
const handReply = z.object({ approval: z.object({ id: uuid }).nullable(), contest: contestCase });

export const settleContest = endpoint({
  method: 'POST',
  path: '/api/admin/contests/:id/settle',
  access: REVIEWERS,
  isGrave: true,
  idempotent: 'required',
  summary: 'Settles a contest on a score that an operator tells; contest_not_resolved while its match is still to be played',
  input: byScore,
  reply: handReply,
});

export const resettleContest = endpoint({
  method: 'POST',
  path: '/api/admin/contests/:id/resettle',
  access: REVIEWERS,
  isGrave: true,
  idempotent: 'required',
  summary: 'Settles a settled contest anew on another score, within 72 hours',
  input: byScore,
  reply: handReply,
});

export const voidContest = endpoint({
  method: 'POST',
  path: '/api/admin/contests/:id/void',
  access: REVIEWERS,
  isGrave: true,
  idempotent: 'required',
  summary: 'Voids a contest that has not ended: every stake goes back',
  input: z.strictObject({ id: uuid, reason }),
  reply: handReply,
});

/** What a feed told and was not believed. */
export const quarantineRow = z.object({
  id: count,
  feed: z.string(),
  /** `fixture`, `status`, `odds`, a row of a file, or `result`: a score that contradicts an operator's. */
  kind: z.string(),
  /** As the feed calls what it is about. */
  feed_id: z.string(),
  reason: z.string(),
  /** What it told, as it was understood. */
  payload: z.json(),
  times: count,
  first_seen_at: timestamp,
  last_seen_at: timestamp,
  /** The match that it is about, where it is known. */
  match: matchLine.nullable(),
  /** Whether it can be accepted. */
  is_acceptable: z.boolean(),
});
export type QuarantineRow = z.infer<typeof quarantineRow>;

export const listQuarantine = endpoint({
  method: 'GET',
  path: '/api/admin/quarantine',
  access: EVERY_ADMIN,
  summary: 'What feeds told that cannot be true, the latest first; what was accepted or dropped is not in it',
  input: z.object({ ...paging, feed: queryText(40).optional(), kind: queryText(40).optional() }),
  /** `feeds` and `kinds` are what there is to filter by. */
  reply: listOf(quarantineRow).extend({ feeds: z.array(z.string()), kinds: z.array(z.string()) }),
});

const rowId = z.coerce.number<number>().int().min(1).max(Number.MAX_SAFE_INTEGER);
const rowDecision = z.strictObject({ id: rowId, reason });

export const acceptQuarantined = endpoint({
  method: 'POST',
  path: '/api/admin/quarantine/:id/accept',
  access: SUPPORTERS,
  summary: 'Believes what a feed told after all, where that is safe; contests and pages follow it',
  input: rowDecision,
  /** Whether that changed anything: it may have been told again and believed meanwhile. */
  reply: z.object({ changed: z.boolean() }),
});

export const dropQuarantined = endpoint({
  method: 'POST',
  path: '/api/admin/quarantine/:id/drop',
  access: SUPPORTERS,
  summary: 'Puts a refused row aside: it is not shown again, however often it is told',
  input: rowDecision,
  reply: z.object({ dropped: z.literal(true) }),
});

/** A match that operators enter. */
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
  /** What can follow: the status that it has is among them. */
  next_statuses: z.array(z.enum(MATCH_STATUSES)),
});
export type ManualFixture = z.infer<typeof manualFixture>;

export const listFixtures = endpoint({
  method: 'GET',
  path: '/api/admin/fixtures',
  access: EVERY_ADMIN,
  summary: 'Matches that operators enter, of a league or a UTC day, the latest kick-off first',
  input: z.object({ ...paging, league_id: numericId.optional(), date: z.iso.date().optional() }),
  /** `leagues` are those in which matches can be entered: of operators, and those that no feed in use tells of. */
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
  summary: 'Enters a match of a league without a feed; league and teams by their numbers, or new ones by name',
  input: z.strictObject({
    league: z.union([
      known,
      z.strictObject({
        name,
        sport,
        country_code: countryCode.nullable().default(null),
        form: z.enum(['league', 'cup']).default('league'),
        /** Whether a match can end level. */
        draw_possible: z.boolean(),
      }),
    ]),
    /** As the world writes it: "2026/27" or "2026". */
    season: z
      .string()
      .trim()
      .regex(/^\d{4}(\/\d{2})?$/),
    round: z.string().trim().min(1).max(80),
    home: z.union([known, newTeam]),
    away: z.union([known, newTeam]),
    /** In the future; null while it is to be decided. */
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
  summary: 'Tells of a match that operators enter: another kick-off, its status, its score; contests and pages follow',
  input: z.strictObject({
    id: numericId,
    /** In the future. */
    kickoff_at: timestamp.nullable().optional(),
    status: z.enum(MATCH_STATUSES).optional(),
    minute: z.number().int().min(1).max(120).nullable().optional(),
    period: period.nullable().optional(),
    /** Whole, as it is now; what is left out is as it was. */
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
