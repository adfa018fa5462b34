import type { Deps } from '#server/deps.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';

/** Path of users' cookies: requests to other paths do not carry them. */
export const AUTH_PATH = '/api/auth';

/** Returns the options of the sign-in cookies: not readable by scripts, and https only, except for a demo over plain http. */
export const cookieOptions = ({ config }: Pick<Deps, 'config'>, { origin }: RequestContext, path = AUTH_PATH) =>
  ({ path, httpOnly: true, secure: !config.demo || (origin ?? '').startsWith('https:') }) as const;
