import { z } from 'zod';
import { LIVES_MAX, PICK_STATES } from '#domain/tipping/survivor.ts';
import { nothing, numericId, timestamp, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';
import { leagueRef, score, teamRef } from './matches.ts';

/** Survivor ("last one standing"): a team a round that has to win, without stakes (docs/survivor.md). */

const count = z.number().int();
const gameId = { game_id: uuid };
const round = z
  .string()
  .min(1)
  .max(120)
  .regex(/^[^\0]*$/);

/** `open`: for everybody; `link`: for those who have its address; `group`: for the members of a tipping group. */
export const SURVIVOR_KINDS = ['open', 'link', 'group'] as const;
export type SurvivorKind = (typeof SURVIVOR_KINDS)[number];

/** `joining`: its first round has not begun. */
export const SURVIVOR_STATES = ['joining', 'running', 'over'] as const;

const rules = z.object({
  lives: count.min(1).max(LIVES_MAX),
  /** Whether a draw keeps the life. */
  draw_survives: z.boolean(),
});

const brief = {
  id: uuid,
  kind: z.enum(SURVIVOR_KINDS),
  league: leagueRef,
  season: z.string(),
  /** Who made it; null for an open game, and once that account is gone. */
  made_by: z.string().nullable(),
  /** The tipping group that it belongs to. */
  group: z.object({ id: uuid, name: z.string() }).nullable(),
  state: z.enum(SURVIVOR_STATES),
  /** Users who take part. */
  players: count,
};

const gameBrief = z.object({
  ...brief,
  /** Null unless the caller takes part. `out`: the number of the round in which the last life was lost. */
  mine: z.object({ lives: count, out: count.nullable() }).nullable(),
  /** When the next pick closes, while the caller has none for it. */
  pick_until: timestamp.nullable(),
});
export type SurvivorBrief = z.infer<typeof gameBrief>;

export const listSurvivor = endpoint({
  method: 'GET',
  path: '/api/survivor',
  access: 'optional',
  summary:
    "The caller's games and those of their groups, the open game of each league, and the leagues and rounds in which a game can begin; with `group_id` the games of that group alone",
  input: z.object({ group_id: uuid.optional() }),
  reply: z.object({
    mine: z.array(gameBrief),
    leagues: z.array(
      z.object({
        league: leagueRef,
        season: z.string(),
        /** The next rounds, the first one first. */
        rounds: z.array(z.object({ round: z.string(), deadline: timestamp })),
        /** The open game that can be joined or is running; null: the first who joins begins one. */
        open: gameBrief.nullable(),
      }),
    ),
    /** Tipping groups that the caller owns. */
    groups: z.array(z.object({ id: uuid, name: z.string() })),
  }),
});
export type SurvivorLeague = z.infer<typeof listSurvivor.reply>['leagues'][number];

export const createSurvivor = endpoint({
  method: 'POST',
  path: '/api/survivor/games',
  isTipping: true,
  access: 'user',
  status: 201,
  summary: 'Begins a game with the caller as its first player; an open one that can be joined is joined instead',
  input: z.strictObject({
    league_id: numericId,
    kind: z.enum(SURVIVOR_KINDS),
    /** For the kind `group`: a group that the caller owns. */
    group_id: uuid.nullable(),
    /** The round that it begins with; open games begin with the next one. */
    round,
    rules,
  }),
  reply: z.object({ id: uuid }),
});

const line = z.object({
  number: count,
  round: z.string(),
  team: teamRef.nullable(),
  /** The match and its score, as far as the reader may know it. */
  match: z.object({ id: numericId, home: teamRef, away: teamRef, score, status: z.string(), kickoff_at: timestamp.nullable() }).nullable(),
  state: z.enum(PICK_STATES),
  /** Lives after it. */
  lives: count,
  /** By the server's clock; null without a pick. */
  picked_at: timestamp.nullable(),
});
export type SurvivorLine = z.infer<typeof line>;

const standing = {
  lives: count,
  /** The number of the round in which the last life was lost. */
  out: count.nullable(),
  /** Recomputed from the results at each request. */
  lines: z.array(line),
};
/** Among all who take part; null before the first round has begun, and while the reader's spoiler shield hides results. */
const rank = z.object({ rank: count, players: count, /** Share of the others who are behind, in per cent. */ beats: count }).nullable();

const choice = z.object({
  match_id: numericId,
  kickoff_at: timestamp,
  team: teamRef,
  opponent: teamRef,
  is_home: z.boolean(),
  /** Probability of a win by the model; null without a forecast. */
  chance: z.number().nullable(),
  /** The round in which it was used; null if it may be picked. */
  used_in: count.nullable(),
});
export type SurvivorChoice = z.infer<typeof choice>;

export const survivorGame = z.object({
  ...brief,
  rules,
  /** The round whose picks are next to close; null if none is known, or the game is over. */
  next: z.object({ number: count, round: z.string(), deadline: timestamp, choices: z.array(choice) }).nullable(),
  /** Whether the game has an entry of the model. */
  has_model: z.boolean(),
  /** Whether the caller may join now. */
  can_join: z.boolean(),
  mine: z.object({ id: uuid, ...standing, rank, pick: z.object({ team_id: numericId, picked_at: timestamp }).nullable() }).nullable(),
  /** Handles of those in first place once the game is over; null before, and while the reader's spoiler shield hides results. */
  winners: z.array(z.string()).nullable(),
});
export type SurvivorGame = z.infer<typeof survivorGame>;

export const getSurvivor = endpoint({
  method: 'GET',
  path: '/api/survivor/games/:game_id',
  access: 'optional',
  summary: "A game with its rules, the next round's teams, and the caller's picks; `not_found` for the game of a group to others",
  input: z.object(gameId),
  reply: survivorGame,
});

export const joinSurvivor = endpoint({
  method: 'POST',
  path: '/api/survivor/games/:game_id/join',
  isTipping: true,
  access: 'user',
  summary: 'Joins a game until its first round begins: `survivor_closed` afterwards, `group_full` with 5,000 players',
  input: z.strictObject(gameId),
  reply: nothing,
});

export const leaveSurvivor = endpoint({
  method: 'DELETE',
  path: '/api/survivor/games/:game_id/entry',
  access: 'user',
  summary: 'Leaves a game until its first round begins: `survivor_closed` afterwards; no error for a user who is not in it',
  input: z.object(gameId),
  reply: nothing,
});

export const pickSurvivor = endpoint({
  method: 'PUT',
  path: '/api/survivor/games/:game_id/pick',
  isTipping: true,
  access: 'user',
  summary: 'Picks a team for the next round, judged by the moment of arrival: `survivor_closed` after its first kick-off, `team_used`',
  input: z.strictObject({ ...gameId, round, team_id: numericId }),
  reply: z.object({ judged_at: timestamp }),
});

export const getSurvivorTable = endpoint({
  method: 'GET',
  path: '/api/survivor/games/:game_id/table',
  access: 'optional',
  summary: 'Who is in and who is out, with the last pick that is shown; empty before the first round begins',
  input: z.object({
    ...gameId,
    /** The `next` of the page before. */
    after: z
      .string()
      .regex(/^\d{1,6}\.[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
      .optional(),
    page_size: z.coerce.number<number>().int().min(1).max(100).default(50),
  }),
  reply: z.object({
    items: z.array(
      z.object({
        /** Of the entry's page; null in the game of a group, whose picks only members see. */
        id: uuid.nullable(),
        rank: count,
        /** Null for the model, which takes no place from others. */
        handle: z.string().nullable(),
        is_me: z.boolean(),
        lives: count,
        out: count.nullable(),
        /** The pick of the last round that has closed, or of the one in which it was lost; null without one. */
        pick: z.object({ number: count, team: teamRef, picked_at: timestamp }).nullable(),
      }),
    ),
    next: z.string().nullable(),
    /** The reader's spoiler shield hides the table. */
    is_hidden: z.boolean(),
  }),
});
export type SurvivorRow = z.infer<typeof getSurvivorTable.reply>['items'][number];

export const survivorEntry = z.object({
  league: leagueRef,
  season: z.string(),
  /** Null for the model. */
  handle: z.string().nullable(),
  rules,
  ...standing,
  /** Null in the game of a group too. */
  rank,
});
export type SurvivorEntry = z.infer<typeof survivorEntry>;

export const getSurvivorEntry = endpoint({
  method: 'GET',
  path: '/api/survivor/entries/:id',
  access: 'public',
  summary: "An entry's picks of the rounds that have closed; `not_found` once its user has left",
  input: z.object({ id: uuid }),
  reply: survivorEntry,
});
