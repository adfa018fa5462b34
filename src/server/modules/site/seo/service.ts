import type { Locale } from '#domain/identity/locale.ts';
import { embedOfPage } from '#domain/matches/embed.ts';
import { alternatesOf, canonicalPath, descriptionOf, type PageAddress } from '#domain/matches/site-page.ts';
import { SPORTS, type Sport } from '#domain/matches/sport.ts';
import type { Deps } from '#server/deps.ts';
import { sharedAt } from '#server/modules/site/shares/shares.ts';
import { bracketEntryAt, findListedGroup, survivorEntryAt } from '#server/modules/tipping/public.ts';
import {
  dayHasMatches,
  type PageMatch,
  type PagePlayer,
  type PageTeam,
  pageIsDraw,
  pageLeague,
  pageMatch,
  pagePlayer,
  pageTeam,
} from './facts.ts';
import { athlete, breadcrumbs, type PageHead, sportsEvent, sportsTeam } from './head.ts';
import { sharedWords } from './shared-words.ts';
import { bracketTitle, dayIn, factsOf, formatMessage, matchWords, nameOf, plain, sentence, survivorTitle, TEXTS } from './words.ts';

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
  team: PageTeam | null;
  player: PagePlayer | null;
  /** The path of its picture below /share, without its ending; null for the general one. */
  picture: string | null;
  league: { id: number; name: string; sport: Sport } | null;
}

const about = (title: string, rest: Partial<About> = {}): About => ({
  title,
  facts: null,
  isFound: true,
  isWorthIt: true,
  isDraw: false,
  match: null,
  team: null,
  player: null,
  picture: null,
  league: null,
  ...rest,
});

/** Returns the metadata of a page; `isFound` is false if its match, team, player or league is unknown. */
export async function describePage(deps: Deps, asked: Asked): Promise<{ isFound: boolean; head: PageHead }> {
  const { address, locale, linked, base } = asked;
  const { sharing } = TEXTS[locale];
  const subject = await subjectOf(deps, asked);
  const { title, facts, match, team, player } = subject;
  // A shortened name's page is the player's.
  const own = player ? { ...address, path: `/player/${player.id}` } : address;
  const path = canonicalPath(own, linked);
  const canonical = address.isPublic && subject.isFound && subject.isWorthIt ? base + path : null;
  const words = formatMessage(locale, descriptionFor(address, subject, locale), { title });
  const description = (facts ?? '') + words;
  const image = {
    url: `${base}/share/${subject.picture ?? 'default'}.png?lang=${locale}`,
    alt: formatMessage(locale, sharing.picture, { title }),
  };
  const urlOf = (to: string) => `${base}${to}${linked ? `?lang=${linked}` : ''}`;
  const described = { locale, title, description, url: base + path, image: image.url };
  const within = match
    ? { title, path: `/match/${match.id}` }
    : player
      ? { title: player.name, path: `/player/${player.id}` }
      : team && { title: nameOf(team.team, locale), path: `/team/${team.team.id}` };
  const data = [
    ...(match ? [sportsEvent(match, described)] : []),
    ...(team ? [sportsTeam(team, described)] : []),
    ...(player ? [athlete(player, described)] : []),
    ...(subject.league ? [breadcrumbs(subject.league, within, locale, urlOf)] : []),
  ];
  const alternates = canonical ? alternatesOf(own).map((other) => ({ hreflang: other.hreflang, href: base + other.path })) : [];
  const oEmbed = subject.isFound && (await isEmbeddable(deps, address, subject)) ? oEmbedOf(base, path) : null;
  return { isFound: subject.isFound, head: { locale, title, description, path, canonical, alternates, image, oEmbed, data } };
}

const oEmbedOf = (base: string, path: string): string => `${base}/oembed?format=json&url=${encodeURIComponent(base + path)}`;

/** Whether other sites can show what the page is about: not a tournament without a table, and no private group. */
async function isEmbeddable(deps: Deps, { path }: PageAddress, { isDraw }: About): Promise<boolean> {
  const embed = embedOfPage(path, null);
  if (embed?.kind === 'group') return (await findListedGroup(deps, embed.id)) !== undefined;
  return embed !== null && !isDraw;
}

/** Returns a page's description; those of other sports leave out what only football has. */
function descriptionFor(address: PageAddress, { league, team, isDraw }: About, locale: Locale): string {
  const { descriptions, otherDescriptions } = TEXTS[locale];
  if (isDraw) return otherDescriptions.draw;
  const key = descriptionOf(address);
  const sport = team?.sport ?? league?.sport ?? 'football';
  return sport !== 'football' && (key === 'match' || key === 'team' || key === 'standings') ? otherDescriptions[key] : descriptions[key];
}

function subjectOf(deps: Deps, asked: Asked): Promise<About> | About {
  const { address, locale } = asked;
  const { titles } = TEXTS[locale];
  if (address.page === 'match') return matchSubject(deps, asked);
  if (address.page === 'team') return teamSubject(deps, asked);
  if (address.page === 'player') return playerSubject(deps, asked);
  if (address.page === 'standings') return leagueSubject(deps, asked);
  if (address.page === 'matches') return listSubject(deps, asked);
  if (address.page === 'best') return bestSubject(deps, asked);
  if (address.page === 'shared') return sharedSubject(deps, asked);
  if (address.page === 'bracket') return bracketSubject(deps, asked);
  if (address.page === 'bracket_entry') return bracketEntrySubject(deps, asked);
  if (address.page === 'survivor_entry') return survivorEntrySubject(deps, asked);
  return about(titles[address.page]);
}

async function matchSubject(deps: Deps, { address, locale }: Asked): Promise<About> {
  const match = address.id === 0 ? null : await pageMatch(deps, address.id);
  if (!match) return about(TEXTS[locale].titles.match_missing, { isFound: false });
  const words = matchWords(deps, match, locale);
  return about(words.title, {
    facts: factsOf(words, locale),
    match,
    picture: `match/${match.id}`,
    league: { id: match.league.id, name: words.league, sport: match.league.sport },
  });
}

async function teamSubject(deps: Deps, { address, locale }: Asked): Promise<About> {
  const { titles } = TEXTS[locale];
  const found = address.id === 0 ? null : await pageTeam(deps, address.id);
  if (!found) return about(titles.team_missing, { isFound: false });
  const { team, sport, league } = found;
  const leagueName = league && nameOf(league, locale);
  return about(formatMessage(locale, titles.matches_of, { name: nameOf(team, locale) }), {
    facts: leagueName && sentence(leagueName, locale),
    team: found,
    picture: `team/${team.id}`,
    league: league && { id: league.id, name: leagueName!, sport },
  });
}

async function sharedSubject(deps: Deps, { address, locale }: Asked): Promise<About> {
  const id = address.path.split('/').at(-1)!;
  const found = await sharedAt(deps, id);
  if (!found) return about(TEXTS[locale].sharing.shared.missing, { isFound: false });
  return about(sharedWords(found, locale).title, { picture: `shared/${id}` });
}

async function bracketSubject(deps: Deps, { address, locale }: Asked): Promise<About> {
  const { titles } = TEXTS[locale];
  const found = address.id === 0 ? null : await pageLeague(deps, address.id);
  const season = valueIn(address, 'season');
  if (!found || (season !== null && !found.seasons.includes(season))) return about(titles.bracket_missing, { isFound: false });
  const league = nameOf(found.league, locale);
  return about(formatMessage(locale, titles.bracket, { league }), {
    league: { id: found.league.id, name: league, sport: found.league.sport },
  });
}

/** Says whose it is once it is shown, and no result: a link must not tell one to a reader behind the spoiler shield. */
async function bracketEntrySubject(deps: Deps, { address, locale }: Asked): Promise<About> {
  const id = address.path.split('/').at(-1)!;
  const found = await bracketEntryAt(deps, id);
  const { bracket } = TEXTS[locale].sharing;
  if (!found) return about(TEXTS[locale].titles.bracket_missing, { isFound: false });
  const league = nameOf(found.league, locale);
  if (!found.entry) return about(formatMessage(locale, bracket.hidden, { league }));
  return about(bracketTitle(found.entry, locale, league), { picture: `bracket/${id}` });
}

/** Says whose picks they are, and neither a result nor who is still in. */
async function survivorEntrySubject(deps: Deps, { address, locale }: Asked): Promise<About> {
  const id = address.path.split('/').at(-1)!;
  const found = await survivorEntryAt(deps, id);
  if (!found) return about(TEXTS[locale].titles.survivor_missing, { isFound: false });
  return about(survivorTitle(found, locale, nameOf(found.league, locale)), { picture: `survivor/${id}` });
}

async function playerSubject(deps: Deps, { address, locale }: Asked): Promise<About> {
  const { titles } = TEXTS[locale];
  const found = address.id === 0 ? null : await pagePlayer(deps, address.id);
  if (!found) return about(titles.player_missing, { isFound: false });
  const { name, team, sport, league } = found;
  return about(formatMessage(locale, titles.player, { name: plain(name), team: nameOf(team, locale) }), {
    player: found,
    picture: `player/${found.id}`,
    league: league && { id: league.id, name: nameOf(league, locale), sport },
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

/** Results are left out: a shared link must not tell them to a reader behind the spoiler shield. */
async function bestSubject(deps: Deps, { address, locale }: Asked): Promise<About> {
  const { titles } = TEXTS[locale];
  const day = valueIn(address, 'date');
  if (day === null) return about(titles.best);
  const has = await Promise.all(SPORTS.map((sport) => dayHasMatches(deps, sport, day)));
  const date = dayIn(locale, new Date(`${day}T00:00:00Z`));
  return about(formatMessage(locale, titles.best_on, { date }), { isWorthIt: has.includes(true) });
}

/** Returns the subject of a match list: the league or day it is filtered by. */
async function listSubject(deps: Deps, { address, locale }: Asked): Promise<About> {
  const { titles } = TEXTS[locale];
  const [league, day] = [valueIn(address, 'league'), valueIn(address, 'date')];
  const named = league ? (await pageLeague(deps, Number(league)))?.league : undefined;
  if (named === undefined && league) return about(titles.matches, { isWorthIt: false });
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
