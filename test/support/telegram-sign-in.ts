import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A user of Telegram. */
export interface TelegramPerson {
  id: number;
  first_name: string;
  last_name?: string;
  username?: string;
}

/** The fields of a login, by name. */
export type TelegramLogin = Record<string, string | number>;

/** Returns the login with Telegram's hash for a bot's token. */
export function signLogin(token: string, login: TelegramLogin): TelegramLogin & { hash: string } {
  const lines = Object.entries(login)
    .map(([name, value]) => `${name}=${value}`)
    .sort();
  const key = createHash('sha256').update(token).digest();
  return { ...login, hash: createHmac('sha256', key).update(lines.join('\n')).digest('hex') };
}

export interface TelegramSignIn {
  /** For TELEGRAM_OAUTH_URL. */
  url: string;
  /** The person signed in to Telegram in every browser; the time of the login is when they press the button. */
  person: TelegramPerson;
  close: () => Promise<void>;
}

/**
 * Starts a stand-in for oauth.telegram.org on a free port: a page that asks whether to sign in at the site, and redirects back with the
 * login after the #, or without one if cancelled. It refuses other bots, and redirects to another site than the requesting one.
 */
export async function startTelegramSignIn(token: string, now: () => Date = () => new Date()): Promise<TelegramSignIn> {
  const person: TelegramPerson = { id: 424242, first_name: 'Anh', last_name: 'Nguyễn', username: 'anh_fan' };
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const address = new URL(request.url ?? '/', 'http://127.0.0.1');
    const { bot_id, origin = '', return_to = '', choice } = Object.fromEntries(address.searchParams);
    const isAsked = address.pathname === '/auth' && bot_id === token.split(':')[0] && URL.canParse(return_to);
    if (!isAsked || new URL(return_to).origin !== origin) return void response.writeHead(400).end('Bot domain invalid');
    if (choice === undefined) return void response.writeHead(200, { 'Content-Type': 'text/html' }).end(page(address, origin));
    const login = signLogin(token, { ...sign.person, auth_date: Math.floor(now().getTime() / 1000) });
    const result = choice === 'accept' ? Buffer.from(JSON.stringify(login)).toString('base64url') : 'false';
    response.writeHead(302, { Location: `${return_to}#tgAuthResult=${result}` }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const sign: TelegramSignIn = {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    person,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return sign;
}

function page(address: URL, origin: string): string {
  const hidden = [...address.searchParams]
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`)
    .join('');
  return `<!doctype html><title>Telegram</title><h1>${escaped(origin)}</h1>
    <form>${hidden}<button name="choice" value="accept">Accept</button> <button name="choice" value="cancel">Cancel</button></form>`;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Accepts or cancels (`choice`) on Telegram's page. Returns the address that our page then opens, with the login as its query. */
export async function walkThroughTelegram(address: string, choice: 'accept' | 'cancel' = 'accept'): Promise<string> {
  const shown = await fetch(address);
  if (shown.status !== 200) throw new Error(`Telegram says ${shown.status}: ${await shown.text()}`);
  const answered = await fetch(`${address}&choice=${choice}`, { redirect: 'manual' });
  const back = new URL(answered.headers.get('location') ?? '');
  const result = new URLSearchParams(back.hash.slice(1)).get('tgAuthResult') ?? '';
  const login = result === 'false' ? {} : (JSON.parse(Buffer.from(result, 'base64url').toString()) as TelegramLogin);
  return callbackAddress(back.searchParams.get('state') ?? '', login);
}

/** Returns the address that our page opens with a login. */
export const callbackAddress = (state: string, login: TelegramLogin): string =>
  `/api/auth/telegram/callback?${new URLSearchParams({ state, ...Object.fromEntries(Object.entries(login).map(([name, value]) => [name, String(value)])) })}`;
