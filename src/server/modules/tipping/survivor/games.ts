import type { Transaction } from 'kysely';
import { v4 } from 'uuid';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { createSurvivor, pickSurvivor } from '#contract/survivor.ts';
import { freeTeams, OPEN_RULES } from '#domain/tipping/survivor.ts';
import { comingRounds, hasBegun, matchOfTeam } from '#domain/tipping/survivor-rounds.ts';
import type { Deps } from '#server/deps.ts';
import { requireUser } from '#server/modules/identity/public.ts';
import { asOwner, requireMember, requireReader } from '#server/modules/tipping/groups/access.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { RequestLimit } from '#server/platform/http/request-limit.ts';
import { transact } from '#server/platform/transact.ts';
import { findMatches, readGame } from './calendar.ts';
import { picksOf, usedBefore } from './choices.ts';
import * as entries from './entry-queries.ts';
import * as games from './game-queries.ts';

const PLAYERS_MAX = 5_000;
/** Games that are not over which a user may have made, and take part in. */
const [MADE_MAX, JOINED_MAX] = [20, 50];

/** Returns a game for a caller (null: a guest). Throws `not_found` for the game of a group to those who cannot see the group. */
export async function requireGame(deps: Deps, userId: string | null, id: string): Promise<games.GameRow> {
  const game = await games.findGame(deps.db, id);
  if (!game || (game.group_id !== null && userId === null)) throw new AppError('not_found');
  if (game.group_id !== null) await requireReader(deps, userId!, game.group_id);
  return game;
}

/** Random, and not by time like other ids: the address is all that protects it. */
const newAddress = (deps: Deps): string => v4({ random: deps.randomBytes(16) });

type Made = ParsedInputOf<typeof createSurvivor>;

/**
 * Begins a game, with the caller as its first player and the model as another. Throws `not_found` for an unknown league or group,
 * `forbidden` for a user who does not own the group, `survivor_closed` for a round that has begun, `too_many_games`.
 */
export async function create(deps: Deps, limit: RequestLimit, userId: string, input: Made): Promise<ReplyOf<typeof createSurvivor>> {
  await requireUser(deps, userId);
  await limit.count(userId);
  if ((input.kind === 'group') !== (input.group_id !== null)) throw new AppError('invalid_payload', { field: 'group_id' });
  if (input.group_id !== null) return asOwner(deps, userId, input.group_id, (db) => begin(deps, db, userId, input));
  return transact(deps, (db) => begin(deps, db, userId, input));
}

async function begin(deps: Deps, db: Transaction<DB>, userId: string, input: Made): Promise<{ id: string }> {
  const now = deps.now();
  const league = await db.selectFrom('leagues').selectAll().where('id', '=', input.league_id).executeTakeFirst();
  if (!league) throw new AppError('not_found');
  if (league.sport !== 'football' || league.form !== 'league') throw new AppError('invalid_payload', { field: 'league_id' });
  await requireRoom(db, userId, true);
  const isOpen = input.kind === 'open';
  const known = isOpen ? (await games.findOpen(db, [league.id])).find(({ season }) => season === league.current_season) : undefined;
  if (known) {
    await enter(deps, db, known.id, userId, now);
    return { id: known.id };
  }
  const season = league.current_season;
  const coming = comingRounds(await findMatches(db, league.id, season), [], new Date(0));
  const at = isOpen ? coming.findIndex((round) => !hasBegun(round, now)) : coming.findIndex(({ round }) => round === input.round);
  const round = coming[at];
  if (!round || hasBegun(round, now)) throw new AppError('survivor_closed');
  // Whatever has begun by now is before it; so is any later round between.
  const before = coming.findLast(({ deadline }) => deadline < round.deadline)?.deadline ?? now;
  const { lives, drawSurvives } = isOpen ? OPEN_RULES : { lives: input.rules.lives, drawSurvives: input.rules.draw_survives };
  const game: games.NewGame = {
    ...{ id: newAddress(deps), kind: input.kind, league_id: league.id, season, group_id: input.group_id },
    ...{ made_by: isOpen ? null : userId, lives, draw_survives: drawSurvives, first_round: round.round, created_at: now },
    begins_after: new Date(Math.max(before.getTime(), now.getTime())),
  };
  // Somebody else has begun it at this moment, or it was over before it began.
  if (!(await games.insertGame(db, game))) throw new AppError('survivor_closed');
  await entries.insertEntry(db, { id: newAddress(deps), game_id: game.id, user_id: null, joined_at: now, lives });
  await entries.insertEntry(db, { id: newAddress(deps), game_id: game.id, user_id: userId, joined_at: now, lives });
  return { id: game.id };
}

async function requireRoom(db: Transaction<DB>, userId: string, isMade: boolean): Promise<void> {
  // Serializes the games of one user, so that nobody is in more than allowed.
  await db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  const { made, joined } = await games.countGames(db, userId);
  if (isMade && made >= MADE_MAX) throw new AppError('too_many_games', { max: MADE_MAX });
  if (joined >= JOINED_MAX) throw new AppError('too_many_games', { max: JOINED_MAX });
}

/** Enters a user into a game whose first round has not begun by `arrivedAt`. Throws `survivor_closed`, `survivor_full`. */
async function enter(deps: Deps, db: Transaction<DB>, gameId: string, userId: string, arrivedAt: Date): Promise<void> {
  await games.holdGame(db, gameId, 'entering');
  const game = await games.findGame(db, gameId);
  if (!game) throw new AppError('not_found');
  if (await entries.findOwn(db, gameId, userId)) return;
  if (!(await isJoinable(db, game, arrivedAt))) throw new AppError('survivor_closed');
  if (game.players >= PLAYERS_MAX) throw new AppError('survivor_full', { max: PLAYERS_MAX });
  await entries.insertEntry(db, { id: newAddress(deps), game_id: gameId, user_id: userId, joined_at: arrivedAt, lives: game.lives });
}

async function isJoinable(db: Db, game: games.GameRow, now: Date): Promise<boolean> {
  return game.over_at === null && (await readGame(db, game, now)).next?.number === 1;
}

/** Joins a game. Throws as `enter` does, `too_many_games`, and `not_found` for a user who is not in its group. */
export async function join(deps: Deps, userId: string, gameId: string): Promise<Record<string, never>> {
  const arrivedAt = deps.now();
  await requireUser(deps, userId);
  const { group_id } = await requireGame(deps, userId, gameId);
  if (group_id !== null) await requireMember(deps, userId, group_id);
  await transact(deps, async (db) => {
    await requireRoom(db, userId, false);
    await enter(deps, db, gameId, userId, arrivedAt);
  });
  return {};
}

/** Leaves a game before its first round begins; a game without players is gone. Throws `survivor_closed`. */
export async function leave(deps: Deps, userId: string, gameId: string): Promise<Record<string, never>> {
  const arrivedAt = deps.now();
  await requireUser(deps, userId);
  await requireGame(deps, userId, gameId);
  await transact(deps, async (db) => {
    await games.holdGame(db, gameId, 'closing');
    const [game, own] = [await games.findGame(db, gameId), await entries.findOwn(db, gameId, userId)];
    if (!game || !own) return;
    if (!(await isJoinable(db, game, arrivedAt))) throw new AppError('survivor_closed');
    await entries.deleteEntry(db, own.id);
    if (game.players === 1) await games.deleteGame(db, gameId);
  });
  return {};
}

/**
 * Enters a pick, in place of the one before. The moment at which the request arrived decides whether it is in time, however long it then
 * takes. Picks of users who are out, and in games that are over, are entered too: either may be hidden from the user, and a correction may
 * take it back. Throws `survivor_closed` once the round has begun, `team_used`, `invalid_payload` for a team that does not play in it,
 * `not_found` for others.
 */
export async function pick(
  deps: Deps,
  limit: RequestLimit,
  userId: string,
  { game_id, round, team_id }: ParsedInputOf<typeof pickSurvivor>,
): Promise<ReplyOf<typeof pickSurvivor>> {
  const judgedAt = deps.now();
  await requireUser(deps, userId);
  await limit.count(userId);
  const { group_id } = await requireGame(deps, userId, game_id);
  if (group_id !== null) await requireMember(deps, userId, group_id);
  await transact(deps, async (db) => {
    await games.holdGame(db, game_id, 'entering');
    const [game, own] = [await games.findGame(db, game_id), await entries.findOwn(db, game_id, userId)];
    if (!game || !own) throw new AppError('not_found');
    const known = await readGame(db, game, judgedAt);
    const { next } = known;
    if (next?.round !== round) throw new AppError('survivor_closed');
    const teams = matchOfTeam(next.matches);
    const match = teams.get(team_id);
    if (!match) throw new AppError('invalid_payload', { field: 'team_id' });
    const picks = (await entries.findPicks(db, [own.id])).get(own.id)!;
    if (!freeTeams(teams.keys(), usedBefore(known, round, picksOf(picks))).has(team_id)) throw new AppError('team_used');
    await entries.upsertPick(db, own.id, round, { team: team_id, match: match.id }, judgedAt);
  });
  return { judged_at: judgedAt.toISOString() };
}
