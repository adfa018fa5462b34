import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

export type Claims = JWTPayload & Record<string, unknown>;

/** What the issuer does wrong next; all else it does right. */
export interface Misbehaviour {
  /** Returns the claims to sign, given the right ones; null issues no token. */
  claims?: (right: Claims) => Claims | null;
  /** The header of the signed token. */
  header?: { alg: string; kid?: string };
  /** Signs with an unpublished key, not at all (`none`), or with the client's secret. */
  signsWith?: 'another key' | 'nothing' | 'the secret';
  /** Changes the finished token. */
  token?: (signed: string) => unknown;
  /** Overrides replies of these paths: a status and a text, no reply, or a broken connection. */
  answers?: Partial<Record<IssuerPath, { status: number; body?: string } | 'nothing' | 'hangs up'>>;
  /** Changes its metadata. */
  metadata?: Record<string, unknown>;
}

type IssuerPath = '/.well-known/openid-configuration' | '/token' | '/jwks';

/** Starts an OpenID issuer on a free port that signs anything: a real one cannot be made to misbehave like this. */
export async function startMisbehavingIssuer({ clientId, clientSecret, now }: { clientId: string; clientSecret: string; now: () => Date }) {
  const shown = await generateKeyPair('RS256', { extractable: true });
  const hidden = await generateKeyPair('RS256');
  const publicKey = { ...(await exportJWK(shown.publicKey)), kid: 'shown', use: 'sig', alg: 'RS256' };
  let misbehaviour: Misbehaviour = {};
  let person: Claims = {};
  let nonce = '';
  const heard: { path: string; body: string }[] = [];

  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const path = (request.url ?? '') as IssuerPath;
    heard.push({ path, body });
    const instead = misbehaviour.answers?.[path];
    if (instead === 'nothing') return;
    if (instead === 'hangs up') return void request.socket.destroy();
    const { status, text } = instead ? { status: instead.status, text: instead.body ?? '' } : { status: 200, text: await answer(path) };
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as { port: number }).port}`;

  async function answer(path: IssuerPath): Promise<string> {
    if (path === '/jwks') return JSON.stringify({ keys: [publicKey] });
    if (path === '/token') return JSON.stringify({ access_token: 'access', token_type: 'Bearer', expires_in: 60, ...(await idToken()) });
    const endpoints = { authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/jwks` };
    const supports = { response_types_supported: ['code'], subject_types_supported: ['public'] };
    return JSON.stringify({
      ...{ issuer, ...endpoints, ...supports },
      id_token_signing_alg_values_supported: ['RS256'],
      ...misbehaviour.metadata,
    });
  }

  async function idToken(): Promise<{ id_token?: unknown }> {
    const at = Math.floor(now().getTime() / 1000);
    const right: Claims = { iss: issuer, aud: clientId, iat: at, exp: at + 3600, nonce, ...person };
    const claims = misbehaviour.claims ? misbehaviour.claims(right) : right;
    if (claims === null) return {};
    const { signsWith, header = { alg: 'RS256', kid: 'shown' }, token = (signed) => signed } = misbehaviour;
    if (signsWith === 'nothing') return { id_token: token(unsigned(claims)) };
    const key = { 'another key': hidden.privateKey, 'the secret': new TextEncoder().encode(clientSecret.padEnd(32, ' ')) };
    const signed = await new SignJWT(claims)
      .setProtectedHeader(signsWith === 'the secret' ? { alg: 'HS256' } : header)
      .sign(signsWith ? key[signsWith] : shown.privateKey);
    return { id_token: token(signed) };
  }

  return {
    issuer,
    heard,
    /** Signs this person in at the next code, with this misbehaviour. */
    expect: (who: { person: Claims; nonce: string; misbehaviour: Misbehaviour }) => {
      ({ person, nonce, misbehaviour } = who);
      heard.length = 0;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const unsigned = (claims: Claims): string =>
  `${[{ alg: 'none' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`;
