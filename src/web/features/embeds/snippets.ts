import { EMBED_HEIGHTS, EMBED_SANDBOX, EMBED_STYLE, type Embed, embeddedPage, embedPath } from '#domain/matches/embed.ts';

/** What a snippet is written from. */
export interface SnippetFacts {
  /** The site's origin. */
  site: string;
  embed: Embed;
  /** Names what the card shows. */
  title: string;
  /** The greatest width in pixels. */
  width: number;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Names of teams and groups are others' texts: they are text in the snippet, too. */
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character]!);

/** Returns the code that makes a card with the script: a link for readers without scripts, and what the script makes of it. */
export function scriptSnippet({ site, embed, title, width }: SnippetFacts): string {
  const { kind, id, season, theme, locale, hidesScore } = embed;
  const data = Object.entries({
    matchpoint: kind,
    id,
    ...(season !== null && { season }),
    ...(theme !== 'auto' && { theme }),
    ...(locale !== null && { lang: locale }),
    ...(hidesScore && { hide: 'score' }),
    width: String(width),
  }).map(([name, value]) => ` data-${name}="${escaped(value)}"`);
  const link = `<a href="${escaped(site + embeddedPage(embed))}">${escaped(title)}</a>`;
  return `<div${data.join('')}>${link}</div>\n<script async src="${site}/embed.js"></script>`;
}

/** Returns the code that makes a card without a script, with a height that fits most. */
export function frameSnippet({ site, embed, title, width }: SnippetFacts): string {
  const attributes = {
    src: site + embedPath(embed),
    title,
    width: String(width),
    height: String(EMBED_HEIGHTS[embed.kind]),
    style: EMBED_STYLE,
    loading: 'lazy',
    sandbox: EMBED_SANDBOX,
    referrerpolicy: 'no-referrer',
  };
  return `<iframe${Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('')}></iframe>`;
}
