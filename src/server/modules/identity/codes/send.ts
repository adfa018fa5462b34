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

/** How a code goes to somebody who is signed in. */
export interface CodeMessage {
  userId: string;
  channel: MessageChannel;
  locale: Locale;
  /** Whether the destination is theirs already. */
  isOwn: boolean;
  content: UnsentContent;
}

/** A message of a code but for the code. */
type UnsentContent = CodeContent extends infer C ? (C extends CodeContent ? Omit<C, 'code' | 'minutes' | 'codeLink'> : never) : never;

/**
 * Sends a code to somebody who is signed in; it is good in the session that asked alone (`holder`). Throws `rate_limited`. Once too many wrong ones
 * were typed for them today its message has a link, which has to be opened first. Call it outside of transactions.
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

/** Where the link of a message leads. What proves something stands behind the #, so that it is in no log of any server. */
export const codeLink = (
  deps: Deps,
  request: Pick<RequestContext, 'origin' | 'host'>,
  values: { token: string; email?: string; code?: string },
): string => `${siteAddress(deps, request)}/code#${new URLSearchParams(values)}`;
