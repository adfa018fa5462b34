import type { MessageChannel } from '#contract/outbox.ts';
import type { Locale } from '#domain/identity/locale.ts';
import type { Deps } from '#server/deps.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { siteAddress } from '#server/platform/http/site-address.ts';
import type { CodeContent } from '#server/platform/messaging/message.ts';
import { queueMessage } from '#server/platform/messaging/queue.ts';
import { transact } from '#server/platform/transact.ts';
import { CODE_MINUTES, type CodeUse, issueCode } from './issue.ts';
import { countCode } from './limits.ts';

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
