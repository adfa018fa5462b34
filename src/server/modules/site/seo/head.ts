import { LOCALES, type Locale } from '#domain/identity/locale.ts';
import type { MatchStatus } from '#domain/matches/match-status.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { PICTURE } from '#server/modules/site/seo/picture/drawing.ts';
import { escapeHtml } from '#server/platform/text-formats.ts';
import type { PageMatch, PagePlayer, PageTeam } from './facts.ts';
import { nameOf, plain, TEXTS } from './words.ts';

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
  /** The address that describes the page as an embed (oEmbed); null if it cannot be embedded. */
  oEmbed: string | null;
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
    ...(head.oEmbed === null
      ? []
      : [tag('link', { rel: 'alternate', type: 'application/json+oembed', href: head.oEmbed, title: head.title, 'data-page': '' })]),
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

type EventStatus = 'EventScheduled' | 'EventPostponed' | 'EventCancelled' | 'EventRescheduled';

/** schema.org has no status for matches in play or finished: those are "scheduled" too. */
const EVENT_STATUS: Partial<Record<MatchStatus, EventStatus>> = {
  pst: 'EventPostponed',
  susp: 'EventPostponed',
  canc: 'EventCancelled',
  abd: 'EventCancelled',
  wo: 'EventCancelled',
};

const SPORT_NAMES: Record<Sport, string> = {
  football: 'Association football',
  basketball: 'Basketball',
  tennis: 'Tennis',
  esports: 'Esports',
};

interface Described {
  locale: Locale;
  title: string;
  description: string;
  url: string;
  image: string;
}

/** Returns a match as schema.org data; unknown properties are left out. */
export function sportsEvent(match: PageMatch, { locale, title, description, url, image }: Described): object {
  const team = (side: 'home' | 'away') => ({
    '@type': match.league.sport === 'tennis' ? 'Person' : 'SportsTeam',
    name: nameOf(match[side], locale),
  });
  const [homeTeam, awayTeam] = [team('home'), team('away')];
  const isMoved = match.status === 'ns' && match.first_kickoff_at !== null && match.first_kickoff_at !== match.kickoff_at;
  const status: EventStatus = isMoved ? 'EventRescheduled' : (EVENT_STATUS[match.status] ?? 'EventScheduled');
  return {
    '@context': 'https://schema.org',
    '@type': 'SportsEvent',
    name: title,
    description,
    url,
    image: [image],
    sport: SPORT_NAMES[match.league.sport],
    ...(match.kickoff_at && { startDate: match.kickoff_at }),
    ...(isMoved && { previousStartDate: match.first_kickoff_at }),
    eventStatus: `https://schema.org/${status}`,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    ...(match.venue && { location: { '@type': 'Place', name: plain(match.venue), address: plain(match.venue) } }),
    homeTeam,
    awayTeam,
    competitor: [homeTeam, awayTeam],
    superEvent: { '@type': 'EventSeries', name: `${nameOf(match.league, locale)} ${match.season}` },
  };
}

/** Returns a team as schema.org data; in tennis it is a person. */
export function sportsTeam({ team, sport, league }: PageTeam, { locale, description, url, image }: Omit<Described, 'title'>): object {
  const about = { name: nameOf(team, locale), description, url, image: [image] };
  if (sport === 'tennis') return { '@context': 'https://schema.org', '@type': 'Person', ...about };
  return {
    '@context': 'https://schema.org',
    '@type': 'SportsTeam',
    ...about,
    sport: SPORT_NAMES[sport],
    ...(league && { memberOf: { '@type': 'SportsOrganization', name: nameOf(league, locale) } }),
  };
}

/** Returns a player as schema.org data. */
export function athlete({ name, team, sport }: PagePlayer, { locale, description, url, image }: Omit<Described, 'title'>): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'Person',
    ...{ name: plain(name), description, url, image: [image] },
    memberOf: { '@type': 'SportsTeam', name: nameOf(team, locale), sport: SPORT_NAMES[sport] },
  };
}

/** Returns the breadcrumbs from the list of leagues to a league and one of its matches, teams or players. `urlOf` makes addresses absolute. */
export function breadcrumbs(
  league: { id: number; name: string },
  within: { title: string; path: string } | null,
  locale: Locale,
  urlOf: (path: string) => string,
): object {
  const steps = [
    { name: TEXTS[locale].titles.leagues, path: '/leagues' },
    { name: league.name, path: `/leagues/${league.id}/standings` },
    ...(within ? [{ name: within.title, path: within.path }] : []),
  ];
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({ '@type': 'ListItem', position: index + 1, name, item: urlOf(path) })),
  };
}
