import { z } from 'zod';
import { ROUND_KINDS } from '#domain/tipping/rounds.ts';
import { PRESET_NAMES } from '#domain/tipping/rules.ts';
import { listOf, nothing, numericId, paging, queryText, sport, timestamp, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';
import { leagueRef, teamRef } from './matches.ts';
import { tippingRules } from './tipping-rules.ts';

/** Members of a group: 5,000 at most. Groups of a user: 50. */
export const GROUP_NAME_LENGTH_MAX = 40;
export const COMPETITIONS_MAX = 10;

/** `owner`: everything. `helper`: members, the code, bonus results. `member`: tips. */
export const GROUP_ROLES = ['owner', 'helper', 'member'] as const;
export type GroupRole = (typeof GROUP_ROLES)[number];

/** `private`: joined by code. `listed`: found in the list of groups, and open to everybody. */
export const GROUP_VISIBILITIES = ['private', 'listed'] as const;

/** What a group tips: all matches of a league or a team, or of every league of a sport. */
const competitionInput = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('league'), league_id: numericId }),
  z.strictObject({ kind: z.literal('team'), team_id: numericId }),
  z.strictObject({ kind: z.literal('sport'), sport }),
]);
export type CompetitionInput = z.input<typeof competitionInput>;

const competition = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('league'), league: leagueRef }),
  z.object({ kind: z.literal('team'), team: teamRef, sport }),
  z.object({ kind: z.literal('sport'), sport }),
]);
export type Competition = z.infer<typeof competition>;

const groupBrief = z.object({
  id: uuid,
  name: z.string(),
  visibility: z.enum(GROUP_VISIBILITIES),
  members: z.number().int(),
  competitions: z.array(competition),
});

/** A group in its member's list. */
const myGroup = groupBrief.extend({
  role: z.enum(GROUP_ROLES),
  /** In the whole table, matches in play included; null before anything counts. */
  place: z.number().int().nullable(),
  points: z.number().int(),
  /** Matches that close within the next seven days and have no tip of the caller yet. */
  missing: z.number().int(),
  /** When the first of them closes. */
  next_deadline: timestamp.nullable(),
});
export type MyTippingGroup = z.infer<typeof myGroup>;

/** One round of a group: a label for people is made from the league's round or the dates. */
const roundBrief = z.object({
  key: z.string(),
  /** The league and its name of the round; null where rounds are weeks or days. */
  league: leagueRef.nullable(),
  round: z.string().nullable(),
  starts_at: timestamp.nullable(),
  ends_at: timestamp.nullable(),
  matches: z.number().int(),
  /** What its points are multiplied by. */
  weight: z.number().int(),
  /** `open`: nothing of it has closed yet. `running`: something has closed, and not everything is over. `over`: everything is. */
  state: z.enum(['open', 'running', 'over']),
});
export type TippingRound = z.infer<typeof roundBrief>;

const group = groupBrief.extend({
  /** Null for guests of a listed group. */
  role: z.enum(GROUP_ROLES).nullable(),
  /** For the address /groups/join/CODE; helpers and the owner see it, and everybody in a listed group. */
  code: z.string().nullable(),
  rules: tippingRules,
  round_kind: z.enum(ROUND_KINDS),
  /** Matches that began earlier do not count. */
  starts_at: timestamp,
  /** Tips of earlier matches that an owner entered for others (docs/tipping-import.md): by whom, and when last; null: none. */
  imported: z.object({ by: z.string().nullable(), at: timestamp, tips: z.number().int() }).nullable(),
  /** The Telegram chat that the bot posts to, with its title; null if there is none, and for guests. */
  telegram: z.object({ title: z.string(), since: timestamp }).nullable(),
  /** By their start; at most 100: the present one, and those nearest to it. */
  rounds: z.array(roundBrief),
  /** The round to show first: the first that is not over; null in a group without matches. */
  current_round: z.string().nullable(),
});
export type TippingGroup = z.infer<typeof group>;

const groupName = z.string().trim().min(1).max(GROUP_NAME_LENGTH_MAX);
const ofGroup = { group_id: uuid };

export const listTippingGroups = endpoint({
  method: 'GET',
  path: '/api/tipping/groups',
  access: 'user',
  summary: "The caller's tipping groups, the oldest membership first",
  input: z.object({}),
  reply: z.object({ items: z.array(myGroup) }),
});

export const listOpenTippingGroups = endpoint({
  method: 'GET',
  path: '/api/tipping/open-groups',
  access: 'public',
  summary: 'Listed tipping groups, the largest first',
  input: z.object({ q: queryText(60).optional(), ...paging }),
  reply: listOf(groupBrief),
});

export const createTippingGroup = endpoint({
  method: 'POST',
  path: '/api/tipping/groups',
  access: 'user',
  isTipping: true,
  status: 201,
  summary: 'Creates a tipping group; `too_many_groups` if the caller is in fifty',
  input: z.strictObject({
    name: groupName,
    visibility: z.enum(GROUP_VISIBILITIES).default('private'),
    competitions: z.array(competitionInput).min(1).max(COMPETITIONS_MAX),
    round_kind: z.enum(ROUND_KINDS).default('league_round'),
    rules: z.union([z.enum(PRESET_NAMES), tippingRules]).default('classic'),
  }),
  reply: group,
});

export const getTippingGroup = endpoint({
  method: 'GET',
  path: '/api/tipping/groups/:group_id',
  access: 'user',
  summary: 'A group, for its members; in a listed group for everybody',
  input: z.object(ofGroup),
  reply: group,
});

export const updateTippingGroup = endpoint({
  method: 'PATCH',
  path: '/api/tipping/groups/:group_id',
  access: 'user',
  summary: 'Renames a group, or lists it (its owner)',
  input: z.strictObject({ ...ofGroup, name: groupName.optional(), visibility: z.enum(GROUP_VISIBILITIES).optional() }),
  reply: group,
});

export const endTippingGroup = endpoint({
  method: 'DELETE',
  path: '/api/tipping/groups/:group_id',
  access: 'user',
  summary: 'Ends a group with all its tips (its owner)',
  input: z.object(ofGroup),
  reply: nothing,
});

export const renewTippingCode = endpoint({
  method: 'POST',
  path: '/api/tipping/groups/:group_id/code',
  access: 'user',
  summary: 'Replaces the code, so that the earlier link leads nowhere (owner and helpers)',
  input: z.strictObject(ofGroup),
  reply: group,
});

export const getTippingInvitation = endpoint({
  method: 'GET',
  path: '/api/tipping/invitations/:code',
  access: 'public',
  summary: 'What a code leads to: name, size and competitions, and the imported place whose code it is. Wrong codes are limited',
  input: z.object({ code: queryText(40) }),
  reply: groupBrief.extend({ place: z.string().nullable() }),
});

export const joinTippingGroup = endpoint({
  method: 'POST',
  path: '/api/tipping/join',
  access: 'user',
  isTipping: true,
  summary: 'Joins a group by its code, or a listed group by its id; no error if the caller is a member. `group_full` at 5,000',
  input: z
    .strictObject({ code: z.string().max(40).optional(), group_id: uuid.optional() })
    .refine(({ code, group_id }) => (code === undefined) !== (group_id === undefined), {
      path: ['code'],
      error: 'either code or group_id',
    }),
  reply: group,
});

/** A member of a group; the model and the crowd are in tables, not here. */
const member = z.object({
  handle: z.string(),
  role: z.enum(GROUP_ROLES),
  joined_at: timestamp,
  is_me: z.boolean(),
  /** The imported name whose place the member took; null: none. */
  place: z.string().nullable(),
});
export type TippingMember = z.infer<typeof member>;

export const listTippingMembers = endpoint({
  method: 'GET',
  path: '/api/tipping/groups/:group_id/members',
  access: 'user',
  summary: 'The members of a group, in the order in which they joined',
  input: z.object({ ...ofGroup, ...paging }),
  reply: listOf(member),
});

export const setTippingRole = endpoint({
  method: 'PUT',
  path: '/api/tipping/groups/:group_id/members/:handle',
  access: 'user',
  summary: 'Makes a member a helper, a member, or the owner in place of the caller (its owner)',
  input: z.strictObject({ ...ofGroup, handle: queryText(60), role: z.enum(GROUP_ROLES) }),
  reply: nothing,
});

export const removeTippingMember = endpoint({
  method: 'DELETE',
  path: '/api/tipping/groups/:group_id/members/:handle',
  access: 'user',
  summary: 'Leaves a group, or removes a member and replaces the code (owner and helpers); an unknown handle is no error',
  input: z.object({ ...ofGroup, handle: queryText(60) }),
  reply: nothing,
});
