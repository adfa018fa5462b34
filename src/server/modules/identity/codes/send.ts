import type { MessageChannel } from '#contract/outbox.ts';
import type { Locale } from '#domain/identity/locale.ts';
import type { Deps } from '#server/deps.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { AppError, preferredLocale } from '#server/platform/http/app-error.ts';
import { type RequestContext, siteAddress } from '#server/platform/http/request-context.ts';
import type { CodeContent } from '#server/platform/messaging/message.ts';
import { queueMessage } from '#server/platform/messaging/queue.ts';
import { transact } from '#server/platform/transact.ts';
import { CODE_MINUTES, type CodeUse, countCode, issueCode } from './issue.ts';

/** How a code is sent to a signed-in user. */
export interface CodeMessage {
  userId: string;
  channel: MessageChannel;
  locale: Locale;
  /** Whether the destination already belongs to the user. */
  isOwn: boolean;
  content: UnsentContent;
}

/** The content of a code message without the code. */
type UnsentContent = CodeContent extends infer C ? (C extends CodeContent ? Omit<C, 'code' | 'minutes' | 'codeLink'> : never) : never;

/**
 * Sends a code to a signed-in user; it is valid only in the session that requested it (`holder`). Throws `rate_limited`. After too many
 * wrong codes for the user today, the message contains a link, which has to be opened first. Call it outside of transactions.
 */
export async function sendCode(
  deps: Deps,
  use: CodeUse,
  message: CodeMessage,
  request: Pick<RequestContext, 'origin' | 'host'>,
): Promise<void> {
  const { isOwn, userId, channel, locale, content } = message;
  await countCode(deps, { purpose: use.purpose, destination: use.destination, holder: use.holder, isOwn });
  await transact(deps, async (db) => {
    const { code, token, needsLink } = await issueCode(deps, db, use);
    const link = needsLink && { codeLink: codeLink(deps, request, { token }) };
    await queueMessage(deps, db, {
      key: `${use.purpose}:${newId(deps)}`,
      userId,
      channel,
      to: use.destination,
      locale,
      content: { ...content, code, minutes: CODE_MINUTES, ...link } as CodeContent,
    });
  });
}

/** Returns the link of a message. The token is in the URL fragment, so that no server logs it. */
export const codeLink = (
  deps: Deps,
  request: Pick<RequestContext, 'origin' | 'host'>,
  values: { token: string; email?: string; code?: string },
): string => `${siteAddress(deps, request)}/code#${new URLSearchParams(values)}`;

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
