import { createHash, createHmac } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { matchLocale } from '#domain/identity/locale.ts';
import type { Deps } from '#server/deps.ts';
import { AppError, preferredLocale } from '#server/platform/http/app-error.ts';
import { noteWaiting } from '#server/platform/observability/requests.ts';
import type { ChatEntry } from './bot-api.ts';
import { addressWith, signInRequest } from './google.ts';
import { chatPage, PAGE_POLICY, type ShownMessage, signInPage } from './pages.ts';
import { type ElsewherePerson, findPerson, PEOPLE } from './people.ts';
import { elsewhereOf, GOOGLE_PATH, isSame, TELEGRAM_PATH } from './played.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
/** How long an answer of the bot is waited for before its chat is shown. */
const ANSWER_MS_MAX = 1_500;
const LOOK_MS = 100;

/** Mounts Telegram and Google as the demo plays them; nothing under settings that do not. */
export function elsewhereRoutes(app: Hono, deps: Deps): void {
  const elsewhere = elsewhereOf(deps.config);
  // A demo with a bot of its own has its chats at Telegram.
  if (deps.config.demo && elsewhere === null) app.get(TELEGRAM_PATH, (c) => c.redirect('/outbox'));
  if (elsewhere === null) return;
  const { botApi, botToken, google } = elsewhere;

  app.post(`${TELEGRAM_PATH}/:bot{bot[^/]+}/:method`, async (c) => {
    const body: unknown = await c.req.json().catch(() => ({}));
    if (c.req.param('method') === 'getUpdates') noteWaiting(c);
    const { status, body: answer } = await botApi.call(
      c.req.param('bot').slice('bot'.length),
      c.req.param('method'),
      body,
      c.req.raw.signal,
    );
    return c.json(answer as object, status as 200);
  });
  app.get(TELEGRAM_PATH, async (c) =>
    show(c, chatPage(localeOf(c), personIn(c), await messagesOf(deps, botApi.entriesOf(personIn(c)), personIn(c)))),
  );
  app.post(`${TELEGRAM_PATH}/say`, async (c) => {
    const { person, text, lang } = said.parse(await ownForm(c));
    const before = botApi.entriesOf(person).length;
    botApi.says(person, text);
    await answered(() => botApi.entriesOf(person).length > before + 1);
    return backToChat(c, person, lang);
  });
  app.post(`${TELEGRAM_PATH}/press`, async (c) => {
    const { person, message, data, lang } = pressed.parse(await ownForm(c));
    const look = () => JSON.stringify(botApi.entriesOf(person));
    const before = look();
    if (!botApi.presses(person, message, data)) throw new AppError('not_found');
    await answered(() => look() !== before);
    return backToChat(c, person, lang);
  });
  app.get(`${TELEGRAM_PATH}/sign-in/auth`, (c) => {
    const { success, data } = telegramRequest.safeParse(c.req.query());
    if (!success || !isSame(data.bot_id, botToken.split(':')[0]!) || new URL(data.return_to).origin !== data.origin)
      throw new AppError('invalid_query', { field: 'return_to' });
    const back = (login: object | null) =>
      `${data.return_to}#tgAuthResult=${login === null ? 'false' : Buffer.from(JSON.stringify(login)).toString('base64url')}`;
    const chosen = c.req.query('choice');
    if (chosen === 'nobody') return c.redirect(back(null));
    const person = findPerson(chosen);
    if (person) return c.redirect(back(signedLogin(botToken, person, deps.now())));
    return show(
      c,
      signInPage(localeOf(c), 'telegram', data.origin, (one) => withChoice(c, one)),
    );
  });

  app.get(`${GOOGLE_PATH}/.well-known/openid-configuration`, (c) => c.json(google.discovery()));
  app.get(`${GOOGLE_PATH}/keys`, async (c) => c.json(await google.jwks()));
  app.get(`${GOOGLE_PATH}/authorize`, (c) => {
    const { success, data } = signInRequest.safeParse(c.req.query());
    if (!success || !google.isClient(data) || !isHere(data.redirect_uri)) throw new AppError('invalid_query', { field: 'redirect_uri' });
    const chosen = c.req.query('choice');
    if (chosen === 'nobody') return c.redirect(addressWith(data, { error: 'access_denied' }));
    const person = findPerson(chosen);
    if (person) return c.redirect(google.signIn(data, person));
    return show(
      c,
      signInPage(localeOf(c), 'google', new URL(data.redirect_uri).origin, (one) => withChoice(c, one)),
    );
  });
  app.post(`${GOOGLE_PATH}/token`, async (c) => {
    const tokens = await google.exchange(await c.req.parseBody(), c.req.header('authorization'));
    return tokens === null ? c.json({ error: 'invalid_grant' }, 400) : c.json(tokens);
  });
}

/** An address on this machine, where a demo is: nobody else is sent there with a code. */
const isHere = (address: string): boolean => {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && LOOPBACK.has(hostname);
};

const telegramRequest = z.object({ bot_id: z.string(), origin: z.string(), return_to: z.url().max(500).refine(isHere) });

const person = z.string().transform((id, context): ElsewherePerson => {
  const found = findPerson(id);
  if (!found) context.addIssue('nobody has this id');
  return found ?? PEOPLE[0]!;
});
const lang = z.string().max(10).optional();
const said = z.object({ person, lang, text: z.string().trim().min(1).max(4_000) });
const pressed = z.object({ person, lang, message: z.coerce.number().int(), data: z.string().max(64) });

/** Returns the fields of a form that a page of this site has sent. */
async function ownForm(c: Context): Promise<unknown> {
  const origin = c.req.header('origin');
  if (origin === undefined || !URL.canParse(origin) || new URL(origin).host !== c.req.header('host')) throw new AppError('forbidden');
  const form = await c.req.parseBody();
  const parsed = z.record(z.string(), z.string()).safeParse(form);
  if (!parsed.success || (!said.safeParse(form).success && !pressed.safeParse(form).success))
    throw new AppError('invalid_payload', { field: 'body' });
  return form;
}

const localeOf = (c: Context) => matchLocale(c.req.query('lang') ?? '') ?? preferredLocale(c.req.header('accept-language'));
const personIn = (c: Context): ElsewherePerson => findPerson(c.req.query('person')) ?? PEOPLE[0]!;

/** With the site's usual "no-referrer", a browser would send the page's own forms with the origin "null", which are refused. */
const show = (c: Context, page: ReturnType<typeof chatPage>) =>
  c.html(page, 200, { 'Content-Security-Policy': PAGE_POLICY, 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin' });

const backToChat = (c: Context, { id }: ElsewherePerson, language: string | undefined) =>
  c.redirect(`${TELEGRAM_PATH}?${new URLSearchParams({ person: String(id), ...(language && { lang: language }) })}`, 303);

function withChoice(c: Context, chosen: ElsewherePerson | null): string {
  const { pathname, searchParams } = new URL(c.req.url);
  searchParams.set('choice', chosen === null ? 'nobody' : String(chosen.id));
  return `${pathname}?${searchParams}`;
}

async function answered(isThere: () => boolean): Promise<void> {
  for (let waitedMs = 0; waitedMs < ANSWER_MS_MAX && !isThere(); waitedMs += LOOK_MS)
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}

/** What the bot wrote in the conversation, and what else the site has sent to the chat, which is in the outbox. */
async function messagesOf({ db }: Deps, entries: readonly ChatEntry[], { id }: ElsewherePerson): Promise<ShownMessage[]> {
  const sent = await db
    .selectFrom('outbox')
    .select(['body_text', 'sent_at'])
    .where('destination', '=', String(id))
    .orderBy('sent_at')
    .execute();
  const news = sent.map((row) => ({ at: row.sent_at, shown: { id: null, isOwn: false, text: row.body_text, buttons: [] } }));
  const talk = entries.map((entry) => ({
    at: entry.at,
    shown: { id: entry.id, isOwn: entry.from === 'person', text: entry.text, buttons: entry.buttons },
  }));
  return [...news, ...talk].sort((a, b) => a.at.getTime() - b.at.getTime()).map(({ shown }) => shown);
}

/** Signs a login as Telegram does with a bot's token. */
function signedLogin(token: string, { id, firstName, lastName, username }: ElsewherePerson, now: Date): Record<string, string | number> {
  const login = { id, first_name: firstName, last_name: lastName, username, auth_date: Math.floor(now.getTime() / 1_000) };
  const lines = Object.entries(login)
    .map(([name, value]) => `${name}=${value}`)
    .sort();
  const key = createHash('sha256').update(token).digest();
  return { ...login, hash: createHmac('sha256', key).update(lines.join('\n')).digest('hex') };
}
