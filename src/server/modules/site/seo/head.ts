import { LOCALES, type Locale } from '#domain/identity/locale.ts';
import { escapeHtml } from '#server/platform/http/escape-html.ts';
import { PICTURE } from './picture/drawing.ts';
import { TEXTS } from './words.ts';

/** Metadata of a page for search engines and link previews. Addresses are absolute. */
export interface PageHead {
  locale: Locale;
  title: string;
  description: string;
  /** The page's own path, by which the browser checks that the tags still describe the current page. */
  path: string;
  /** Null if search engines should not index the page. */
  canonical: string | null;
  alternates: readonly { hreflang: string; href: string }[];
  image: { url: string; alt: string };
  /** schema.org objects. */
  data: readonly object[];
}

const OG_LOCALES: Record<Locale, string> = { en: 'en_GB', 'zh-CN': 'zh_CN', vi: 'vi_VN' };

/** Renders the tags of the head. Those marked with `data-page` apply to this page only; the browser removes them on navigation. */
export function headTags(head: PageHead): string {
  const { locale, canonical, image } = head;
  const property = (name: string, content: string | number) => tag('meta', { property: name, content, 'data-page': '' });
  const url = canonical ?? null;
  const others = LOCALES.filter((other) => other !== locale);
  return [
    `<title>${escapeHtml(head.title)} · Matchpoint</title>`,
    tag('meta', { name: 'description', lang: locale, 'data-path': head.path, content: head.description }),
    ...(url === null
      ? [tag('meta', { name: 'robots', content: 'noindex', 'data-page': '' })]
      : [tag('link', { rel: 'canonical', href: url })]),
    ...head.alternates.map(({ hreflang, href }) => tag('link', { rel: 'alternate', hreflang, href, 'data-page': '' })),
    property('og:site_name', 'Matchpoint'),
    property('og:type', 'website'),
    property('og:title', head.title),
    property('og:description', head.description),
    ...(url === null ? [] : [property('og:url', url)]),
    property('og:image', image.url),
    property('og:image:type', 'image/png'),
    property('og:image:width', PICTURE.width),
    property('og:image:height', PICTURE.height),
    property('og:image:alt', image.alt),
    property('og:locale', OG_LOCALES[locale]),
    ...others.map((other) => property('og:locale:alternate', OG_LOCALES[other])),
    tag('meta', { name: 'twitter:card', content: 'summary_large_image', 'data-page': '' }),
    ...head.data.map((object) => `<script type="application/ld+json" data-page>${escapeScript(JSON.stringify(object))}</script>`),
  ].join('\n    ');
}

/** Returns the default head, used when no facts are available: the page is served regardless. */
export const plainHead = (locale: Locale): string =>
  `<title>Matchpoint</title>\n    ${tag('meta', { name: 'description', content: TEXTS[locale].descriptions.site })}`;

const tag = (name: string, attributes: Record<string, string | number>): string =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => (value === '' ? ` ${key}` : ` ${key}="${escapeHtml(String(value))}"`))
    .join('')} />`;

/** Escapes JSON so that it cannot close its script element or open a comment. */
const escapeScript = (json: string): string =>
  json.replace(/[<>&\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
