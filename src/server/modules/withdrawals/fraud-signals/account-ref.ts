import type { AccountRef } from '#contract/fraud-signals.ts';
import { maskEmail } from '#domain/identity/email.ts';
import { userRef } from '#server/modules/admins/public.ts';
import type { findAccounts } from './winnings-queries.ts';

/** An account that somebody else's evidence names: enough to tell it from others, and not its whole address. */
export const accountRef = (row: Awaited<ReturnType<typeof findAccounts>>[number]): AccountRef => ({
  ...userRef({ ...row, email: null }),
  email: row.email && maskEmail(row.email),
  status: row.status,
});
