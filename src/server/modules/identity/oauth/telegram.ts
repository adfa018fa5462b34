import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import { isDisplayName } from '#server/modules/identity/auth/registration.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { type Away, takeProof } from './flow.ts';
import type { Identity } from './linked-accounts.ts';

/** Maximum age of a login (docs/rules.md#sign-in-with-other-services). */
const AGE_MS_MAX = 5 * 60_000;
/** Accepted difference between Telegram's clock and ours. */
const AHEAD_MS_MAX = 60_000;

/** The signed fields that we read. */
const loginRead = z.object({
  id: z.string().regex(/^[1-9]\d{0,18}$/),
  auth_date: z.string().regex(/^\d{1,12}$/),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  username: z
    .string()
    .regex(/^\w{1,64}$/)
    .optional(),
});

/**
 * Returns the URL that starts the sign-in at Telegram. It returns to a page, as Telegram may put the login into the URL fragment, which
 * only pages can read.
 */
export function telegramAddress({ config: { telegram } }: Pick<Deps, 'config'>, { site, state }: Away): string {
  if (!telegram) throw new AppError('oauth_failed');
  const [botId = ''] = telegram.token.split(':');
  const back = `${site}/sign-in?${new URLSearchParams({ provider: 'telegram', state })}`;
  return `${telegram.oauthUrl}/auth?${new URLSearchParams({ bot_id: botId, origin: site, return_to: back, request_access: 'write' })}`;
}

/**
 * Returns the identity that Telegram signed at most five minutes ago; each login is accepted once. Throws `oauth_incomplete`,
 * `oauth_failed`.
 */
export async function identifyTelegram(deps: Deps, answer: URLSearchParams): Promise<Identity> {
  const { telegram } = deps.config;
  const { state: _, hash, ...signed } = Object.fromEntries(answer);
  if (hash === undefined) throw new AppError('oauth_incomplete');
  if (!telegram || !isSigned(telegram.token, signed, hash)) throw new AppError('oauth_failed');
  const login = loginRead.parse(signed);
  const signedAt = Number(login.auth_date) * 1000;
  const ageMs = deps.now().getTime() - signedAt;
  if (ageMs > AGE_MS_MAX || ageMs < -AHEAD_MS_MAX) throw new AppError('oauth_failed');
  const isFirst = await takeProof(deps, `telegram ${checkString(signed)}`, new Date(signedAt + AGE_MS_MAX));
  if (!isFirst) throw new AppError('oauth_failed');
  return identityOf(login);
}

/**
 * Returns whether Telegram signed these fields with our bot's token (core.telegram.org/widgets/login-legacy). It signs lines, so no field
 * may contain a line break: two different logins could have the same lines.
 */
function isSigned(token: string, signed: Record<string, string>, hash: string): boolean {
  if (!/^[0-9a-f]{64}$/.test(hash) || /\p{Cc}/u.test(Object.entries(signed).flat().join(''))) return false;
  const key = createHash('sha256').update(token).digest();
  return timingSafeEqual(createHmac('sha256', key).update(checkString(signed)).digest(), Buffer.from(hash, 'hex'));
}

const checkString = (signed: Record<string, string>): string =>
  Object.keys(signed)
    .sort()
    .map((name) => `${name}=${signed[name]}`)
    .join('\n');

/** Builds the identity. The login does not say whether our bot may write to the user: the bot learns that when the user writes to it. */
function identityOf({ id, username, first_name = '', last_name = '' }: z.output<typeof loginRead>): Identity {
  const name = `${first_name} ${last_name}`.trim().slice(0, 40);
  const displayName = isDisplayName(name) ? name : null;
  const identifier = username ? `@${username}` : (displayName ?? 'Telegram');
  return { type: 'telegram', subject: id, identifier, email: null, displayName, reachable: false };
}
