import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type {
  Competition,
  createTippingGroup,
  GroupRole,
  getTippingInvitation,
  joinTippingGroup,
  listOpenTippingGroups,
  TippingGroup,
  updateTippingGroup,
} from '#contract/tipping-groups.ts';
import { inviteCode, normaliseInviteCode } from '#domain/ledger/rewards.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { PRESETS, type TippingRules } from '#domain/tipping/rules.ts';
import type { Deps } from '#server/deps.ts';
import { requireUser, validateName } from '#server/modules/identity/public.ts';
import { type LeagueRow, leagueRef, type TeamRow, teamRef } from '#server/modules/match-data/public.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { pageOf } from '#server/platform/http/paging.ts';
import { type RequestLimit, requestLimit, type TierLimit, tierLimit } from '#server/platform/http/request-limit.ts';
import { transact } from '#server/platform/transact.ts';
import { asHelper, asOwner, requireReader } from './access.ts';
import * as groups from './group-queries.ts';
import { findImported } from './import-queries.ts';
import { countPlaces, findPlaceByCode, type OpenPlace, takePlace } from './places.ts';
import { roundViews } from './round-views.ts';
import { groupTopic, standingOf } from './standing.ts';

export const MEMBERS_MAX = 5_000;
const GROUPS_MAX = 50;
/** Wrong codes allowed per hour, per user and per IP address: too few to guess one of 32^8 codes. */
const WRONG_CODES_PER_HOUR = { user: 20, ip: 60 };

export interface CodeLimits {
  byUser: RequestLimit;
  byIp: TierLimit;
}

export const codeLimits = (deps: Deps): CodeLimits => ({
  byUser: requestLimit(deps, 'tipping-join-user', WRONG_CODES_PER_HOUR.user, 60 * 60),
  byIp: tierLimit(deps, 'tipping-join', WRONG_CODES_PER_HOUR.ip, 60 * 60),
});

/** Creates a group with its founder as the owner. Throws `invalid_payload` for what does not exist, `too_many_groups`. */
export async function create(deps: Deps, userId: string, input: ParsedInputOf<typeof createTippingGroup>): Promise<TippingGroup> {
  await requireUser(deps, userId);
  validateName(input.name, 'name');
  const now = deps.now();
  const rules: TippingRules = typeof input.rules === 'string' ? PRESETS[input.rules] : input.rules;
  const id = await transact(deps, async (db) => {
    await requireRoom(db, userId);
    const group = { id: newId(deps), name: input.name, visibility: input.visibility, round_kind: input.round_kind };
    while (!(await groups.insertGroup(db, { ...group, code: newCode(deps), starts_at: now, created_at: now })));
    const rows = input.competitions.map((chosen, position) => ({
      ...{ group_id: group.id, position, league_id: null, team_id: null, sport: null },
      ...('league_id' in chosen && { league_id: chosen.league_id }),
      ...('team_id' in chosen && { team_id: chosen.team_id }),
      ...('sport' in chosen && { sport: chosen.sport }),
    }));
    await requireExisting(db, rows);
    await groups.insertCompetitions(db, rows);
    await groups.insertRules(db, group.id, { version: 1, rules, by: userId, at: now });
    await groups.addMember(db, group.id, userId, 'owner', now);
    return group.id;
  });
  return view(deps, userId, id);
}

/** Refuses competitions that do not exist, and the same one twice. */
async function requireExisting(db: Db, rows: readonly groups.CompetitionRow[]): Promise<void> {
  const names = rows.map(({ league_id, team_id, sport }) => `${league_id}/${team_id}/${sport}`);
  if (new Set(names).size < names.length) throw new AppError('invalid_payload', { field: 'competitions' });
  const leagueIds = rows.flatMap(({ league_id }) => league_id ?? []);
  const teamIds = rows.flatMap(({ team_id }) => team_id ?? []);
  const leagues = leagueIds.length === 0 ? [] : await db.selectFrom('leagues').select('id').where('id', 'in', leagueIds).execute();
  const teams = teamIds.length === 0 ? [] : await db.selectFrom('teams').select('id').where('id', 'in', teamIds).execute();
  if (leagues.length < leagueIds.length || teams.length < teamIds.length) throw new AppError('invalid_payload', { field: 'competitions' });
}

/** Returns a group as its reader sees it. */
export async function view(deps: Deps, userId: string, groupId: string): Promise<TippingGroup> {
  const { group, member } = await requireReader(deps, userId, groupId);
  const { rules, rounds: all } = await standingOf(deps, group);
  const competitions = await competitionsOf(deps.db, [groupId]);
  const rounds = await roundViews(deps.db, group, rules, all);
  const role = (member?.role ?? null) as GroupRole | null;
  return {
    ...brief(group, competitions),
    role,
    code: role === 'owner' || role === 'helper' || group.visibility === 'listed' ? group.code : null,
    rules,
    round_kind: group.round_kind as TippingGroup['round_kind'],
    starts_at: group.starts_at.toISOString(),
    imported: await findImported(deps.db, group),
    telegram: member ? await findTelegram(deps.db, groupId) : null,
    ...rounds,
  };
}

/** Returns the Telegram chat of a group; null if there is none. */
async function findTelegram(db: Db, groupId: string): Promise<TippingGroup['telegram']> {
  const row = await db.selectFrom('telegram_groups').select(['title', 'bound_at']).where('group_id', '=', groupId).executeTakeFirst();
  return row ? { title: row.title, since: row.bound_at.toISOString() } : null;
}

export async function listed(
  deps: Deps,
  { q, page, page_size }: ParsedInputOf<typeof listOpenTippingGroups>,
): Promise<ReplyOf<typeof listOpenTippingGroups>> {
  return pageOf({ page, page_size }, async (slice) => {
    const { groups: found, total } = await groups.findListed(deps.db, q?.trim() || undefined, slice);
    const competitions = await competitionsOf(
      deps.db,
      found.map(({ id }) => id),
    );
    return { items: found.map((group) => brief(group, competitions)), total };
  });
}

/** Renames a group, or lists it. */
export async function update(
  deps: Deps,
  userId: string,
  { group_id, name, visibility }: ParsedInputOf<typeof updateTippingGroup>,
): Promise<TippingGroup> {
  if (name !== undefined) validateName(name, 'name');
  await asOwner(deps, userId, group_id, (db, _, __, announce) => {
    announce(groupTopic(group_id), { t: 'refetch' });
    return groups.updateGroup(db, group_id, { ...(name !== undefined && { name }), ...(visibility !== undefined && { visibility }) });
  });
  return view(deps, userId, group_id);
}

export const end = (deps: Deps, userId: string, groupId: string): Promise<Record<string, never>> =>
  asOwner(deps, userId, groupId, async (db, _, __, announce) => {
    announce(groupTopic(groupId), { t: 'refetch' });
    await groups.deleteGroup(db, groupId);
    return {};
  });

export async function renewCode(deps: Deps, userId: string, groupId: string): Promise<TippingGroup> {
  await asHelper(deps, userId, groupId, (db) => replaceCode(deps, db, groupId));
  return view(deps, userId, groupId);
}

/** Replaces a group's code. A duplicate would abort the transaction, so it is looked for first. */
export async function replaceCode(deps: Deps, db: Db, groupId: string): Promise<void> {
  let code = newCode(deps);
  while (await groups.findGroupByCode(db, code)) code = newCode(deps);
  await groups.updateGroup(db, groupId, { code });
}

/** Returns what a code leads to. Throws `not_found` for an unknown code, `rate_limited` after too many of them. */
export async function invitation(deps: Deps, limits: CodeLimits, ip: string, typed: string): Promise<ReplyOf<typeof getTippingInvitation>> {
  await limits.byIp.count(ip);
  const { group, place } = await invitedBy(deps.db, typed);
  // Only wrong codes count.
  await limits.byIp.giveBack(ip);
  return { ...brief(group, await competitionsOf(deps.db, [group.id])), place: place?.place_name ?? null };
}

/** Joins a group, and takes a place if the code is one's. Throws `not_found`, `group_full`, `too_many_groups`, `place_taken`, `rate_limited`. */
export async function join(
  deps: Deps,
  limits: CodeLimits,
  userId: string,
  ip: string,
  { code, group_id }: ParsedInputOf<typeof joinTippingGroup>,
): Promise<TippingGroup> {
  await requireUser(deps, userId);
  const groupId = group_id ?? (await idOfCode(deps, limits, userId, ip, code!));
  await transact(deps, async (db, announce) => {
    await groups.lockUser(db, userId);
    const group = await groups.lockGroup(db, groupId);
    const typed = code === undefined ? null : normaliseInviteCode(code);
    const place = typed === null ? undefined : await findPlaceByCode(db, typed);
    // Between reading the code and joining, it may have been replaced or used.
    const isOpen = group && (group_id ? group.visibility === 'listed' : group.code === typed || place?.group_id === groupId);
    if (!isOpen) throw new AppError('not_found');
    const isMember = (await groups.findMember(db, groupId, userId)) !== undefined;
    if (!isMember) await requireRoom(db, userId);
    if (isMember && !place) return;
    announce(groupTopic(groupId), { t: 'refetch' });
    if (place) return takePlace(db, group, place, userId, deps.now());
    // A place is kept for whoever it was imported for.
    if (group.members + (await countPlaces(db, groupId)) >= MEMBERS_MAX) throw new AppError('group_full', { max: MEMBERS_MAX });
    await groups.addMember(db, groupId, userId, 'member', deps.now());
  });
  return view(deps, userId, groupId);
}

async function idOfCode(deps: Deps, limits: CodeLimits, userId: string, ip: string, typed: string): Promise<string> {
  await limits.byUser.count(userId);
  await limits.byIp.count(ip);
  const { group } = await invitedBy(deps.db, typed);
  await limits.byUser.giveBack(userId);
  await limits.byIp.giveBack(ip);
  return group.id;
}

/** Returns the group that a code invites to: its own code, or that of an imported place, which is worth one use. */
async function invitedBy(db: Db, typed: string): Promise<{ group: groups.GroupRow; place: OpenPlace | null }> {
  const code = normaliseInviteCode(typed);
  if (code === null) throw new AppError('not_found');
  const byGroup = await groups.findGroupByCode(db, code);
  if (byGroup) return { group: byGroup, place: null };
  const place = await findPlaceByCode(db, code);
  const group = place && (await groups.findGroup(db, place.group_id));
  if (!place || !group) throw new AppError('not_found');
  return { group, place };
}

async function requireRoom(db: Parameters<typeof groups.lockUser>[0], userId: string): Promise<void> {
  await groups.lockUser(db, userId);
  if ((await groups.countGroupsOf(db, userId)) >= GROUPS_MAX) throw new AppError('too_many_groups', { max: GROUPS_MAX });
}

const newCode = ({ randomBytes }: Deps): string => inviteCode(randomBytes(8));

type Competitions = Map<string, Competition[]>;

export const brief = ({ id, name, visibility, members }: groups.GroupRow, competitions: Competitions) => ({
  ...{ id, name, members },
  visibility: visibility as TippingGroup['visibility'],
  competitions: competitions.get(id) ?? [],
});

/** Returns what these groups tip, in the order in which it was chosen. */
export async function competitionsOf(db: Db, groupIds: readonly string[]): Promise<Competitions> {
  const chosen: Competitions = new Map(groupIds.map((id) => [id, []]));
  if (groupIds.length === 0) return chosen;
  const rows = await db
    .selectFrom('tipping_competitions as c')
    .leftJoin('leagues as l', 'l.id', 'c.league_id')
    .leftJoin('teams as t', 't.id', 'c.team_id')
    .select(['c.group_id', 'c.sport'])
    .select((eb) => [eb.fn.toJson('l').as('league'), eb.fn.toJson('t').as('team')])
    .where('c.group_id', 'in', [...groupIds])
    .orderBy('c.group_id')
    .orderBy('c.position')
    .execute();
  for (const { group_id, sport, league, team } of rows) {
    const of: Competition = league
      ? { kind: 'league', league: leagueRef(league as LeagueRow) }
      : team
        ? { kind: 'team', team: teamRef(team as TeamRow), sport: (team as { sport: Sport }).sport }
        : { kind: 'sport', sport: sport as Sport };
    chosen.get(group_id)!.push(of);
  }
  return chosen;
}
