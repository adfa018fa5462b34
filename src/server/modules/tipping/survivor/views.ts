import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { getSurvivorTable, SurvivorEntry, SurvivorGame, SurvivorKind, SurvivorLine, SurvivorRow } from '#contract/survivor.ts';
import { type SurvivorStanding, standingOf } from '#domain/tipping/survivor.ts';
import type { Deps } from '#server/deps.ts';
import { findMatchBriefs, leagueRef } from '#server/modules/match-data/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { type KnownGame, readGame } from './calendar.ts';
import { choicesOf, findTeams, picksOf } from './choices.ts';
import * as entries from './entry-queries.ts';
import * as games from './game-queries.ts';
import { requireGame } from './games.ts';

/** Everybody who shares the first place is named, unless there are more. */
const WINNERS_MAX = 20;

/** Whether the spoiler shield hides what the game came to: it was scored, and its hash is not shown. */
export const isHidden = ({ scored_at, facts_hash }: games.GameRow): boolean => scored_at !== null && facts_hash === null;

export const stateOf = ({ game, next }: KnownGame): SurvivorGame['state'] =>
  game.over_at !== null ? 'over' : game.rounds.length === 0 && (next === null || next.number === 1) ? 'joining' : 'running';

/** Returns what lists show of a game, but for its league. */
export const briefOf = (known: KnownGame) => {
  const { id, kind, season, handle, group_id, group_name, players } = known.game;
  return {
    ...{ id, kind: kind as SurvivorKind, season, players, state: stateOf(known), made_by: handle },
    group: group_id === null ? null : { id: group_id, name: group_name! },
  };
};

/** Returns a game for a caller (null: a guest). Throws `not_found`. */
export async function view(deps: Deps, userId: string | null, gameId: string): Promise<SurvivorGame> {
  const { db } = deps;
  const game = await requireGame(deps, userId, gameId);
  const known = await readGame(db, game, deps.now());
  const own = userId === null ? undefined : await entries.findOwn(db, gameId, userId);
  const timed = own && (await entries.findPicks(db, [own.id])).get(own.id)!;
  const [league, choices] = await Promise.all([
    db.selectFrom('leagues').selectAll().where('id', '=', game.league_id).executeTakeFirstOrThrow(),
    game.over_at === null ? choicesOf(db, known, timed ? picksOf(timed) : null) : [],
  ]);
  const { next } = known;
  const isOver = game.over_at !== null;
  return {
    ...briefOf(known),
    league: leagueRef(league),
    rules: { lives: game.lives, draw_survives: game.draw_survives },
    next: next && !isOver ? { number: next.number, round: next.round, deadline: next.deadline.toISOString(), choices } : null,
    has_model: (await entries.findModel(db, gameId)) !== undefined,
    can_join: own === undefined && !isOver && next?.number === 1 && !(await isGuestOfGroup(deps, userId, game)),
    mine: own && timed ? await mineOf(db, known, own, timed) : null,
    winners: isOver ? await entries.findFirst(db, gameId, WINNERS_MAX) : null,
  };
}

/** A listed group can be looked at by everybody; its members alone play. */
async function isGuestOfGroup({ db }: Deps, userId: string | null, { group_id }: games.GameRow): Promise<boolean> {
  if (group_id === null) return false;
  const member = await db
    .selectFrom('tipping_members')
    .select('id')
    .where('group_id', '=', group_id)
    .where('user_id', '=', userId)
    .where('left_at', 'is', null)
    .executeTakeFirst();
  return member === undefined;
}

type Timed = ReadonlyMap<string, entries.TimedPick>;

async function mineOf(db: Db, known: KnownGame, own: entries.EntryRow, timed: Timed): Promise<SurvivorGame['mine']> {
  const picked = known.next && timed.get(known.next.round);
  const pick = picked && picked.pick !== 'excused' ? { team_id: picked.pick.team, picked_at: picked.pickedAt.toISOString() } : null;
  return { id: own.id, ...(await standingView(db, known, timed)), rank: await rankOf(db, known.game, own), pick };
}

async function rankOf(db: Db, game: games.GameRow, { rank_key }: entries.EntryRow): Promise<SurvivorEntry['rank']> {
  if (isHidden(game) || game.rounds.length === 0) return null;
  const { rank, players, below } = await entries.findPlace(db, game.id, rank_key);
  return { rank, players, beats: players > 1 ? Math.floor((100 * below) / (players - 1)) : 100 };
}

/** Returns where an entry stands with the receipt: recomputed from what its reader may know. */
async function standingView(db: Db, { facts }: KnownGame, timed: Timed): Promise<Pick<SurvivorEntry, 'lives' | 'out' | 'lines'>> {
  const { lives, out, lines }: SurvivorStanding = standingOf(facts, picksOf(timed));
  const [teams, briefs] = await Promise.all([
    findTeams(
      db,
      lines.flatMap(({ team }) => team ?? []),
    ),
    findMatchBriefs(
      db,
      lines.flatMap(({ match }) => match ?? []),
    ),
  ]);
  const shown = lines.map(({ team, match: id, ...line }): SurvivorLine => {
    const brief = id === null ? undefined : briefs.get(id);
    const match = brief && {
      id: brief.id,
      home: brief.home,
      away: brief.away,
      score: brief.score,
      status: brief.status,
      kickoff_at: brief.kickoff_at,
    };
    const at = team === null ? null : timed.get(line.round)!.pickedAt.toISOString();
    return { ...line, team: team === null ? null : teams.get(team)!, match: match ?? null, picked_at: at };
  });
  return { lives, out, lines: shown };
}

/** Returns a page of the table. Throws `not_found`. */
export async function table(
  deps: Deps,
  userId: string | null,
  { game_id, after, page_size }: ParsedInputOf<typeof getSurvivorTable>,
): Promise<ReplyOf<typeof getSurvivorTable>> {
  const game = await requireGame(deps, userId, game_id);
  const is_hidden = isHidden(game);
  if (is_hidden || game.rounds.length === 0) return { items: [], next: null, is_hidden };
  const rows = await entries.findRanked(deps.db, { gameId: game_id, after: positionOf(after), limit: page_size + 1 });
  const shown = rows.slice(0, page_size);
  const teams = await findTeams(
    deps.db,
    shown.flatMap(({ team_id }) => team_id ?? []),
  );
  const last = shown.at(-1);
  const items = shown.map((row): SurvivorRow => {
    const { id, user_id, handle, lives, out, number, team_id, picked_at, ahead } = row;
    return {
      ...{ id: game.group_id === null ? id : null, rank: ahead + 1, handle, is_me: user_id !== null && user_id === userId, lives, out },
      pick: number === null || team_id === null ? null : { number, team: teams.get(team_id)!, picked_at: picked_at!.toISOString() },
    };
  });
  return { items, next: rows.length > page_size && last ? `${last.rank_key}.${last.id}` : null, is_hidden };
}

function positionOf(after: string | undefined): entries.Position | null {
  if (after === undefined) return null;
  const [rankKey, id] = after.split('.') as [string, string];
  return { rankKey: Number(rankKey), id };
}

/** Returns the entry at an address; undefined if there is none. Picks of a round that has not closed are not among its lines. */
export async function entryAt(deps: Pick<Deps, 'db' | 'now'>, id: string): Promise<SurvivorEntry | undefined> {
  const { db } = deps;
  const row = await entries.findEntry(db, id);
  const game = row && (await games.findGame(db, row.game_id));
  if (!row || !game) return undefined;
  const known = await readGame(db, game, deps.now());
  const league = await db.selectFrom('leagues').selectAll().where('id', '=', game.league_id).executeTakeFirstOrThrow();
  const timed = (await entries.findPicks(db, [id])).get(id)!;
  return {
    ...{ league: leagueRef(league), season: game.season, handle: row.handle },
    rules: { lives: game.lives, draw_survives: game.draw_survives },
    ...(await standingView(db, known, timed)),
    // How many are in a private group is told to nobody else.
    rank: game.group_id === null ? await rankOf(db, game, row) : null,
  };
}

/** The same, for the API. Throws `not_found`. */
export async function seeEntry(deps: Deps, id: string): Promise<SurvivorEntry> {
  const found = await entryAt(deps, id);
  if (!found) throw new AppError('not_found');
  return found;
}
