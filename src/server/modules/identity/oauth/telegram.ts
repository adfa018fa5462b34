import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import { isDisplayName } from '#server/modules/identity/auth/registration.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { Away } from './flow.ts';
import type { Identity } from './identity.ts';
import { takeProof } from './proofs.ts';

/** docs/rules.md#sign-in-with-other-services. */
const AGE_MS_MAX = 5 * 60_000;
/** Telegram's clock and ours may differ by as much. */
const AHEAD_MS_MAX = 60_000;

/** What we read of what Telegram signs. */
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

/** Where the browser goes to sign in there. It comes back to a page, as Telegram may tell who it is behind the #, which only pages see. */
export function telegramAddress({ config: { telegram } }: Pick<Deps, 'config'>, { site, state }: Away): string {
  if (!telegram) throw new AppError('oauth_failed');
  const [botId = ''] = telegram.token.split(':');
  const back = `${site}/sign-in?${new URLSearchParams({ provider: 'telegram', state })}`;
  return `${telegram.oauthUrl}/auth?${new URLSearchParams({ bot_id: botId, origin: site, return_to: back, request_access: 'write' })}`;
}

/** Who came back, by what Telegram signed: at most five minutes ago, and not shown to us before. Throws `oauth_incomplete`, `oauth_failed`. */
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
 * Whether Telegram signed these fields with our bot's token (core.telegram.org/widgets/login-legacy). It signs lines, so no field may hold
 * the end of one: two different logins could have the same lines.
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

/** Telegram does not say in what it signs whether our bot was let write: the bot hears of it when it is written to. */
function identityOf({ id, username, first_name = '', last_name = '' }: z.output<typeof loginRead>): Identity {
  const name = `${first_name} ${last_name}`.trim().slice(0, 40);
  const displayName = isDisplayName(name) ? name : null;
  const identifier = username ? `@${username}` : (displayName ?? 'Telegram');
  return { type: 'telegram', subject: id, identifier, email: null, displayName, reachable: false };
}
