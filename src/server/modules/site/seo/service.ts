import type { Locale } from '#domain/identity/locale.ts';
import { alternatesOf, canonicalPath, descriptionOf, type PageAddress } from '#domain/matches/site-page.ts';
import type { Sport } from '#domain/matches/sport.ts';
import type { Deps } from '#server/deps.ts';
import { dayHasMatches, type PageMatch, pageIsDraw, pageLeague, pageMatch, pageTeam } from './facts.ts';
import { breadcrumbs, type PageHead, sportsEvent } from './head.ts';
import { dayIn, factsOf, formatMessage, matchWords, nameOf, sentence, TEXTS } from './words.ts';

/** The request for a page's metadata. */
export interface Asked {
  address: PageAddress;
  /** The language of the page. */
  locale: Locale;
  /** The language in the address, if any. */
  linked: Locale | null;
  /** The site's base URL without a trailing slash. */
  base: string;
}

/** The subject of a page, before it is put into words. */
interface About {
  title: string;
  /** Sentences with facts from the server, placed before the page's description. */
  facts: string | null;
  isFound: boolean;
  /** Whether the page has content worth indexing. */
  isWorthIt: boolean;
  /** Whether it is a tournament without a table. */
  isDraw: boolean;
  match: PageMatch | null;
  league: { id: number; name: string; sport: Sport } | null;
}

const about = (title: string, rest: Partial<About> = {}): About => ({
  title,
  facts: null,
  isFound: true,
  isWorthIt: true,
  isDraw: false,
  match: null,
  league: null,
  ...rest,
});

/** Returns the metadata of a page; `isFound` is false if its match or league is unknown. */
export async function describePage(deps: Deps, asked: Asked): Promise<{ isFound: boolean; head: PageHead }> {
  const { address, locale, linked, base } = asked;
  const { sharing } = TEXTS[locale];
  const subject = await subjectOf(deps, asked);
  const { title, facts, match } = subject;
  const path = canonicalPath(address, linked);
  const canonical = address.isPublic && subject.isFound && subject.isWorthIt ? base + path : null;
  const words = formatMessage(locale, descriptionFor(address, subject, locale), { title });
  const description = (facts ?? '') + words;
  const image = {
    url: `${base}/share/${match ? `match/${match.id}` : 'default'}.png?lang=${locale}`,
    alt: formatMessage(locale, sharing.picture, { title }),
  };
  const urlOf = (to: string) => `${base}${to}${linked ? `?lang=${linked}` : ''}`;
  const data = [
    ...(match ? [sportsEvent(match, { locale, title, description, url: base + path, image: image.url })] : []),
    ...(subject.league ? [breadcrumbs(subject.league, match && { id: match.id, title }, locale, urlOf)] : []),
  ];
  const alternates = canonical ? alternatesOf(address).map((other) => ({ hreflang: other.hreflang, href: base + other.path })) : [];
  return { isFound: subject.isFound, head: { locale, title, description, path, canonical, alternates, image, data } };
}

/** Returns a page's description; those of other sports leave out what only football has. */
function descriptionFor(address: PageAddress, { league, isDraw }: About, locale: Locale): string {
  const { descriptions, otherDescriptions } = TEXTS[locale];
  if (isDraw) return otherDescriptions.draw;
  const key = descriptionOf(address);
  const isOther = league !== null && league.sport !== 'football';
  return isOther && (key === 'match' || key === 'standings') ? otherDescriptions[key] : descriptions[key];
}

function subjectOf(deps: Deps, asked: Asked): Promise<About> | About {
  const { address, locale } = asked;
  const { titles } = TEXTS[locale];
  if (address.page === 'match') return matchSubject(deps, asked);
  if (address.page === 'standings') return leagueSubject(deps, asked);
  if (address.page === 'matches') return listSubject(deps, asked);
  return about(titles[address.page]);
}

async function matchSubject(deps: Deps, { address, locale }: Asked): Promise<About> {
  const match = address.id === 0 ? null : await pageMatch(deps, address.id);
  if (!match) return about(TEXTS[locale].titles.match_missing, { isFound: false });
  const words = matchWords(deps, match, locale);
  return about(words.title, {
    facts: factsOf(words, locale),
    match,
    league: { id: match.league.id, name: words.league, sport: match.league.sport },
  });
}

async function leagueSubject(deps: Deps, { address, locale }: Asked): Promise<About> {
  const { titles } = TEXTS[locale];
  const found = address.id === 0 ? null : await pageLeague(deps, address.id);
  const season = valueIn(address, 'season');
  if (!found || (season !== null && !found.seasons.includes(season))) return about(titles.standings_unknown, { isFound: false });
  const league = nameOf(found.league, locale);
  const isDraw = await pageIsDraw(deps, found, season ?? undefined);
  return about(formatMessage(locale, isDraw ? titles.draw : titles.standings, { league }), {
    isDraw,
    facts: season && sentence(`${league} ${season}`, locale),
    league: { id: found.league.id, name: league, sport: found.league.sport },
  });
}

/** Returns the subject of a match list: the team, league or day it is filtered by. */
async function listSubject(deps: Deps, { address, locale }: Asked): Promise<About> {
  const { titles } = TEXTS[locale];
  const [team, league, day] = [valueIn(address, 'team'), valueIn(address, 'league'), valueIn(address, 'date')];
  const named = team ? await pageTeam(deps, Number(team)) : league ? (await pageLeague(deps, Number(league)))?.league : undefined;
  if (named === null || (named === undefined && league)) return about(titles.matches, { isWorthIt: false });
  // Days are unlimited, and most have no matches.
  const isWorthIt = day === null || (await dayHasMatches(deps, (valueIn(address, 'sport') ?? 'football') as Sport, day));
  const written = day && dayIn(locale, new Date(`${day}T00:00:00Z`));
  if (named)
    return about(formatMessage(locale, titles.matches_of, { name: nameOf(named, locale) }), {
      facts: written && sentence(written, locale),
      isWorthIt,
    });
  return about(written ? formatMessage(locale, titles.matches_on, { date: written }) : titles.matches, { isWorthIt });
}

const valueIn = ({ query }: PageAddress, name: string): string | null => query.find(([key]) => key === name)?.[1] ?? null;
