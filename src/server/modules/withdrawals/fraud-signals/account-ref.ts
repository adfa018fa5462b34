import type { AccountRef } from '#contract/fraud-signals.ts';
import { maskEmail } from '#domain/identity/email.ts';
import { userRef } from '#server/modules/admins/public.ts';
import type { findAccounts } from './winnings-queries.ts';

/** Returns an account as named in another user's evidence: identifiable, but without the whole email address. */
export const accountRef = (row: Awaited<ReturnType<typeof findAccounts>>[number]): AccountRef => ({
  ...userRef({ ...row, email: null }),
  email: row.email && maskEmail(row.email),
  status: row.status,
});
