import { type LinkedAccount, provider } from '#contract/linked-accounts.ts';
import { maskEmail } from '#domain/email.ts';
import type { Db } from '#server/db/pool.ts';
import * as linked from './queries.ts';

/** Where else a user signs in, as they are shown it, and whether our bot may write to them. */
export async function linkedAccountsOf(db: Db, userId: string): Promise<{ accounts: LinkedAccount[]; isTelegramBound: boolean }> {
  const rows = await linked.findLinkedAccounts(db, userId);
  return {
    accounts: rows.map(({ id, type, identifier, created_at, verified_at }) => ({
      id,
      type: provider.parse(type),
      identifier: masked(identifier),
      created_at: created_at.toISOString(),
      verified_at: verified_at.toISOString(),
    })),
    isTelegramBound: rows.some(({ type, reachable }) => type === 'telegram' && reachable),
  };
}

/** Enough for its owner to know it by: "m***@gmail.com", "@m***", "M***". */
function masked(identifier: string): string {
  if (identifier.includes('@', 1)) return maskEmail(identifier);
  const [first = '', second = ''] = identifier;
  return `${first === '@' ? first + second : first}***`;
}
