import { createServer } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import { interactionPolicy, Provider } from 'oidc-provider';
import { cookieJar } from './cookie-jar.ts';

/** A user of the provider, with the claims it reports about them. */
export interface Person {
  email?: string;
  email_verified?: boolean;
  name?: string;
}

export interface OpenIdProvider {
  /** For GOOGLE_ISSUER, GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET. */
  settings: { GOOGLE_ISSUER: string; GOOGLE_CLIENT_ID: string; GOOGLE_CLIENT_SECRET: string };
  /** Users by login, which is also their subject. Nobody else can sign in. */
  people: Map<string, Person>;
  close: () => Promise<void>;
}

/**
 * Starts a real OpenID provider on a free port, with its own pages for sign-in and consent. It reports addresses and names as Google does.
 */
export async function startOpenIdProvider(redirectUris: string[]): Promise<OpenIdProvider> {
  const people = new Map<string, Person>();
  const client = { id: 'matchpoint', secret: 'a secret that nobody guesses' };
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  const provider = new Provider(issuer, {
    clients: [
      { client_id: client.id, client_secret: client.secret, redirect_uris: redirectUris, token_endpoint_auth_method: 'client_secret_post' },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'first', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['for tests only'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    interactions: { policy: policyOfGoogle() },
    findAccount: (_, sub) => (people.has(sub) ? { accountId: sub, claims: async () => ({ sub, ...people.get(sub) }) } : undefined),
  });
  server.on('request', provider.callback());
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { settings: { GOOGLE_ISSUER: issuer, GOOGLE_CLIENT_ID: client.id, GOOGLE_CLIENT_SECRET: client.secret }, people, close };
}

/** Accepts `prompt=select_account`, and then shows the sign-in form even to signed-in users. */
function policyOfGoogle() {
  const policy = interactionPolicy.base();
  const select = new interactionPolicy.Prompt({ name: 'select_account', requestable: true });
  select.checks.splice(0);
  policy.add(select, 0);
  policy
    .get('login')!
    .checks.add(
      new interactionPolicy.Check(
        'account_chosen',
        'who signs in has to be chosen',
        (ctx) => ctx.oidc.prompts.has('select_account') && ctx.oidc.result?.login === undefined,
      ),
    );
  return policy;
}

/**
 * Walks through the provider's pages from the address redirected to: signs in, and consents if asked. Returns the address redirected back
 * to.
 */
export async function walkThrough(address: string, login: string, { jar = cookieJar(), givesUp = false } = {}): Promise<string> {
  const home = new URL(address).origin;
  let [url, form]: [string, URLSearchParams | null] = [address, null];
  for (let steps = 0; steps < 20; steps++) {
    const response: Response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { Cookie: jar.header() },
      ...(form && { body: form }),
    });
    jar.take(response.headers);
    const location = response.headers.get('location');
    if (location) {
      [url, form] = [new URL(location, url).href, null];
      if (new URL(url).origin !== home) return url;
      continue;
    }
    const page = await response.text();
    if (response.status !== 200) throw new Error(`the provider says ${response.status}: ${page.slice(0, 2000)}`);
    [url, form] = givesUp ? [linkTo(page, /href="([^"]*\/abort)"/), null] : [linkTo(page, /action="([^"]*)"/), filledIn(page, login)];
  }
  throw new Error('the provider leads nowhere');
}

const linkTo = (page: string, pattern: RegExp): string => {
  const [, link] = pattern.exec(page) ?? [];
  if (!link) throw new Error(`the provider's page has no ${pattern}`);
  return link.replaceAll('&amp;', '&');
};

const filledIn = (page: string, login: string): URLSearchParams => {
  const [, prompt = ''] = /name="prompt" value="(\w+)"/.exec(page) ?? [];
  return new URLSearchParams({ prompt, ...(prompt === 'login' && { login, password: 'any' }) });
};
