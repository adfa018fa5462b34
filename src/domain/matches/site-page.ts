import { LOCALES, type Locale } from '#domain/identity/locale.ts';
import { UUID } from '#domain/uuid.ts';
import { SPORTS, type Sport } from './sport.ts';

/** A query value that changes what a page shows; what is written otherwise is as if it were not there. */
type Reader = (text: string) => string | null;

const ID_MAX = 2_147_483_647;
const aDay: Reader = (text) => {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  // "2026-02-31" would be read as a day of March.
  return at && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : null;
};
const anId: Reader = (text) => (/^[1-9]\d{0,9}$/.test(text) && Number(text) <= ID_MAX ? text : null);
const aSport: Reader = (text) => SPORTS.slice(1).find((sport) => sport === text) ?? null;
const aSeason: Reader = (text) => (/^\d{4}([/-]\d{2,4})?$/.test(text) ? text : null);

interface PageRule {
  path: RegExp;
  /** Pages that are one's own are not for search engines. */
  isPublic: boolean;
  query?: Readonly<Record<string, Reader>>;
}

/** Every page that the site has (docs/rules.md#routes); what is not here redirects to the matches. */
const PAGES = {
  matches: { path: /^\/matches$/, isPublic: true, query: { date: aDay, sport: aSport, league: anId, team: anId } },
  match: { path: /^\/match\/(\d+)$/, isPublic: true },
  leagues: { path: /^\/leagues$/, isPublic: true },
  standings: { path: /^\/leagues\/(\d+)\/standings$/, isPublic: true, query: { season: aSeason } },
  // Narrowed down to a league or a season it is a part of the same page.
  track_record: { path: /^\/track-record$/, isPublic: true, query: { sport: aSport } },
  // What is chosen on it, and a code to join by, make no other page of it.
  forecast_league: { path: /^\/forecast-league$/, isPublic: true },
  terms: { path: /^\/terms$/, isPublic: true },
  privacy: { path: /^\/privacy$/, isPublic: true },
  bets: { path: /^\/bets$/, isPublic: false },
  account: { path: /^\/account$/, isPublic: false },
  settings_profile: { path: /^\/settings\/profile$/, isPublic: false },
  settings_security: { path: /^\/settings\/security$/, isPublic: false },
  settings_notifications: { path: /^\/settings\/notifications$/, isPublic: false },
  spoiler_shield: { path: /^\/spoiler-shield$/, isPublic: false },
  settings_limits: { path: /^\/settings\/limits$/, isPublic: false },
  // Everybody may read it, and whoever looks for a match finds the match.
  receipt: { path: new RegExp(`^/contests/${UUID.source.slice(1, -1)}/receipt$`), isPublic: false },
  // Where signing in with an account elsewhere ends.
  sign_in: { path: /^\/sign-in$/, isPublic: false },
  // Where the link of a warning leads; what proves it is in the fragment, which no server sees.
  not_me: { path: /^\/not-me$/, isPublic: false },
  // Where the link of a message with a code leads, the same way.
  code: { path: /^\/code$/, isPublic: false },
  // The demo's: elsewhere it leads to the matches (the browser knows which it is).
  outbox: { path: /^\/outbox$/, isPublic: false },
} as const satisfies Record<string, PageRule>;

export type PageName = keyof typeof PAGES;

/** A page with what its address says of it, read. */
export interface PageAddress {
  page: PageName;
  isPublic: boolean;
  /** In lower case, without a slash at its end: addresses that differ only in that are one page. */
  path: string;
  /** The number in the path; 0, which nothing has, where there is none or it is too large. */
  id: number;
  /** In the order in which they are written. */
  query: readonly (readonly [name: string, value: string])[];
}

/** Which page is at an address, or null where there is none. `valueFor` reads the query. */
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

/** The address that a page is known by, from its first slash, in a language or (null) in whichever the reader prefers. */
export function canonicalPath({ path, query }: PageAddress, locale: Locale | null): string {
  const values = [...query, ...(locale ? [['lang', locale] as const] : [])];
  const text = values.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return path + (text && `?${text}`);
}

/** What search engines call our languages: Chinese by its script, as it is read beyond China too. */
export const HREFLANG: Record<Locale, string> = { en: 'en', 'zh-CN': 'zh-Hans', vi: 'vi' };

/** A page in each language, and under the address that leaves the language to the reader. */
export const alternatesOf = (address: PageAddress): { hreflang: string; path: string }[] => [
  ...LOCALES.map((locale) => ({ hreflang: HREFLANG[locale], path: canonicalPath(address, locale) })),
  { hreflang: 'x-default', path: canonicalPath(address, null) },
];

const DESCRIBED = ['match', 'leagues', 'standings', 'track_record', 'forecast_league'] as const;
const isDescribed = (page: PageName): page is (typeof DESCRIBED)[number] => DESCRIBED.some((one) => one === page);

/** Which of the descriptions a page has. */
export function descriptionOf({ page, query }: PageAddress) {
  if (page === 'matches') return query.length > 0 ? 'matches_filtered' : 'matches';
  return isDescribed(page) ? page : 'site';
}

/**
 * Which words of its own a page has that shows something else than football's lists, line-ups, goals and tables: another sport, or a
 * league that is nothing but a draw. Null where it has those that all share.
 */
export function otherDescriptionOf({ page }: PageAddress, { sport, isDraw = false }: PageSubject): 'match' | 'standings' | 'draw' | null {
  if (page === 'standings' && isDraw) return 'draw';
  return sport !== 'football' && (page === 'match' || page === 'standings') ? page : null;
}

/** What a page's words depend on, beside its address: of the match or the league on show. */
export interface PageSubject {
  sport: Sport;
  /** Whether the league is shown by its draw, as it has no table. */
  isDraw?: boolean;
}
