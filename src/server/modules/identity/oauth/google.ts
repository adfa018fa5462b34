import * as oidc from 'openid-client';
import { z } from 'zod';
import { normaliseEmail } from '#domain/identity/email.ts';
import type { Deps } from '#server/deps.ts';
import { isDisplayName, isEmail } from '#server/modules/identity/auth/registration.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { Away } from './flow.ts';
import type { Identity } from './identity.ts';

export const GOOGLE_CALLBACK = '/api/auth/google/callback';

/** Somebody looks at an empty page meanwhile. */
const TIMEOUT_SECONDS = 10;
/** How long we believe what Google says of its addresses. Its keys are asked for anew by the library, every five minutes or when they change. */
const DISCOVERED_FOR_MS = 3_600_000;
/** Google's clock and ours may differ by as much. */
const TOLERANCE_SECONDS = 60;
/** What Google signs is fetched at once, and so is never older than this. */
const AGE_SECONDS_MAX = 600;

/** What we read of what Google signs. */
const claimsRead = z.object({
  sub: z.string().regex(/^[\x21-\x7e]{1,255}$/),
  iat: z.number(),
  email: z.string().optional(),
  email_verified: z.unknown().optional(),
  name: z.string().optional(),
});

export type Google = ReturnType<typeof createGoogle>;

/** Signing in with Google: OpenID Connect, the code flow with PKCE. */
export function createGoogle({ config: { google }, now }: Pick<Deps, 'config' | 'now'>, timeoutSeconds = TIMEOUT_SECONDS) {
  let discovered: { server: Promise<oidc.ServerMetadata>; untilMs: number } | null = null;
  let keys: oidc.ExportedJWKSCache | undefined;

  /** The provider as it describes itself, and our clock rather than the machine's. */
  async function configured(): Promise<oidc.Configuration> {
    if (!google) throw new AppError('oauth_failed');
    const { issuer, clientId, clientSecret } = google;
    // Only an issuer that is itself without TLS, which no real one is, may have addresses without.
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
    // What comes straight from Google could be believed without; so its signature is judged, too.
    oidc.enableNonRepudiationChecks(configuration);
    if (keys) oidc.setJwksCache(configuration, keys);
    return configuration;
  }

  return {
    /** Where the browser goes to sign in there. */
    address: async ({ site, state, nonce, verifier, purpose }: Away): Promise<string> => {
      const url = oidc.buildAuthorizationUrl(await configured(), {
        redirect_uri: site + GOOGLE_CALLBACK,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        // Who is asked which account they mean has to be there, and answer.
        ...(purpose !== 'sign_in' && { prompt: 'select_account' }),
      });
      return url.href;
    },

    /** Who came back, from the answer in the address and what Google then says itself: throws whatever is wrong with either. */
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
