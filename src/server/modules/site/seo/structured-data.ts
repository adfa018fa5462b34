import type { Locale } from '#domain/identity/locale.ts';
import type { MatchStatus } from '#domain/matches/match-status.ts';
import type { Sport } from '#domain/matches/sport.ts';
import type { PageMatch } from './facts.ts';
import { nameOf, plain, TEXTS } from './words.ts';

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

/** Returns the breadcrumbs from the list of leagues to a league and one of its matches. `urlOf` makes addresses absolute. */
export function breadcrumbs(
  league: { id: number; name: string },
  match: { id: number; title: string } | null,
  locale: Locale,
  urlOf: (path: string) => string,
): object {
  const steps = [
    { name: TEXTS[locale].titles.leagues, path: '/leagues' },
    { name: league.name, path: `/leagues/${league.id}/standings` },
    ...(match ? [{ name: match.title, path: `/match/${match.id}` }] : []),
  ];
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({ '@type': 'ListItem', position: index + 1, name, item: urlOf(path) })),
  };
}
