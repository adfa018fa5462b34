import type { Db } from '#server/platform/db/pool.ts';

/** Where tokens are kept: users' and admins' apart, in tables of the same columns. */
export type TokenTable = 'refresh_tokens' | 'admin_refresh_tokens';

/** When a token was first exchanged; null where it was not, or is not known. */
export async function findRotation(db: Db, table: TokenTable, tokenHash: Buffer): Promise<Date | null> {
  const token = await db.selectFrom(table).select('rotated_at').where('token_hash', '=', tokenHash).executeTakeFirst();
  return token?.rotated_at ?? null;
}

export async function isTokenKnown(db: Db, table: TokenTable, tokenHash: Buffer): Promise<boolean> {
  const token = await db.selectFrom(table).select('token_hash').where('token_hash', '=', tokenHash).executeTakeFirst();
  return token !== undefined;
}

/** Notes that a token was exchanged for its successor; the first time counts. */
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

/** Adds a token to the chain of a session, unless it is there. */
export async function insertToken(db: Db, table: TokenTable, tokenHash: Buffer, sessionId: string, at: Date): Promise<void> {
  await db
    .insertInto(table)
    .values({ token_hash: tokenHash, session_id: sessionId, created_at: at })
    .onConflict((oc) => oc.doNothing())
    .execute();
}
