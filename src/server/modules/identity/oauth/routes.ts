import type { Context, Hono } from 'hono';
import {
  beginElsewhere,
  getElsewhere,
  PROVIDER_START,
  type Provider,
  registerElsewhere,
  totpElsewhere,
  unlinkAccount,
} from '#contract/linked-accounts.ts';
import type { Deps } from '#server/deps.ts';
import { authLimits } from '#server/modules/identity/auth/service.ts';
import { mount } from '#server/platform/http/mount.ts';
import { requestContext } from '#server/platform/http/request-context.ts';
import { createGoogle, GOOGLE_CALLBACK } from './google.ts';
import { unlinkElsewhere } from './link.ts';
import * as elsewhere from './service.ts';
import * as signIn from './sign-in.ts';

const CALLBACK = { google: GOOGLE_CALLBACK, telegram: '/api/auth/telegram/callback' } as const satisfies Record<Provider, string>;

/** `google`: the client to speak to Google with; tests hand in one that waits less. */
export function elsewhereRoutes(app: Hono, deps: Deps, google = createGoogle(deps)): void {
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
  mount(app, deps, beginElsewhere, (input, user, request) => elsewhere.begin(deps, google, user, input, request));
  mount(app, deps, getElsewhere, (_, __, request) => elsewhere.standing(deps, request));
  mount(app, deps, registerElsewhere, (input, _, request) => signIn.registerElsewhere(deps, limits, input, request));
  mount(app, deps, totpElsewhere, (input, _, request) => signIn.giveFactor(deps, input, request));
  mount(app, deps, unlinkAccount, (input, user, request) => unlinkElsewhere(deps, user, input, request));
}

/** These are opened by browsers rather than called by pages: they answer with where to go, and no page keeps or shows them. */
async function lead(c: Context, address: Promise<string>): Promise<Response> {
  const response = c.redirect(await address, 302);
  response.headers.set('Cache-Control', 'no-store');
  return response;
}
