import { LOCALES, type Locale } from '#domain/identity/locale.ts';
import { UUID } from '#domain/uuid.ts';
import { SPORTS, type Sport } from './sport.ts';

/** A query value that changes what a page shows; invalid values are ignored. */
type Reader = (text: string) => string | null;

const ID_MAX = 2_147_483_647;
const aDay: Reader = (text) => {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  // "2026-02-31" would be parsed as a day of March.
  return at && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : null;
};
const anId: Reader = (text) => (/^[1-9]\d{0,9}$/.test(text) && Number(text) <= ID_MAX ? text : null);
const aSport: Reader = (text) => SPORTS.slice(1).find((sport) => sport === text) ?? null;
const aSeason: Reader = (text) => (/^\d{4}([/-]\d{2,4})?$/.test(text) ? text : null);

interface PageRule {
  path: RegExp;
  /** Personal pages are not for search engines. */
  isPublic: boolean;
  query?: Readonly<Record<string, Reader>>;
}

/** Every page of the site (docs/rules.md#routes); other addresses redirect to the matches. */
const PAGES = {
  matches: { path: /^\/matches$/, isPublic: true, query: { date: aDay, sport: aSport, league: anId } },
  match: { path: /^\/match\/(\d+)$/, isPublic: true },
  // Its tabs are parts of the same page.
  team: { path: /^\/team\/(\d+)$/, isPublic: true },
  best: { path: /^\/best$/, isPublic: true, query: { date: aDay } },
  brackets: { path: /^\/bracket$/, isPublic: true },
  // Its tabs are parts of the same page.
  bracket: { path: /^\/bracket\/(\d+)$/, isPublic: true, query: { season: aSeason } },
  // Secret until its first match; whoever has the address may see it.
  bracket_entry: { path: new RegExp(`^/bracket/entry/${UUID.source.slice(1, -1)}$`), isPublic: false },
  survivor: { path: /^\/survivor$/, isPublic: true },
  // Whoever has the address may see it, or the members of its group.
  survivor_game: { path: new RegExp(`^/survivor/${UUID.source.slice(1, -1)}$`), isPublic: false },
  survivor_entry: { path: new RegExp(`^/survivor/entry/${UUID.source.slice(1, -1)}$`), isPublic: false },
  player: { path: /^\/player\/(\d+)$/, isPublic: true },
  leagues: { path: /^\/leagues$/, isPublic: true },
  standings: { path: /^\/leagues\/(\d+)\/standings$/, isPublic: true, query: { season: aSeason } },
  // Filtered by a league or a season it is a part of the same page.
  track_record: { path: /^\/track-record$/, isPublic: true, query: { sport: aSport } },
  // Selections on it, and a code to join by, do not make it another page.
  forecast_league: { path: /^\/forecast-league$/, isPublic: true },
  divisions: { path: /^\/divisions$/, isPublic: false },
  year: { path: /^\/year\/2\d{3}$/, isPublic: false },
  developers_embeds: { path: /^\/developers\/embeds$/, isPublic: true },
  groups: { path: /^\/groups$/, isPublic: true },
  groups_new: { path: /^\/groups\/new$/, isPublic: false },
  // Whoever has the code may see what it leads to.
  groups_join: { path: /^\/groups\/join\/[^/]{1,120}$/, isPublic: false },
  group: { path: new RegExp(`^/group/${UUID.source.slice(1, -1)}$`), isPublic: false },
  terms: { path: /^\/terms$/, isPublic: true },
  privacy: { path: /^\/privacy$/, isPublic: true },
  responsible_play: { path: /^\/responsible-play$/, isPublic: true },
  bets: { path: /^\/bets$/, isPublic: false },
  account: { path: /^\/account$/, isPublic: false },
  settings_profile: { path: /^\/settings\/profile$/, isPublic: false },
  settings_security: { path: /^\/settings\/security$/, isPublic: false },
  settings_notifications: { path: /^\/settings\/notifications$/, isPublic: false },
  settings_developers: { path: /^\/settings\/developers$/, isPublic: false },
  developers: { path: /^\/developers$/, isPublic: true },
  spoiler_shield: { path: /^\/spoiler-shield$/, isPublic: false },
  settings_limits: { path: /^\/settings\/limits$/, isPublic: false },
  // Whoever has the address may see it; search engines may not list it.
  shared: { path: new RegExp(`^/shared/${UUID.source.slice(1, -1)}$`), isPublic: false },
  // Public, and found by users who search for a match.
  receipt: { path: new RegExp(`^/contests/${UUID.source.slice(1, -1)}/receipt$`), isPublic: false },
  // Sign-in with another service returns here.
  sign_in: { path: /^\/sign-in$/, isPublic: false },
  // Target of the link in a warning; its proof is in the fragment, which no server sees.
  not_me: { path: /^\/not-me$/, isPublic: false },
  // Target of the link in a message with a code; works the same way.
  code: { path: /^\/code$/, isPublic: false },
  // Target of the link in a digest; works the same way.
  unsubscribe: { path: /^\/unsubscribe$/, isPublic: false },
  // For the demo only: elsewhere it leads to the matches (the browser knows which it is).
  outbox: { path: /^\/outbox$/, isPublic: false },
} as const satisfies Record<string, PageRule>;

export type PageName = keyof typeof PAGES;

/** A page with the parsed values of its address. */
export interface PageAddress {
  page: PageName;
  isPublic: boolean;
  /** In lower case, without a trailing slash: addresses that differ only in that are one page. */
  path: string;
  /** The number in the path; 0, which no entity has, if it is missing or too large. */
  id: number;
  /** In the order in which they are written. */
  query: readonly (readonly [name: string, value: string])[];
}

/**
 * Returns where an address of earlier versions leads now, or null: a team's matches (`/matches?team=31`) have a page of their own. `valueFor`
 * reads the query.
 */
export function movedTo(pathname: string, valueFor: (name: string) => string | null | undefined): string | null {
  const team = /^\/matches\/*$/i.test(pathname) ? anId(valueFor('team') ?? '') : null;
  return team === null ? null : `/team/${team}`;
}

/** Returns the page at an address, or null if there is none. `valueFor` reads the query. */
export function pageAt(pathname: string, valueFor: (name: string) => string | null | undefined): PageAddress | null {
  const path = pathname.toLowerCase().replace(/(?<=.)\/+$/, '');
  for (const [page, rule] of Object.entries(PAGES) as [PageName, PageRule][]) {
    const found = rule.path.exec(path);
    if (!found) continue;
    const query = Object.entries(rule.query ?? {}).flatMap(([name, read]) => {
      const value = read(valueFor(name) ?? '');
      return value === null ? [] : [[name, value] as const];
    });
    const number = found[1] ?? '';
    const id = Number(number) <= ID_MAX ? Number(number) : 0;
    return { page, isPublic: rule.isPublic, path: number === '' ? path : path.replace(number, String(id)), id, query };
  }
  return null;
}

/** Returns the canonical address of a page, from its first slash, in a language or (null) in the reader's preferred one. */
export function canonicalPath({ path, query }: PageAddress, locale: Locale | null): string {
  const values = [...query, ...(locale ? [['lang', locale] as const] : [])];
  const text = values.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return path + (text && `?${text}`);
}

/** Language tags for search engines: Chinese by its script, as it is also read outside China. */
const HREFLANG: Record<Locale, string> = { en: 'en', 'zh-CN': 'zh-Hans', vi: 'vi' };

/** The addresses of a page in each language, and the one without a language. */
export const alternatesOf = (address: PageAddress): { hreflang: string; path: string }[] => [
  ...LOCALES.map((locale) => ({ hreflang: HREFLANG[locale], path: canonicalPath(address, locale) })),
  { hreflang: 'x-default', path: canonicalPath(address, null) },
];

const DESCRIBED = [
  'match',
  'team',
  'player',
  'best',
  'brackets',
  'survivor',
  'leagues',
  'standings',
  'track_record',
  'forecast_league',
  'groups',
  'developers',
] as const;
const isDescribed = (page: PageName): page is (typeof DESCRIBED)[number] => DESCRIBED.some((one) => one === page);

/** Which description a page has. */
export function descriptionOf({ page, query }: PageAddress) {
  if (page === 'matches') return query.length > 0 ? 'matches_filtered' : 'matches';
  if (page === 'bracket') return 'brackets';
  return isDescribed(page) ? page : 'site';
}

/**
 * Returns the variant of words for a page that differs from football's lists, line-ups, goals and tables: another sport, or a league that
 * consists of a draw only. Null if the default words apply.
 */
export function otherDescriptionOf(
  { page }: PageAddress,
  { sport, isDraw = false }: PageSubject,
): 'match' | 'team' | 'standings' | 'draw' | null {
  if (page === 'standings' && isDraw) return 'draw';
  return sport !== 'football' && (page === 'match' || page === 'team' || page === 'standings') ? page : null;
}

/** What a page's words depend on besides its address: properties of the match or league shown. */
export interface PageSubject {
  sport: Sport;
  /** Whether the league is shown by its draw, as it has no table. */
  isDraw?: boolean;
}
