import type { Locale } from '#domain/identity/locale.ts';
import type { AppError } from '#server/platform/http/app-error.ts';
import type { Card } from './card.ts';
import { html } from './html.ts';
import { wordsIn } from './words.ts';

/** Returns the card in place of one that cannot be shown. Those that may come later ask again. */
export function problemCard({ code, params }: AppError, locale: Locale): Card {
  const { texts } = wordsIn(locale);
  const { problem } = texts;
  const isMissing = code === 'not_found';
  const [title, hint] = isMissing
    ? params?.reason === 'no_table'
      ? [texts.table.none, '']
      : params?.reason === 'not_listed'
        ? [problem.not_listed, problem.not_listed_hint]
        : [problem.not_found, problem.not_found_hint]
    : code === 'rate_limited'
      ? [problem.busy, problem.busy_hint]
      : [problem.failed, problem.failed_hint];
  return {
    title,
    body: html`<p><b>${title}</b></p><p class="note">${hint}</p>`,
    path: '/matches',
    open: 'site',
    news: '',
    pollSeconds: isMissing ? 0 : 60,
  };
}
