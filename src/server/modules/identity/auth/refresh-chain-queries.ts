import type { Db } from '#server/platform/db/pool.ts';

/** Tables of refresh tokens: separate ones for users and admins, with the same columns. */
export type TokenTable = 'refresh_tokens' | 'admin_refresh_tokens';

/** Returns when a token was first exchanged; null if it was not exchanged or is unknown. */
export async function findRotation(db: Db, table: TokenTable, tokenHash: Buffer): Promise<Date | null> {
  const token = await db.selectFrom(table).select('rotated_at').where('token_hash', '=', tokenHash).executeTakeFirst();
  return token?.rotated_at ?? null;
}

export async function isTokenKnown(db: Db, table: TokenTable, tokenHash: Buffer): Promise<boolean> {
  const token = await db.selectFrom(table).select('token_hash').where('token_hash', '=', tokenHash).executeTakeFirst();
  return token !== undefined;
}

/** Records that a token was exchanged; keeps the time of the first exchange. */
export async function rotateToken(
  db: Db,
  table: TokenTable,
  tokenHash: Buffer,
  successorHash: Buffer,
  sessionId: string,
  at: Date,
): Promise<void> {
  await db.updateTable(table).set({ rotated_at: at }).where('token_hash', '=', tokenHash).where('rotated_at', 'is', null).execute();
  await insertToken(db, table, successorHash, sessionId, at);
}

/** Adds a token to the chain of a session, unless it exists. */
export async function insertToken(db: Db, table: TokenTable, tokenHash: Buffer, sessionId: string, at: Date): Promise<void> {
  await db
    .insertInto(table)
    .values({ token_hash: tokenHash, session_id: sessionId, created_at: at })
    .onConflict((oc) => oc.doNothing())
    .execute();
}
