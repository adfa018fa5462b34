import { isDeepStrictEqual } from 'node:util';
import type { KnownRules } from '#domain/league-rules.ts';
import { findCurrentSeasons, type KnownSeason, writeLeagues, writeTeams } from './catalogue-queries.ts';
import type { FeedUpdate, LeagueUpdate, TeamUpdate } from './feed.ts';
import { type Batch, refusalOf } from './importer.ts';
import { findIds, insertIds, reserveIds } from './queries.ts';

/** Leagues and teams: what matches refer to. */

export async function importLeagues(batch: Batch, updates: FeedUpdate[]): Promise<void> {
  const leagues = latest(batch, updates, (update): update is LeagueUpdate => update.kind === 'league');
  const identified = await identify(batch, 'league', 'leagues', leagues);
  const ids = identified.map(({ id }) => id);
  const known = await findCurrentSeasons(batch.db, ids);
  await writeLeagues(
    batch.db,
    identified.map(({ id, update }) => ({ id, ...besideKnown(update, known.get(id)) })),
  );
}

/** What a league becomes by an update: each season keeps the rules it was told with (see `rulesOfSeason`). */
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
  const teams = latest(batch, updates, (update): update is TeamUpdate => update.kind === 'team');
  await writeTeams(batch.db, await identify(batch, 'team', 'teams', teams));
}

const NAME_MAX = 120;

/** The last word of the batch on each league or team; one without a name is refused. */
function latest<T extends LeagueUpdate | TeamUpdate>(
  batch: Batch,
  updates: FeedUpdate[],
  isWanted: (update: FeedUpdate) => update is T,
): T[] {
  const byId = new Map<string, T>();
  for (const update of updates.filter(isWanted)) {
    const isNamed = update.id.length > 0 && update.name.trim().length > 0 && update.name.length <= NAME_MAX;
    if (isNamed) byId.set(update.id, update);
    else batch.refusals.push(refusalOf(update, 'name_missing_or_too_long'));
  }
  return [...byId.values()];
}

async function identify<T extends LeagueUpdate | TeamUpdate>(
  { db, feed }: Batch,
  kind: 'league' | 'team',
  table: 'leagues' | 'teams',
  updates: T[],
): Promise<{ id: number; update: T }[]> {
  const known = await findIds(
    db,
    feed,
    kind,
    updates.map((update) => update.id),
  );
  const unknown = updates.filter((update) => !known.has(update.id));
  const ids = await reserveIds(db, table, unknown.length);
  const fresh = unknown.map((update, index): [string, number] => [update.id, ids[index]!]);
  await insertIds(db, feed, kind, fresh);
  const all = new Map([...known, ...fresh]);
  return updates.map((update) => ({ id: all.get(update.id)!, update }));
}
