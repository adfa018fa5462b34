import type { createAlertChatToken, unlinkAlertChat as unlinkEndpoint } from '#contract/admin-auth.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Deps } from '#server/deps.ts';
import { issueAlertToken, unlinkAlertChat } from '#server/modules/admins/public.ts';
import { requireBotName } from '#server/modules/notifications/public.ts';
import type { SignedInAdmin } from '#server/platform/http/admin-caller.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { alertSettings } from './settings.ts';

/**
 * Returns the link and command that link a Telegram chat to the caller's alerts. Throws `unavailable` if there is no bot or Telegram does
 * not report its name, and `telegram_already_bound`.
 */
export async function createToken(deps: Deps, caller: SignedInAdmin): Promise<ReplyOf<typeof createAlertChatToken>> {
  const bot = await requireBotName(deps);
  const { token, expiresAt } = await issueAlertToken(deps, caller);
  return { url: `https://t.me/${bot}?start=${token}`, command: `/start ${token}`, bot, expires_at: expiresAt.toISOString() };
}

/** Unlinks the caller's chat; returns their settings. Throws `not_found` if there is none. */
export async function unlink(deps: Deps, caller: SignedInAdmin, request: RequestContext): Promise<ReplyOf<typeof unlinkEndpoint>> {
  await unlinkAlertChat(deps, caller, request);
  return alertSettings(deps, caller);
}
