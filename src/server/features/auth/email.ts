import type { Locale } from '#domain/locale.ts';
import type { Deps } from '#server/deps.ts';
import { CODE_MINUTES, codeLimits, issueCode } from '#server/features/codes/service.ts';
import { AppError } from '#server/http/app-error.ts';
import { queueMessage } from '#server/messages/queue.ts';
import { newId } from '#server/new-id.ts';
import { transact } from '#server/transact.ts';

/**
 * Sends a code that confirms an address: the user's present one, or another that is to take its place. Throws `rate_limited`.
 * Call it outside of transactions.
 */
export async function sendConfirmation(deps: Deps, user: { id: string }, locale: Locale, to: string): Promise<void> {
  await codeLimits(deps).count('confirm_email', to);
  await transact(deps, async (db) => {
    const code = await issueCode(deps, db, { purpose: 'confirm_email', subject: user.id, destination: to });
    await queueMessage(deps, db, {
      key: `confirm_email:${newId(deps)}`,
      userId: user.id,
      channel: 'email',
      to,
      locale,
      content: { kind: 'confirm_email', code, minutes: CODE_MINUTES },
    });
  });
}

/**
 * The same for somebody who has just registered: where too many codes went to that address lately there is none, and no harm done,
 * as another can be asked for later.
 */
export async function sendFirstConfirmation(deps: Deps, user: { id: string; email: string | null }, locale: Locale): Promise<void> {
  try {
    if (user.email !== null) await sendConfirmation(deps, user, locale, user.email);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'rate_limited')) throw error;
  }
}
