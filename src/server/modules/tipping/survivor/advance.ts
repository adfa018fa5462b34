import { DAY_MS, HOUR_MS } from '#domain/time.ts';
import { freeTeams, isOver, modelPick, type SurvivorStanding, standingOf } from '#domain/tipping/survivor.ts';
import { type ComingRound, hasBegun, matchOfTeam, type SurvivorMatch } from '#domain/tipping/survivor-rounds.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { reportFailure } from '#server/platform/jobs/report-failure.ts';
import { transact } from '#server/platform/transact.ts';
import { factsHash, findMatches, type KnownGame, knowGame, matchesHash } from './calendar.ts';
import { findChances, picksOf, usedBefore } from './choices.ts';
import * as entries from './entry-queries.ts';
import * as games from './game-queries.ts';

/** Entries that are scored before other work gets its turn. */
const AT_ONCE = 500;
const NIL = '00000000-0000-0000-0000-000000000000';
/** A result may be corrected for three days; after that nothing is looked at again. */
const FINAL_AFTER_MS = 7 * DAY_MS;
/** How long before a deadline the model picks. */
const MODEL_AHEAD_MS = 24 * HOUR_MS;

interface Season {
  matches: SurvivorMatch[];
  hash: string;
}

/**
 * Closes the rounds that have begun, lets the model pick, and scores the entries of each game whose results have changed since. Safe to run
 * twice, and to be killed in between. A game that fails does not hold up the others. Returns how many entries were scored.
 */
export async function advanceSurvivor(deps: Deps): Promise<number> {
  const running = await games.findRunning(deps.db, new Date(deps.now().getTime() - FINAL_AFTER_MS));
  const seasons = new Map<string, Season>();
  let scored = 0;
  for (const game of running) {
    const key = `${game.league_id} ${game.season}`;
    const season = seasons.get(key) ?? (await readSeason(deps.db, game));
    seasons.set(key, season);
    scored += await advanceOne(deps, game, season).catch((error) => {
      reportFailure(deps, error, { gameId: game.id }, 'could not score a survivor game');
      return 0;
    });
  }
  return scored;
}

async function readSeason(db: Db, { league_id, season }: games.GameRow): Promise<Season> {
  const matches = await findMatches(db, league_id, season);
  return { matches, hash: matchesHash(matches) };
}

/** Scores before it closes a round: whoever is out by then has nothing to pick in it. */
async function advanceOne(deps: Deps, game: games.GameRow, season: Season): Promise<number> {
  const now = deps.now();
  let known = knowGame(game, season.matches, now);
  let scored = await scoreIfChanged(deps, known, season);
  if (known.game.over_at !== null) return scored;
  await pickForModel(deps, known);
  while (known.coming[0] && hasBegun(known.coming[0], now)) {
    const rounds = await close(deps, known.game, known.coming[0]);
    if (rounds === null) break;
    known = knowGame({ ...known.game, rounds }, season.matches, now);
    scored += await scoreIfChanged(deps, known, season);
    if (known.game.over_at !== null) break;
  }
  return scored;
}

/** Closes the next round. Returns all that have closed; null if the game is gone, or another process has closed it meanwhile. */
const close = (deps: Deps, { id, rounds }: games.GameRow, round: ComingRound): Promise<games.GameRow['rounds'] | null> =>
  transact(deps, async (db) => {
    await games.holdGame(db, id, 'closing');
    const held = await games.findGame(db, id);
    if (held?.rounds.length !== rounds.length) return null;
    await entries.closeRound(db, id, rounds.length + 1, round, deps.now());
    return (await games.findGame(db, id))!.rounds;
  });

async function scoreIfChanged(deps: Deps, known: KnownGame, season: Season): Promise<number> {
  const hash = factsHash(season.hash, known);
  if (hash === known.game.facts_hash || known.facts.rounds.length === 0) return 0;
  return scoreAll(deps, known, hash);
}

/** Scores all entries in one transaction: nobody sees standings from different results beside each other. */
const scoreAll = (deps: Deps, known: KnownGame, hash: string): Promise<number> =>
  transact(deps, async (db) => {
    const { game, facts, isSeasonOver } = known;
    const players: Pick<SurvivorStanding, 'out' | 'isOpen'>[] = [];
    let [after, scored] = [NIL, 0];
    for (;;) {
      const rows = await entries.findSome(db, game.id, after, AT_ONCE);
      const picks = await entries.findPicks(
        db,
        rows.map(({ id }) => id),
      );
      const standings = rows.map(({ id, user_id }) => ({ id, user_id, ...standingOf(facts, picksOf(picks.get(id)!)) }));
      if (rows.length > 0) await entries.storeStandings(db, standings);
      // The model takes no place from others: it neither keeps a game going nor ends it.
      players.push(...standings.filter(({ user_id }) => user_id !== null).map(({ out, isOpen }) => ({ out, isOpen })));
      scored += rows.length;
      if (rows.length < AT_ONCE) break;
      after = rows.at(-1)!.id;
    }
    const over = isOver(players, facts.rounds.length, isSeasonOver);
    const isReopened = game.over_at !== null && !over;
    game.over_at = over ? (game.over_at ?? facts.now) : null;
    game.facts_hash = hash;
    // What began while it seemed to be over asked nobody for a pick.
    if (isReopened) game.begins_after = facts.now;
    const { over_at, begins_after } = game;
    await games.updateGame(db, game.id, { facts_hash: hash, scored_at: facts.now, over_at, begins_after });
    return scored;
  });

/**
 * Enters the model's pick of the next round, once, within a day before it closes: from the forecasts that exist then, never from later
 * ones. Without any it waits for them until the deadline.
 */
async function pickForModel(deps: Deps, known: KnownGame): Promise<void> {
  const { game, facts, next } = known;
  if (next === null || next.deadline.getTime() - MODEL_AHEAD_MS > facts.now.getTime()) return;
  const model = await entries.findModel(deps.db, game.id);
  if (!model || model.out_in !== null) return;
  const picks = (await entries.findPicks(deps.db, [model.id])).get(model.id)!;
  if (picks.has(next.round)) return;
  const teams = matchOfTeam(next.matches);
  const free = freeTeams(teams.keys(), usedBefore(known, next.round, picksOf(picks)));
  const team = modelPick(facts.rules, free, await findChances(deps.db, next.matches));
  if (team === null) return;
  await transact(deps, async (db) => {
    await games.holdGame(db, game.id, 'entering');
    const now = deps.now();
    const isClosed = (await games.findGame(db, game.id))?.rounds.some(({ round }) => round === next.round) ?? true;
    if (!isClosed && !hasBegun(next, now)) await entries.upsertPick(db, model.id, next.round, { team, match: teams.get(team)!.id }, now);
  });
}
