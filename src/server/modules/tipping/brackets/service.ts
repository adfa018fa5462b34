import { v4 } from 'uuid';
import type { BracketChallenge, BracketPage, BracketState, putBracket, WireShape } from '#contract/brackets.ts';
import type { ParsedInputOf } from '#contract/endpoint.ts';
import { firstBeginMs, nextBeginMs } from '#domain/tipping/bracket-facts.ts';
import { BRACKET_RULES, scoreBracket } from '#domain/tipping/bracket-score.ts';
import { type BracketPicks, type BracketTree, readTree } from '#domain/tipping/bracket-shape.ts';
import type { Deps } from '#server/deps.ts';
import { requireUser } from '#server/modules/identity/public.ts';
import { teamRef } from '#server/modules/match-data/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { RequestLimit } from '#server/platform/http/request-limit.ts';
import { transact } from '#server/platform/transact.ts';
import { entryView, hasBegun, hasFinalBegun, isLocked, teamsOf } from './entry-view.ts';
import * as brackets from './queries.ts';
import { type ChallengeKey, findTournament, type KnownTournament } from './tournament.ts';

/** Returns a competition's bracket for a caller; null is a guest. Throws `not_found` for an unknown competition. */
export async function challenge(deps: Deps, userId: string | null, key: ChallengeKey): Promise<BracketChallenge> {
  const tournament = await findTournament(deps.db, key);
  const now = deps.now();
  const known = await brackets.findChallenge(deps.db, keyOf(tournament));
  const rules = known?.rules ?? BRACKET_RULES;
  const row = known && userId !== null ? await brackets.findOwn(deps.db, known.id, userId) : undefined;
  const mine = row ? await entryView(deps.db, now, row, { tournament, rules, handle: await handleOf(deps.db, userId!) }) : null;
  const { league, season, section, facts, shape, drawn } = tournament;
  const state = stateOf(tournament, now);
  const next = nextBeginMs(facts, now.getTime());
  const isOpen = typeof shape !== 'string' && (state === 'open' || state === 'late') && !mine?.is_locked;
  return {
    ...{ league, season, section, state, mine },
    begins_at: isoOf(firstBeginMs(facts)),
    closes_at: isoOf(next),
    rules: rules as BracketChallenge['rules'],
    takes_scores: league.sport === 'football',
    model:
      known && (await brackets.hasModelEntry(deps.db, known.id)) ? 'plays' : state === 'open' || state === 'waiting' ? 'later' : 'none',
    shape: isOpen ? wireShape(shape, drawn) : null,
    teams: await allTeams(deps.db, tournament, mine ? teamsOf(row!.tree) : []),
  };
}

const keyOf = ({ league, season, section }: KnownTournament) => ({ league_id: league.id, season, section });
/** Returns a time as the wire writes it. */
export const isoOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** Returns what can be done with a bracket at a moment. */
export function stateOf({ shape, facts }: KnownTournament, now: Date): BracketState {
  if (typeof shape === 'string') return shape;
  if (hasFinalBegun(facts, now)) return 'closed';
  return hasBegun(facts, now) ? 'late' : 'open';
}

function wireShape({ groups, plan, first, decided, thirdPlace }: Exclude<KnownTournament['shape'], string>, drawn: string): WireShape {
  const shape = { drawn, groups, plan, first, decided, has_third_place: thirdPlace !== undefined, third_place: thirdPlace ?? null };
  return shape as unknown as WireShape;
}

/** The teams of the season, and those of an entry that have left it. */
async function allTeams(db: Db, { teams }: KnownTournament, ids: readonly number[]) {
  const missing = ids.filter((id) => !teams.some((team) => team.id === id));
  const left = missing.length === 0 ? [] : await db.selectFrom('teams').selectAll().where('id', 'in', missing).execute();
  return [...teams, ...left.map(teamRef)];
}

async function handleOf(db: Db, userId: string): Promise<string> {
  const { public_handle } = await db.selectFrom('users').select('public_handle').where('id', '=', userId).executeTakeFirstOrThrow();
  return public_handle;
}

/**
 * Makes or changes the entry of a user, judged by the server's clock. Throws `bracket_closed`, `draw_changed`, `rate_limited`, and
 * `invalid_payload` with the part of the picks that does not fit.
 */
export async function save(
  deps: Deps,
  limit: RequestLimit,
  userId: string,
  { drawn, orders, best, winners, third_place, scores, ...key }: ParsedInputOf<typeof putBracket>,
): Promise<BracketChallenge> {
  await requireUser(deps, userId);
  await limit.count(userId);
  const asked = keyOf(await findTournament(deps.db, key));
  await transact(deps, async (db) => {
    const { id: challenge_id, rules } = await brackets.takeChallenge(db, asked, BRACKET_RULES, deps.now());
    const own = await brackets.lockOwn(db, challenge_id, userId);
    // Read after the lock: whoever scored all entries before it knew no more.
    const tournament = await findTournament(db, asked);
    const now = deps.now();
    if (own && isLocked(own, tournament.facts, now)) throw new AppError('bracket_closed');
    const tree = treeOf(tournament, now, drawn, { orders, best, winners, third_place, scores });
    const { points, possible, isAlive, isLate } = scoreBracket(tree, tournament.facts, rules, now.getTime());
    // Random, and not by time like other ids: the address is all that protects it.
    const id = own?.id ?? v4({ random: deps.randomBytes(16) });
    const result = { points, possible, is_alive: isAlive, is_late: isLate || (own?.is_late ?? false), scored_at: now };
    await brackets.upsertEntry({ ...{ id, challenge_id, user_id: userId, made_at: now, tree, drawn }, ...result }, db);
  });
  return challenge(deps, userId, key);
}

/** Returns the tree that picks make now. Throws as `save` does. */
function treeOf(tournament: KnownTournament, now: Date, drawn: string, picks: BracketPicks): BracketTree {
  const { shape, league } = tournament;
  if (typeof shape === 'string' || stateOf(tournament, now) === 'closed') throw new AppError('bracket_closed');
  if (drawn !== tournament.drawn) throw new AppError('draw_changed');
  if (picks.scores.length > 0 && league.sport !== 'football') throw new AppError('invalid_payload', { field: 'scores' });
  const { tree, fault } = readTree(shape, picks);
  if (fault !== null) throw new AppError('invalid_payload', { field: fault });
  return tree;
}

/** Withdraws the entry of a user. Throws `bracket_closed` once a match of it has begun. */
export async function withdraw(deps: Deps, userId: string, key: ChallengeKey): Promise<Record<string, never>> {
  await requireUser(deps, userId);
  const tournament = await findTournament(deps.db, key);
  const known = await brackets.findChallenge(deps.db, keyOf(tournament));
  if (!known) return {};
  await transact(deps, async (db) => {
    const own = await brackets.lockOwn(db, known.id, userId);
    if (own && isLocked(own, tournament.facts, deps.now())) throw new AppError('bracket_closed');
    if (own) await brackets.deleteEntry(db, own.id);
  });
  return {};
}

/**
 * Returns the entry at an address; undefined if there is none. One that can still be changed is not even read: nothing of it can be told,
 * nor measured.
 */
export async function entryAt(deps: Pick<Deps, 'db' | 'now'>, id: string): Promise<BracketPage | undefined> {
  const at = await brackets.findAt(deps.db, id);
  if (!at) return undefined;
  const tournament = await findTournament(deps.db, at.challenge);
  const { league, season, section } = tournament;
  const row = at.is_locked ? await brackets.findEntry(deps.db, id) : undefined;
  if (!row) return { league, season, section, entry: null, teams: [] };
  const { rules } = (await brackets.findChallenge(deps.db, at.challenge))!;
  const entry = await entryView(deps.db, deps.now(), row, { tournament, rules, handle: at.handle });
  return { league, season, section, entry, teams: await allTeams(deps.db, tournament, teamsOf(row.tree)) };
}

/** The same, for the API. Throws `not_found`. */
export async function seeEntry(deps: Deps, id: string): Promise<BracketPage> {
  const found = await entryAt(deps, id);
  if (!found) throw new AppError('not_found');
  return found;
}
