import * as oidc from 'openid-client';
import { z } from 'zod';
import { normaliseEmail } from '#domain/identity/email.ts';
import type { Deps } from '#server/deps.ts';
import { isDisplayName, isEmail } from '#server/modules/identity/auth/registration.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { Away } from './flow.ts';
import type { Identity } from './linked-accounts.ts';

export const GOOGLE_CALLBACK = '/api/auth/google/callback';

/** Short, as the user looks at an empty page meanwhile. */
const TIMEOUT_SECONDS = 10;
/** How long Google's discovery document is cached. The library itself fetches the keys again every five minutes, or when they change. */
const DISCOVERED_FOR_MS = 3_600_000;
/** Accepted difference between Google's clock and ours. */
const TOLERANCE_SECONDS = 60;
/** Maximum age of a token. Tokens are fetched immediately, so a valid one is never older. */
const AGE_SECONDS_MAX = 600;

/** The claims of the ID token that we read. */
const claimsRead = z.object({
  sub: z.string().regex(/^[\x21-\x7e]{1,255}$/),
  iat: z.number(),
  email: z.string().optional(),
  email_verified: z.unknown().optional(),
  name: z.string().optional(),
});

export type Google = ReturnType<typeof createGoogle>;

/** Creates the client for signing in with Google: OpenID Connect, authorization code flow with PKCE. */
export function createGoogle({ config: { google }, now }: Pick<Deps, 'config' | 'now'>, timeoutSeconds = TIMEOUT_SECONDS) {
  let discovered: { server: Promise<oidc.ServerMetadata>; untilMs: number } | null = null;
  let keys: oidc.ExportedJWKSCache | undefined;

  /** Returns the discovered configuration, with our clock in place of the machine's. */
  async function configured(): Promise<oidc.Configuration> {
    if (!google) throw new AppError('oauth_failed');
    const { issuer, clientId, clientSecret } = google;
    // Allows plain http only for an issuer that itself uses plain http, which no real one does.
    const execute = issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [];
    if (!discovered || discovered.untilMs <= now().getTime()) {
      const found = oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, { timeout: timeoutSeconds, execute });
      const server = found.then((configuration) => configuration.serverMetadata());
      discovered = { server, untilMs: now().getTime() + DISCOVERED_FOR_MS };
      server.catch(() => {
        discovered = null;
      });
    }
    const clock = { [oidc.clockSkew]: Math.round((now().getTime() - Date.now()) / 1000), [oidc.clockTolerance]: TOLERANCE_SECONDS };
    const configuration = new oidc.Configuration(await discovered.server, clientId, { client_secret: clientSecret, ...clock });
    configuration.timeout = timeoutSeconds;
    for (const allow of execute) allow(configuration);
    // The token comes from Google directly, so checking its signature is optional; we check it anyway.
    oidc.enableNonRepudiationChecks(configuration);
    if (keys) oidc.setJwksCache(configuration, keys);
    return configuration;
  }

  return {
    /** Returns the URL that starts the sign-in at Google. */
    address: async ({ site, state, nonce, verifier, purpose }: Away): Promise<string> => {
      const url = oidc.buildAuthorizationUrl(await configured(), {
        redirect_uri: site + GOOGLE_CALLBACK,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        // Linking and step-up show the account chooser, so that the user has to be present and answer.
        ...(purpose !== 'sign_in' && { prompt: 'select_account' }),
      });
      return url.href;
    },

    /** Returns the identity from the callback's parameters and the token response; throws if either is invalid. */
    identify: async (answer: URLSearchParams, { site, state, nonce, verifier }: Away): Promise<Identity> => {
      if (answer.get('error') === 'access_denied') throw new AppError('oauth_incomplete');
      const configuration = await configured();
      const tokens = await oidc.authorizationCodeGrant(configuration, new URL(`${site}${GOOGLE_CALLBACK}?${answer}`), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
      });
      keys = oidc.getJwksCache(configuration);
      const claims = claimsRead.parse(tokens.claims());
      const ageSeconds = now().getTime() / 1000 - claims.iat;
      if (ageSeconds < -TOLERANCE_SECONDS || ageSeconds > AGE_SECONDS_MAX) throw new AppError('oauth_failed');
      return identityOf(claims);
    },
  };
}

function identityOf({ sub, email, email_verified, name }: z.output<typeof claimsRead>): Identity {
  const address = email !== undefined && isEmail(email) ? normaliseEmail(email) : null;
  const displayName = name?.trim().slice(0, 40) ?? '';
  return {
    type: 'google',
    subject: sub,
    identifier: address ?? 'Google',
    email: email_verified === true ? address : null,
    displayName: isDisplayName(displayName) ? displayName : null,
    reachable: false,
  };
}
