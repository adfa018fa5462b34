import { sql } from 'kysely';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { listSurvivor, SurvivorBrief, SurvivorLeague } from '#contract/survivor.ts';
import { standingOf } from '#domain/tipping/survivor.ts';
import { comingRounds, hasBegun, type SurvivorMatch } from '#domain/tipping/survivor-rounds.ts';
import type { Deps } from '#server/deps.ts';
import { leagueRef } from '#server/modules/match-data/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { findMatches, findNearMatches, type KnownGame, knowGame } from './calendar.ts';
import { picksOf } from './choices.ts';
import * as entries from './entry-queries.ts';
import * as games from './game-queries.ts';
import { briefOf } from './views.ts';

/** Leagues that are listed, those that play next first; rounds of each with which a game can begin; games of a user. */
const [LEAGUES_MAX, ROUNDS_MAX, GAMES_MAX] = [60, 3, 60];

/** Returns what a caller (null: a guest) can play and follow; for the page of a group only its games, without reading the leagues. */
export async function list(deps: Deps, userId: string | null, groupId?: string): Promise<ReplyOf<typeof listSurvivor>> {
  const { db } = deps;
  const now = deps.now();
  const leagues = groupId === undefined ? await findPlaying(db, now) : [];
  const near = await findNearMatches(
    db,
    leagues.map(({ id }) => id),
    now,
  );
  const open = await games.findOpen(db, [...near.keys()]);
  const own = userId === null ? [] : await games.findGamesOf(db, userId, GAMES_MAX, groupId);
  const known = await knowAll(db, [...open, ...own], now);
  const briefs = new Map<string, SurvivorBrief>();
  for (const one of known.values()) briefs.set(one.game.id, await gameBrief(db, one, userId));
  const offered = leagues.flatMap((league): SurvivorLeague[] => {
    const rounds = comingRounds(near.get(league.id)!, [], new Date(0)).filter((round) => !hasBegun(round, now));
    const game = open.find(({ league_id, season }) => league_id === league.id && season === league.current_season);
    if (rounds.length === 0 && !game) return [];
    return [
      {
        ...{ league: leagueRef(league), season: league.current_season, open: game ? briefs.get(game.id)! : null },
        rounds: rounds.slice(0, ROUNDS_MAX).map(({ round, deadline }) => ({ round, deadline: deadline.toISOString() })),
      },
    ];
  });
  const mine = own.map(({ id }) => briefs.get(id)!);
  const order = ['joining', 'running', 'over'];
  mine.sort((a, b) => Number(b.pick_until !== null) - Number(a.pick_until !== null) || order.indexOf(a.state) - order.indexOf(b.state));
  return { mine, leagues: offered, groups: userId === null || groupId !== undefined ? [] : await findOwned(db, userId) };
}

/** Returns football leagues with a table that play within the next weeks, the next to play first. */
const findPlaying = (db: Db, now: Date) =>
  db
    .selectFrom('leagues as l')
    .selectAll('l')
    .where('l.sport', '=', 'football')
    .where('l.form', '=', 'league')
    .where(sql<boolean>`exists (select from matches m where m.league_id = l.id and m.season = l.current_season and m.kickoff_at > ${now})`)
    .orderBy(
      sql`(select min(m.kickoff_at) from matches m where m.league_id = l.id and m.season = l.current_season and m.kickoff_at > ${now})`,
    )
    .orderBy('l.id')
    .limit(LEAGUES_MAX)
    .execute();

async function knowAll(db: Db, rows: readonly games.GameRow[], now: Date): Promise<Map<string, KnownGame>> {
  const seasons = new Map<string, SurvivorMatch[]>();
  const known = new Map<string, KnownGame>();
  for (const game of rows) {
    const key = `${game.league_id} ${game.season}`;
    const matches = seasons.get(key) ?? (await findMatches(db, game.league_id, game.season));
    seasons.set(key, matches);
    known.set(game.id, knowGame(game, matches, now));
  }
  return known;
}

async function gameBrief(db: Db, known: KnownGame, userId: string | null): Promise<SurvivorBrief> {
  const { game, facts, next } = known;
  const league = await db.selectFrom('leagues').selectAll().where('id', '=', game.league_id).executeTakeFirstOrThrow();
  const brief = { ...briefOf(known), league: leagueRef(league) };
  const own = userId === null ? undefined : await entries.findOwn(db, game.id, userId);
  if (!own) return { ...brief, mine: null, pick_until: null };
  const picks = picksOf((await entries.findPicks(db, [own.id])).get(own.id)!);
  // Counted from what the reader may know.
  const { lives, out } = standingOf(facts, picks);
  const isAsked = game.over_at === null && out === null && next !== null && !picks.has(next.round);
  return {
    ...brief,
    mine: { lives, out },
    pick_until: isAsked ? next.deadline.toISOString() : null,
  };
}

const findOwned = (db: Db, userId: string): Promise<{ id: string; name: string }[]> =>
  db
    .selectFrom('tipping_members as m')
    .innerJoin('tipping_groups as g', 'g.id', 'm.group_id')
    .select(['g.id', 'g.name'])
    .where('m.user_id', '=', userId)
    .where('m.role', '=', 'owner')
    .where('m.left_at', 'is', null)
    .orderBy('g.name')
    .execute();
