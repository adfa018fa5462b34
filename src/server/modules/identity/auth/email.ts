import type { Locale } from '#domain/identity/locale.ts';
import type { Deps } from '#server/deps.ts';
import { sendCode } from '#server/modules/identity/codes/send.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { preferredLocale } from '#server/platform/http/problem.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';

/** The user whose address is or will be this one, and the session that asks: the code is valid in that session only. */
export interface Confirming {
  user: { id: string; email: string | null };
  sessionId: string;
}

/**
 * Sends a code that confirms an address: the user's present one, or a new one that will replace it. Throws `rate_limited`. Call it outside
 * of transactions.
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
    // Anybody may enter an address that is not theirs: this does not use up the limits of the address's owner.
    { userId: user.id, channel: 'email', locale, isOwn: to === user.email, content: { kind: 'confirm_email' } },
    request,
  );
}

/**
 * Same for a user who has just registered. If too many codes were sent to the address recently, no code is sent; the user can request one
 * later.
 */
export async function sendFirstConfirmation(deps: Deps, confirming: Confirming, request: RequestContext): Promise<void> {
  const { email } = confirming.user;
  try {
    if (email !== null) await sendConfirmation(deps, confirming, request, { locale: preferredLocale(request.acceptLanguage), to: email });
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'rate_limited')) throw error;
  }
}
