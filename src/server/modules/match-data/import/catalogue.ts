import { isDeepStrictEqual } from 'node:util';
import type { KnownRules } from '#domain/matches/league-rules.ts';
import { type Batch, refusalOf } from './batch.ts';
import { findCurrentSeasons, type KnownSeason, type LeagueRow, writeLeagues, writeTeams } from './catalogue-queries.ts';
import type { FeedUpdate, LeagueUpdate, TeamUpdate } from './feed.ts';
import { findIds, insertIds, reserveIds } from './queries.ts';

/** Leagues and teams, which matches refer to. */

export async function importLeagues(batch: Batch, updates: FeedUpdate[]): Promise<void> {
  const told = named(batch, updates, (update): update is LeagueUpdate => update.kind === 'league');
  const ids = await identify(batch, 'league', 'leagues', told);
  const known = await findCurrentSeasons(batch.db, [...new Set(ids.values())]);
  const leagues = new Map<number, LeagueRow>();
  // Applied one after another: each update may be of another season with its own rules.
  for (const one of told) {
    const id = ids.get(one.id)!;
    const { update, rules } = besideKnown(one, known.get(id));
    known.set(id, { id, season: update.season, rules });
    leagues.set(id, { id, update, rules });
  }
  await writeLeagues(batch.db, [...leagues.values()]);
}

/** Merges an update into a known league: each season keeps the rules it was imported with (see `rulesOfSeason`). */
function besideKnown(update: LeagueUpdate, known: KnownSeason | undefined): { update: LeagueUpdate; rules: KnownRules } {
  const told = update.rules ?? {};
  if (known === undefined) return { update, rules: told };
  const { earlier = {}, ...current } = known.rules;
  if (update.keepsLaterSeason && known.season > update.season) {
    return { update: { ...update, season: known.season }, rules: { ...current, earlier: { ...earlier, [update.season]: told } } };
  }
  const isNewWord = known.season !== update.season && !isDeepStrictEqual(told, current);
  const before = isNewWord ? { ...earlier, [known.season]: current } : earlier;
  return { update, rules: Object.keys(before).length === 0 ? told : { ...told, earlier: before } };
}

export async function importTeams(batch: Batch, updates: FeedUpdate[]): Promise<void> {
  const told = named(batch, updates, (update): update is TeamUpdate => update.kind === 'team');
  const ids = await identify(batch, 'team', 'teams', told);
  const teams = new Map(told.map((update) => [ids.get(update.id)!, update]));
  await writeTeams(
    batch.db,
    [...teams].map(([id, update]) => ({ id, update })),
  );
}

const NAME_MAX = 120;

/** Returns the batch's updates of leagues or teams; refuses those without a valid name. */
function named<T extends LeagueUpdate | TeamUpdate>(
  batch: Batch,
  updates: FeedUpdate[],
  isWanted: (update: FeedUpdate) => update is T,
): T[] {
  return updates.filter(isWanted).filter((update) => {
    const isNamed = update.id.length > 0 && update.name.trim().length > 0 && update.name.length <= NAME_MAX;
    if (!isNamed) batch.refusals.push(refusalOf(update, 'name_missing_or_too_long'));
    return isNamed;
  });
}

/** Maps the feed's ids to ours, with new ids for new rows. */
async function identify(
  { db, feed }: Batch,
  kind: 'league' | 'team',
  table: 'leagues' | 'teams',
  updates: readonly (LeagueUpdate | TeamUpdate)[],
): Promise<Map<string, number>> {
  const feedIds = [...new Set(updates.map(({ id }) => id))];
  const known = await findIds(db, feed, kind, feedIds);
  const unknown = feedIds.filter((id) => !known.has(id));
  const ids = await reserveIds(db, table, unknown.length);
  const fresh = unknown.map((feedId, index): [string, number] => [feedId, ids[index]!]);
  await insertIds(db, feed, kind, fresh);
  return new Map([...known, ...fresh]);
}
