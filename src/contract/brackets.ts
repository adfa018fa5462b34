import { z } from 'zod';
import { LINE_KINDS, LINE_STATES } from '#domain/tipping/bracket-score.ts';
import { SCORE_MAX } from '#domain/tipping/bracket-shape.ts';
import { nothing, numericId, queryText, sport, timestamp, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';
import { leagueRef, teamRef } from './matches.ts';

/** Predictions of the whole tree of a competition, without stakes (docs/brackets.md). Points here are no points of the ledger. */

const count = z.number().int();
const teamId = z.number().int().min(1).max(2_147_483_647);
const goals = z.number().int().min(0).max(SCORE_MAX);

/** More than any competition has, so that a body is refused before it is looked at. */
const [GROUPS_MAX, GROUP_TEAMS_MAX, ROUNDS_MAX, TIES_MAX] = [32, 40, 8, 128];

/**
 * `waiting`: the draw is not known. `open`: nothing has begun. `late`: entries cover what has not begun, and are ranked apart. `closed`:
 * nothing is left to predict, or the rounds are not a tree.
 */
export const BRACKET_STATES = ['waiting', 'open', 'late', 'closed'] as const;
export type BracketState = (typeof BRACKET_STATES)[number];

const season = queryText(40);
/** Which of a season's draws; '' if it has one. */
const section = queryText(120).default('');
const ofChallenge = { league_id: numericId, season: season.optional(), section };

const origin = z.object({ place: count, groups: z.array(z.string()) });
const plan = z.object({
  first: z.array(z.tuple([origin, origin])),
  allocation: z.record(z.string(), z.array(z.string())).optional(),
  thirdPlace: z.boolean().optional(),
});
const seat = z.union([count, z.null(), origin]);

/** What is to be predicted; `readTree` of src/domain/tipping/bracket-shape.ts says which picks fit. */
const shape = z.object({
  /** Of the draw, as a hash: sent with an entry. */
  drawn: z.string(),
  groups: z.array(z.object({ name: z.string(), teams: z.array(count), order: z.array(count).nullable() })),
  plan: plan.nullable(),
  first: z.array(z.tuple([seat, seat])),
  /** Who advanced already, by round and tie. */
  decided: z.array(z.array(count.nullable())),
  has_third_place: z.boolean(),
  /** Who won the match for third place. */
  third_place: count.nullable(),
});
export type WireShape = z.infer<typeof shape>;

const treeTie = z.object({
  home: count,
  /** Null if home advances without a match. */
  away: count.nullable(),
  winner: count,
  score: z.tuple([count, count]).nullable(),
});
const tree = z.object({
  groups: z.array(z.object({ name: z.string(), order: z.array(count) })),
  best: z.array(count),
  rounds: z.array(z.array(treeTie)),
  thirdPlace: treeTie.nullable(),
});

const line = z.object({
  kind: z.enum(LINE_KINDS),
  /** How many ties its round has: the final 1; null for groups and third place. */
  stage: count.nullable(),
  team: count,
  opponent: count.nullable(),
  group: z.string().nullable(),
  place: count.nullable(),
  score: z.object({ predicted: z.tuple([count, count]), real: z.tuple([count, count]).nullable() }).nullable(),
  state: z.enum(LINE_STATES),
  points: count,
  worth: count,
});
export type WireLine = z.infer<typeof line>;

const entry = z.object({
  id: uuid,
  /** Null for the model. */
  handle: z.string().nullable(),
  is_late: z.boolean(),
  /** Final, and shown to everybody. */
  is_locked: z.boolean(),
  made_at: timestamp,
  /** The draw has changed since it was made. */
  is_outdated: z.boolean(),
  tree,
  /** Recomputed from the results at each request; the lines add up to the points. */
  score: z.object({ points: count, possible: count, is_alive: z.boolean(), lines: z.array(line) }),
  /** Among all entries of its kind that are locked; null before that, and while the reader's spoiler shield hides results. */
  rank: z.object({ rank: count, entries: count, /** Share of the others with fewer points, in per cent. */ beats: count }).nullable(),
});
export type BracketEntry = z.infer<typeof entry>;

const rules = z.object({
  groupPlace: count,
  qualified: count,
  advance: z.tuple([count], count),
  thirdPlace: count,
  score: z.object({ exact: count, outcome: count }),
});

const challenge = {
  league: leagueRef,
  season: z.string(),
  section: z.string(),
  state: z.enum(BRACKET_STATES),
  /** When the first match begins that can be predicted; null if unknown. */
  begins_at: timestamp.nullable(),
};

export const listBrackets = endpoint({
  method: 'GET',
  path: '/api/brackets',
  access: 'optional',
  summary: 'Competitions of these weeks with a bracket to predict, the next to begin first',
  input: z.object({ sport: sport.optional() }),
  reply: z.object({
    items: z.array(
      z.object({
        ...challenge,
        /** Whether the caller has an entry. */
        is_entered: z.boolean(),
      }),
    ),
  }),
});
export type BracketCompetition = z.infer<typeof listBrackets.reply>['items'][number];

export const bracketChallenge = z.object({
  ...challenge,
  /** An entry that is made now can be changed until then, or until a match of it begins earlier; null if unknown. */
  closes_at: timestamp.nullable(),
  rules,
  /** Whether the model plays: it enters within a day before the first match, if it has forecasts then. */
  model: z.enum(['plays', 'later', 'none']),
  /** Whether scores after 90 minutes can be predicted. */
  takes_scores: z.boolean(),
  /** Null unless an entry can be made now. */
  shape: shape.nullable(),
  /** The teams of the shape and of the entry. */
  teams: z.array(teamRef),
  mine: entry.nullable(),
});
export type BracketChallenge = z.infer<typeof bracketChallenge>;

export const getBracket = endpoint({
  method: 'GET',
  path: '/api/brackets/:league_id',
  access: 'optional',
  summary: "A competition's bracket: what is to be predicted, the rules, and the caller's entry with its receipt",
  input: z.object(ofChallenge),
  reply: bracketChallenge,
});

export const putBracket = endpoint({
  method: 'PUT',
  path: '/api/brackets/:league_id',
  access: 'user',
  isTipping: true,
  summary: 'Makes or changes the entry; `bracket_closed` once a match of it has begun, `draw_changed` if it was made for another draw',
  input: z.strictObject({
    ...ofChallenge,
    drawn: z.string().max(64),
    orders: z.array(z.array(teamId).max(GROUP_TEAMS_MAX)).max(GROUPS_MAX),
    best: z.array(teamId).max(GROUPS_MAX),
    winners: z.array(z.array(teamId).max(TIES_MAX)).min(1).max(ROUNDS_MAX),
    third_place: teamId.nullable(),
    scores: z
      .array(z.strictObject({ round: count.min(0).max(ROUNDS_MAX), tie: count.min(0).max(TIES_MAX), home: goals, away: goals }))
      .max(2 * TIES_MAX),
  }),
  reply: bracketChallenge,
});

export const withdrawBracket = endpoint({
  method: 'DELETE',
  path: '/api/brackets/:league_id',
  access: 'user',
  summary: 'Withdraws the entry, until a match of it begins; no error if there is none',
  input: z.object(ofChallenge),
  reply: nothing,
});

export const getBracketTable = endpoint({
  method: 'GET',
  path: '/api/brackets/:league_id/table',
  access: 'public',
  summary: 'The ranking of the entries that are locked: those that were made in time, or the late ones',
  input: z.object({
    ...ofChallenge,
    late: z.enum(['0', '1']).default('0'),
    /** The `next` of the page before. */
    after: z
      .string()
      .regex(/^\d{1,6}\.[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
      .optional(),
    page_size: z.coerce.number<number>().int().min(1).max(100).default(20),
  }),
  reply: z.object({
    /** Entries by points; empty while the reader's spoiler shield hides results. */
    items: z.array(
      z.object({
        id: uuid,
        rank: count,
        /** Null for the model, which takes no place from others. */
        handle: z.string().nullable(),
        points: count,
        possible: count,
        is_alive: z.boolean(),
        champion: teamRef,
      }),
    ),
    next: z.string().nullable(),
    is_hidden: z.boolean(),
  }),
});
export type BracketTableRow = z.infer<typeof getBracketTable.reply>['items'][number];

export const bracketPage = z.object({
  league: leagueRef,
  season: z.string(),
  section: z.string(),
  /** Null while it can be changed: nothing of it is told until then. */
  entry: entry.nullable(),
  /** Empty without the entry. */
  teams: z.array(teamRef),
});
export type BracketPage = z.infer<typeof bracketPage>;

export const getBracketEntry = endpoint({
  method: 'GET',
  path: '/api/bracket-entries/:id',
  access: 'public',
  summary: 'The entry at an address; hidden until it is locked; `not_found` once it was withdrawn or its user has left',
  input: z.object({ id: uuid }),
  reply: bracketPage,
});
