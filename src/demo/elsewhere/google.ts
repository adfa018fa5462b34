import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { z } from 'zod';
import type { ElsewherePerson } from './people.ts';

/** What a site asks for when it sends a browser to sign in. */
export const signInRequest = z.object({
  client_id: z.string(),
  redirect_uri: z.url().max(500),
  response_type: z.literal('code'),
  state: z.string().max(500),
  nonce: z.string().max(500),
  code_challenge: z.string().regex(/^[\w-]{43}$/),
  code_challenge_method: z.literal('S256'),
});
export type SignInRequest = z.infer<typeof signInRequest>;

const exchange = z.object({
  grant_type: z.literal('authorization_code'),
  code: z.string(),
  redirect_uri: z.string(),
  code_verifier: z.string().min(43).max(128),
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
});

const CODE_MS = 60_000;
const CODES_MAX = 100;
const TOKEN_SECONDS = 300;

/** Plays an OpenID provider at an address: the authorization code flow with PKCE, as Google has it. */
export function createGoogleProvider(issuer: string, client: { id: string; secret: string }, now: () => Date) {
  const codes = new Map<string, { request: SignInRequest; person: ElsewherePerson; untilMs: number }>();
  let keys: ReturnType<typeof newKeys> | undefined;
  const keyPair = () => (keys ??= newKeys());

  async function idToken({ nonce }: SignInRequest, person: ElsewherePerson): Promise<string> {
    const issuedAt = Math.floor(now().getTime() / 1_000);
    return new SignJWT({ nonce, email: person.email, email_verified: true, name: person.name })
      .setProtectedHeader({ alg: 'RS256', kid: KEY_ID })
      .setIssuer(issuer)
      .setSubject(String(person.id))
      .setAudience(client.id)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + TOKEN_SECONDS)
      .sign((await keyPair()).privateKey);
  }

  return {
    discovery: () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
      code_challenge_methods_supported: ['S256'],
    }),
    jwks: async () => ({ keys: [{ ...(await exportJWK((await keyPair()).publicKey)), kid: KEY_ID, use: 'sig', alg: 'RS256' }] }),
    isClient: ({ client_id: id }: SignInRequest): boolean => id === client.id,
    /** Returns the address that the browser goes back to, with a code for this person. */
    signIn(request: SignInRequest, person: ElsewherePerson): string {
      const code = randomBytes(24).toString('base64url');
      codes.set(code, { request, person, untilMs: now().getTime() + CODE_MS });
      if (codes.size > CODES_MAX) codes.delete(codes.keys().next().value!);
      return addressWith(request, { code });
    },
    /** Exchanges a code, once; null if anything about it is wrong. */
    async exchange(form: unknown, authorization: string | undefined): Promise<Record<string, unknown> | null> {
      const { success, data } = exchange.safeParse(form);
      if (!success || !isSecret(client, data, authorization)) return null;
      const known = codes.get(data.code);
      codes.delete(data.code);
      const challenge = createHash('sha256').update(data.code_verifier).digest('base64url');
      if (!known || known.untilMs < now().getTime()) return null;
      if (known.request.redirect_uri !== data.redirect_uri || known.request.code_challenge !== challenge) return null;
      const token = await idToken(known.request, known.person);
      return { access_token: randomBytes(16).toString('hex'), token_type: 'Bearer', expires_in: TOKEN_SECONDS, id_token: token };
    },
  };
}

const KEY_ID = 'demo';
const newKeys = () => generateKeyPair('RS256', { extractable: true });

/** Returns the address to go back to, with what is answered and the state that was asked with. */
export function addressWith({ redirect_uri, state }: SignInRequest, answer: Record<string, string>): string {
  const url = new URL(redirect_uri);
  for (const [name, value] of Object.entries({ ...answer, state })) url.searchParams.set(name, value);
  return url.href;
}

function isSecret(
  client: { id: string; secret: string },
  { client_id, client_secret }: z.infer<typeof exchange>,
  authorization?: string,
): boolean {
  const [, basic] = /^Basic ([\w+/=]+)$/.exec(authorization ?? '') ?? [];
  const told = basic === undefined ? `${client_id}:${client_secret}` : decodeURIComponent(Buffer.from(basic, 'base64').toString());
  const [given, expected] = [told, `${client.id}:${client.secret}`].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(given!, expected!);
}
