import { LOCALES } from '#domain/identity/locale.ts';
import { alternatesOf, canonicalPath, type PageAddress, pageAt } from '#domain/matches/site-page.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { type CachePolicy, type EncodedBytes, encodeBytes } from '#server/platform/http/encoded-response.ts';
import { escapeHtml } from '#server/platform/text-formats.ts';
import * as pages from './queries.ts';

const CACHE_MS = 5 * MINUTE_MS;
/** Cached parts across all days and hosts; a part has some hundred KB. */
const CACHED_MAX = 40;
/** A sitemap holds at most 50,000 addresses; each page has one per language and one without a language. */
const PAGES_MAX = Math.floor(50_000 / (LOCALES.length + 1));
const DAYS_BACK = 7;
const DAYS_AHEAD = 14;

const KEEPING: CachePolicy = { contentType: 'text/xml; charset=utf-8', cacheControl: 'public, max-age=300', brotliQuality: 4 };
const STANDING_PAGES = [
  '/matches',
  '/best',
  '/bracket',
  '/survivor',
  '/leagues',
  '/track-record',
  '/forecast-league',
  '/groups',
  '/developers/embeds',
  '/terms',
  '/privacy',
  '/responsible-play',
];

interface Entry {
  path: string;
  changedAt: Date | null;
}

export const robotsText = (base: string): string =>
  [
    'User-agent: *',
    // Pages load these endpoints: search engines that run scripts would otherwise see an empty page.
    ...[
      '/api/meta',
      '/api/matches',
      '/api/leagues',
      '/api/teams',
      '/api/best',
      '/api/brackets',
      '/api/survivor',
      '/api/players',
      '/api/forecasts',
      '/api/forecast-league/table',
      '/api/tipping/open-groups',
      '/api/legal',
      '/api/help-lines',
    ].map((path) => `Allow: ${path}`),
    ...['/api', '/admin', '/account', '/bets', '/settings', '/outbox'].map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${base}/sitemap.xml`,
    '',
  ].join('\n');

/**
 * Creates the sitemaps, built from the database and cached for some minutes: an index, the pages, the leagues, the teams, the players, and one part per
 * day of matches.
 */
export function createSitemaps(deps: Deps) {
  const kept = new Map<string, { untilMs: number; bytes: Promise<EncodedBytes> }>();

  const keep = (key: string, make: () => Promise<string>): Promise<EncodedBytes> => {
    const nowMs = deps.now().getTime();
    const known = kept.get(key);
    if (known && known.untilMs > nowMs) return known.bytes;
    const bytes = make().then((xml) => encodeBytes(Buffer.from(xml), KEEPING));
    bytes.catch(() => kept.delete(key));
    kept.delete(key);
    kept.set(key, { untilMs: nowMs + CACHE_MS, bytes });
    for (const oldest of kept.keys()) {
      if (kept.size <= CACHED_MAX) break;
      kept.delete(oldest);
    }
    return bytes;
  };

  /** Returns the range of days covered, from midnight to midnight UTC. */
  const span = () => {
    const today = deps.now().getTime() - (deps.now().getTime() % DAY_MS);
    return { from: new Date(today - DAYS_BACK * DAY_MS), to: new Date(today + (DAYS_AHEAD + 1) * DAY_MS) };
  };

  const overview = (base: string) =>
    keep(base, async () => {
      const { from, to } = span();
      const days = await pages.findMatchDays(deps.db, from, to);
      const parts: Entry[] = [
        { path: '/sitemaps/pages.xml', changedAt: null },
        { path: '/sitemaps/leagues.xml', changedAt: null },
        { path: '/sitemaps/teams.xml', changedAt: null },
        { path: '/sitemaps/players.xml', changedAt: null },
        ...days.map(({ day, changed_at }) => ({ path: `/sitemaps/matches-${day}.xml`, changedAt: changed_at })),
      ];
      const sitemaps = parts.map(({ path, changedAt }) => `<sitemap><loc>${escapeHtml(base + path)}</loc>${lastmod(changedAt)}</sitemap>`);
      return `${XML}<sitemapindex xmlns="${SITEMAP}">\n${sitemaps.join('\n')}\n</sitemapindex>\n`;
    });

  /** Returns a part by name, null if there is none. */
  const part = async (base: string, name: string): Promise<EncodedBytes | null> => {
    const entries = entriesOf(name);
    return entries && keep(`${base} ${name}`, async () => urlSet(base, await entries()));
  };

  const entriesOf = (name: string): (() => Promise<Entry[]>) | null => {
    if (name === 'pages') return async () => STANDING_PAGES.map((path) => ({ path, changedAt: null }));
    if (name === 'leagues') return leagueEntries;
    if (name === 'teams') return teamEntries;
    if (name === 'players') return playerEntries;
    const day = /^matches-(\d{4}-\d\d-\d\d)$/.exec(name)?.[1];
    const from = new Date(`${day}T00:00:00Z`);
    const isTold = !Number.isNaN(from.getTime()) && from >= span().from && from < span().to;
    return isTold ? () => matchEntries(from) : null;
  };

  const leagueEntries = async (): Promise<Entry[]> => {
    const leagues = await pages.findLeaguesForSitemap(deps.db, deps.now(), PAGES_MAX);
    return leagues.map(({ id, changed_at }) => ({ path: `/leagues/${id}/standings`, changedAt: changed_at }));
  };

  const teamEntries = async (): Promise<Entry[]> => {
    const teams = await pages.findTeamsForSitemap(deps.db, PAGES_MAX);
    return teams.map(({ id }) => ({ path: `/team/${id}`, changedAt: null }));
  };

  const playerEntries = async (): Promise<Entry[]> => {
    const players = await pages.findPlayersForSitemap(deps.db, PAGES_MAX);
    return players.map(({ id }) => ({ path: `/player/${id}`, changedAt: null }));
  };

  const matchEntries = async (from: Date): Promise<Entry[]> => {
    const matches = await pages.findMatchesBetween(deps.db, from, new Date(from.getTime() + DAY_MS), PAGES_MAX);
    return matches.map(({ id, changed_at }) => ({ path: `/match/${id}`, changedAt: changed_at }));
  };

  return { overview, part };
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SITEMAP = 'http://www.sitemaps.org/schemas/sitemap/0.9';

const lastmod = (at: Date | null): string => (at ? `<lastmod>${at.toISOString()}</lastmod>` : '');

/** Lists every language version of a page, each with all the others, as search engines require. */
function urlSet(base: string, entries: readonly Entry[]): string {
  const urls = entries.flatMap(({ path, changedAt }) => {
    const address = pageAt(path, () => null) as PageAddress;
    const links = alternatesOf(address)
      .map((other) => `<xhtml:link rel="alternate" hreflang="${other.hreflang}" href="${escapeHtml(base + other.path)}"/>`)
      .join('');
    return [null, ...LOCALES].map(
      (locale) => `<url><loc>${escapeHtml(base + canonicalPath(address, locale))}</loc>${lastmod(changedAt)}${links}</url>`,
    );
  });
  return `${XML}<urlset xmlns="${SITEMAP}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls.join('\n')}\n</urlset>\n`;
}
