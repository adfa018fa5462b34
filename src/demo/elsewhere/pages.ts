import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { Locale } from '#domain/identity/locale.ts';
import { type ElsewherePerson, PEOPLE } from './people.ts';
import { TELEGRAM_PATH } from './played.ts';
import { ELSEWHERE_WORDS } from './words.ts';

type Page = HtmlEscapedString | Promise<HtmlEscapedString>;

/** Nothing runs on these pages. Their forms lead to the site, and a form at Google or Telegram goes on to where it was asked from. */
export const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

const STYLE = `
  * { box-sizing: border-box; } :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { max-width: 560px; margin: 24px auto; padding: 0 16px; overflow-wrap: anywhere; }
  h1 { font-size: 20px; } ul { list-style: none; padding: 0; }
  nav a, button { display: inline-block; min-height: 44px; padding: 9px 14px; border: 1px solid #8888; border-radius: 10px; font: inherit; color: inherit; background: none; text-decoration: none; cursor: pointer; margin: 0 6px 6px 0; }
  [aria-current] { font-weight: 700; border-color: currentColor; }
  li.message { margin: 8px 0; padding: 10px 14px; border-radius: 12px; background: #8882; white-space: pre-line; } li.own { margin-left: 48px; background: #3b82f633; }
  form.line { display: flex; gap: 8px; margin-bottom: 12px; } form.line button { margin: 0; } input { flex: 1; min-width: 0; min-height: 44px; padding: 0 12px; font: inherit; border: 1px solid #8888; border-radius: 10px; }
  form.inline { display: inline; white-space: normal; }`;

const layout = (locale: Locale, title: string, body: Page): Page => html`<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1>${body}</main></body></html>`;

/** A message as the page shows it; only those of the bot itself have buttons. */
export interface ShownMessage {
  id: number | null;
  isOwn: boolean;
  text: string;
  buttons: readonly { text: string; data: string; row: number }[];
}

/** The chat of a person with the bot. */
export function chatPage(locale: Locale, person: ElsewherePerson, messages: readonly ShownMessage[]): Page {
  const words = ELSEWHERE_WORDS[locale];
  const address = (id: number) => `${TELEGRAM_PATH}?${new URLSearchParams({ lang: locale, person: String(id) })}`;
  const hidden = html`<input type="hidden" name="person" value="${person.id}"><input type="hidden" name="lang" value="${locale}">`;
  const buttons = ({ id, buttons: own }: ShownMessage) =>
    own.map(
      (
        { text, data, row },
        index,
      ) => html`${index > 0 && row !== own[index - 1]!.row ? html`<br>` : ''}<form class="inline" method="post" action="${TELEGRAM_PATH}/press">${hidden}
        <input type="hidden" name="message" value="${id}"><input type="hidden" name="data" value="${data}"><button>${text}</button></form>`,
    );
  return layout(
    locale,
    words.chat,
    html`<p>${words.lead}</p>
    <nav aria-label="${words.who}"><p>${words.who}</p>${PEOPLE.map((one) => html`<a href="${address(one.id)}" ${one === person ? html`aria-current="page"` : ''}>${one.name}</a>`)}</nav>
    ${messages.length === 0 ? html`<p>${words.nothing}</p>` : ''}
    <ul>${messages.map((one) => html`<li class="message ${one.isOwn ? 'own' : ''}">${one.text}${one.buttons.length > 0 ? html`<br>${buttons(one)}` : ''}</li>`)}</ul>
    <form class="line" method="post" action="${TELEGRAM_PATH}/say">${hidden}<input name="text" aria-label="${words.message}" maxlength="4000" required autocomplete="off" autofocus><button>${words.send}</button></form>
    <nav><a href="${address(person.id)}">${words.refresh}</a> <a href="/outbox">${words.outbox}</a></nav>`,
  );
}

/** Asks who signs in. Each choice is a link that leads to an address. */
export function signInPage(
  locale: Locale,
  service: 'telegram' | 'google',
  site: string,
  chosen: (person: ElsewherePerson | null) => string,
): Page {
  const words = ELSEWHERE_WORDS[locale];
  return layout(
    locale,
    words[service],
    html`<p>${words.asks.replace('{site}', site)}</p>
    <nav aria-label="${words[service]}"><ul>${PEOPLE.map((one) => html`<li><a href="${chosen(one)}">${one.name} · ${service === 'google' ? one.email : `@${one.username}`}</a></li>`)}
    <li><a href="${chosen(null)}">${words.cancel}</a></li></ul></nav>`,
  );
}
