import type { Context, Hono } from 'hono';
import {
  beginOAuth,
  getOAuthFlow,
  PROVIDER_START,
  type Provider,
  registerWithOAuth,
  totpForOAuth,
  unlinkAccount,
} from '#contract/oauth.ts';
import type { Deps } from '#server/deps.ts';
import { authLimits } from '#server/modules/identity/auth/service.ts';
import { mount } from '#server/platform/http/mount.ts';
import { requestContext } from '#server/platform/http/request-context.ts';
import { createGoogle, GOOGLE_CALLBACK } from './google.ts';
import { unlinkOAuth } from './link.ts';
import * as elsewhere from './service.ts';
import * as signIn from './sign-in.ts';

const CALLBACK = { google: GOOGLE_CALLBACK, telegram: '/api/auth/telegram/callback' } as const satisfies Record<Provider, string>;

/** Registers the routes of linked sign-in. Tests pass a `google` client with a shorter timeout. */
export function oauthRoutes(app: Hono, deps: Deps, google = createGoogle(deps)): void {
  const limits = authLimits(deps);
  for (const provider of ['google', 'telegram'] as const) {
    app.get(PROVIDER_START[provider], (c) =>
      lead(c, elsewhere.start(deps, google, provider, c.req.query('next') ?? null, requestContext(c, deps.config.trustProxy))),
    );
    app.get(CALLBACK[provider], (c) => {
      const answer = new URL(c.req.url).searchParams;
      return lead(c, elsewhere.comeBack(deps, google, provider, answer, requestContext(c, deps.config.trustProxy)));
    });
  }
  mount(app, deps, beginOAuth, (input, user, request) => elsewhere.begin(deps, google, user, input, request));
  mount(app, deps, getOAuthFlow, (_, __, request) => elsewhere.standing(deps, request));
  mount(app, deps, registerWithOAuth, (input, _, request) => signIn.registerWithOAuth(deps, limits, input, request));
  mount(app, deps, totpForOAuth, (input, _, request) => signIn.giveFactor(deps, input, request));
  mount(app, deps, unlinkAccount, (input, user, request) => unlinkOAuth(deps, user, input, request));
}

/** Redirects to `address`. Browsers open these routes directly; the response is not cached. */
async function lead(c: Context, address: Promise<string>): Promise<Response> {
  const response = c.redirect(await address, 302);
  response.headers.set('Cache-Control', 'no-store');
  return response;
}
