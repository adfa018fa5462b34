import { sql } from 'kysely';
import { v4 } from 'uuid';
import { strengthOf } from '#domain/forecast/drivers.ts';
import { SIDES } from '#domain/matches/sport.ts';
import { DAY_MS } from '#domain/time.ts';
import { firstBeginMs } from '#domain/tipping/bracket-facts.ts';
import { modelPicks } from '#domain/tipping/bracket-model.ts';
import { scoreBracket } from '#domain/tipping/bracket-score.ts';
import { readTree } from '#domain/tipping/bracket-shape.ts';
import type { Deps } from '#server/deps.ts';
import type { StoredForecast } from '#server/modules/forecasting/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { type ChallengeRow, hasModelEntry, insertModelEntry } from './queries.ts';
import type { KnownTournament } from './tournament.ts';

/** How long before the first match the model enters. */
const AHEAD_MS = DAY_MS;

/**
 * Enters the model, once, within a day before the first match: from the forecasts that exist then, never from later ones. Without a forecast
 * of every team it waits for them until the first match, and then does not play.
 */
export async function enterModel(deps: Deps, { id, league_id, season, rules }: ChallengeRow, tournament: KnownTournament): Promise<void> {
  const { shape, facts, drawn, league } = tournament;
  const now = deps.now();
  const begins = firstBeginMs(facts);
  if (typeof shape === 'string' || league.sport !== 'football' || begins === null) return;
  if (begins <= now.getTime() || begins - AHEAD_MS > now.getTime() || (await hasModelEntry(deps.db, id))) return;
  const picks = modelPicks(shape, await findStrengths(deps.db, league_id, season));
  const tree = picks && readTree(shape, picks).tree;
  if (!tree) return;
  const { points, possible, isAlive } = scoreBracket(tree, facts, rules, now.getTime());
  const entry = { id: v4({ random: deps.randomBytes(16) }), challenge_id: id, user_id: null, made_at: now, tree, drawn };
  await insertModelEntry({ ...entry, points, possible, is_alive: isAlive, is_late: false, scored_at: now }, deps.db);
}

/** Returns ln of the goals that each team of a season scores for one that it concedes, as the forecast of its first match has it. */
async function findStrengths(db: Db, leagueId: number, season: string): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('forecasts as f')
    .innerJoin('matches as m', 'm.id', 'f.match_id')
    .select('f.content')
    .where('m.league_id', '=', leagueId)
    .where('m.season', '=', season)
    .where(sql<boolean>`jsonb_typeof(f.content->'football') = 'object'`)
    .orderBy('m.kickoff_at', 'desc')
    .orderBy('m.id', 'desc')
    .execute();
  const strengths = new Map<number, number>();
  // The first match comes last, and overwrites the others.
  for (const { content } of rows) {
    const { football, ...forecast } = content as unknown as StoredForecast;
    for (const side of SIDES) {
      const { scored, conceded } = strengthOf(football!.leading, side);
      strengths.set(forecast[`${side}_team_id`], Math.log(scored / conceded));
    }
  }
  return strengths;
}
