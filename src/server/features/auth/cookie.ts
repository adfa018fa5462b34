import type { Deps } from '#server/deps.ts';
import type { RequestContext } from '#server/http/request-context.ts';

/** For the cookies of signing in: no script reads them, and they travel over https only, but for a demo over plain http. */
export const cookieOptions = ({ config }: Pick<Deps, 'config'>, { origin }: RequestContext) =>
  ({ path: '/api/auth', httpOnly: true, secure: !config.demo || (origin ?? '').startsWith('https:') }) as const;
