import type { Deps } from '#server/deps.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';

/** Where users' cookies go: no other request carries them. */
export const AUTH_PATH = '/api/auth';

/** For the cookies of signing in: no script reads them, and they travel over https only, but for a demo over plain http. */
export const cookieOptions = ({ config }: Pick<Deps, 'config'>, { origin }: RequestContext, path = AUTH_PATH) =>
  ({ path, httpOnly: true, secure: !config.demo || (origin ?? '').startsWith('https:') }) as const;
