import type { Insertable, Selectable } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';
import type { Shares } from '#server/platform/db/schema.ts';

export type ShareRow = Selectable<Shares>;

/** The columns that tell what is shared. */
const subjectOf = ({
  bet_id,
  tipping_group_id,
}: Insertable<Shares>): ('bet_id' | 'user_id' | 'forecast_match_id' | 'tipping_group_id' | 'tipping_round')[] => {
  if (bet_id) return ['bet_id'];
  return tipping_group_id ? ['user_id', 'tipping_group_id', 'tipping_round'] : ['user_id', 'forecast_match_id'];
};

/** Stores a share; one of the same bet, forecast or table keeps its id and time, and changes what it shows. */
export function upsertShare(db: Db, row: Insertable<Shares>): Promise<ShareRow> {
  const { shows_name, shows_points } = row;
  return db
    .insertInto('shares')
    .values(row)
    .onConflict((oc) => oc.columns(subjectOf(row)).doUpdateSet({ shows_name, shows_points }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

interface ShareFilter {
  bet_id?: string | undefined;
  forecast_match_id?: number | undefined;
  tipping_group_id?: string | undefined;
  tipping_round?: string | undefined;
}

/** Returns a page of a user's shares, newest first, and how many there are, counted up to `countMax`. */
export async function findShares(
  db: Db,
  userId: string,
  { bet_id, forecast_match_id, tipping_group_id, tipping_round }: ShareFilter,
  { limit, offset, countMax }: { limit: number; offset: number; countMax: number },
): Promise<{ rows: ShareRow[]; total: number }> {
  const own = db
    .selectFrom('shares')
    .where('user_id', '=', userId)
    .$if(bet_id !== undefined, (query) => query.where('bet_id', '=', bet_id!))
    .$if(forecast_match_id !== undefined, (query) => query.where('forecast_match_id', '=', forecast_match_id!))
    .$if(tipping_group_id !== undefined, (query) => query.where('tipping_group_id', '=', tipping_group_id!))
    .$if(tipping_round !== undefined, (query) => query.where('tipping_round', '=', tipping_round!));
  const rows = await own.selectAll().orderBy('created_at', 'desc').orderBy('id').limit(limit).offset(offset).execute();
  const { total } = await db
    .selectFrom(own.select('id').limit(countMax).as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

export async function deleteShare(db: Db, userId: string, id: string): Promise<void> {
  await db.deleteFrom('shares').where('id', '=', id).where('user_id', '=', userId).execute();
}

/** Returns a share with its user's handle; undefined if its user is disabled or is leaving. */
export const findShare = (db: Db, id: string) =>
  db
    .selectFrom('shares as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .selectAll('s')
    .select('u.public_handle')
    .where('s.id', '=', id)
    .where('u.status', '=', 'normal')
    .where('u.deletion_due_at', 'is', null)
    .executeTakeFirst();

export const findForecast = (db: Db, userId: string, matchId: number) =>
  db
    .selectFrom('user_forecasts')
    .select(['home', 'draw', 'away', 'made_at', 'outcome', 'score', 'model_score'])
    .where('user_id', '=', userId)
    .where('match_id', '=', matchId)
    .where('voided_at', 'is', null)
    .executeTakeFirst();

/** Returns whether a user has a forecast of a match that did not come to nothing. */
export const hasForecast = async (db: Db, userId: string, matchId: number): Promise<boolean> =>
  (await findForecast(db, userId, matchId)) !== undefined;
