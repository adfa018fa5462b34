import type { Locale } from '#domain/identity/locale.ts';
import type { Deps } from '#server/deps.ts';
import { sendCode } from '#server/modules/identity/codes/send.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { preferredLocale } from '#server/platform/http/problem.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';

/** Whose address it is or shall be, and the session that asks: the code is good there alone. */
export interface Confirming {
  user: { id: string; email: string | null };
  sessionId: string;
}

/**
 * Sends a code that confirms an address: the user's present one, or another that is to take its place. Throws `rate_limited`.
 * Call it outside of transactions.
 */
export async function sendConfirmation(
  deps: Deps,
  { user, sessionId }: Confirming,
  request: RequestContext,
  { locale, to }: { locale: Locale; to: string },
): Promise<void> {
  await sendCode(
    deps,
    { purpose: 'confirm_email', subject: user.id, destination: to, holder: sessionId },
    // Anybody may ask for an address that is not theirs yet: that uses nothing up of who has it.
    { userId: user.id, channel: 'email', locale, isOwn: to === user.email, content: { kind: 'confirm_email' } },
    request,
  );
}

/**
 * The same for somebody who has just registered: where too many codes went to that address lately there is none, and no harm done,
 * as another can be asked for later.
 */
export async function sendFirstConfirmation(deps: Deps, confirming: Confirming, request: RequestContext): Promise<void> {
  const { email } = confirming.user;
  try {
    if (email !== null) await sendConfirmation(deps, confirming, request, { locale: preferredLocale(request.acceptLanguage), to: email });
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'rate_limited')) throw error;
  }
}
