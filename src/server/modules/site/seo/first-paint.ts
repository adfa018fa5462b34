import type { ReplyOf } from '#contract/endpoint.ts';
import type { listMatches } from '#contract/matches.ts';
import type { Locale } from '#domain/identity/locale.ts';
import { matchGroup } from '#domain/matches/match-status.ts';
import { playingShown } from '#domain/matches/playing-fold.ts';
import type { PageAddress } from '#domain/matches/site-page.ts';
import type { Deps } from '#server/deps.ts';
import { list, localDay } from '#server/modules/match-data/public.ts';
import { escapeHtml } from '#server/platform/text-formats.ts';
import { cached } from './facts.ts';
import { formatMessage, nameOf, TEXTS } from './words.ts';

/**
 * Renders what a page shows before its scripts load: the bar, and on today's list the matches themselves, so that scores are readable after
 * the first response on a slow connection. The app replaces it with the same layout. Kick-off times are left out, because only the browser
 * knows the visitor's time settings.
 */
export async function firstPaint(deps: Deps, address: PageAddress, locale: Locale, timeZone: string | undefined): Promise<string> {
  const isToday = address.page === 'matches' && address.query.length === 0;
  const content = isToday ? await todaysMatches(deps, locale, knownZone(deps, timeZone)) : '';
  const notice = deps.config.demo ? `<div class="h-[31px] border-b border-line bg-surface max-md:hidden"></div>` : '';
  return `${notice}${BAR}<main class="min-h-dvh">${content}</main>`;
}

/** Falls back to UTC for an unknown zone: the cookie is controlled by the visitor. */
function knownZone({ now }: Deps, timeZone = 'UTC'): string {
  try {
    localDay(undefined, timeZone, now());
    return timeZone;
  } catch {
    return 'UTC';
  }
}

type Day = ReplyOf<typeof listMatches>;
type Match = Day['items'][number];

/** Number of rows below those in play that fill a screen; lower rows are not visible before the scripts load. */
const ROWS_MAX = 10;
/** Same parameters as the page's request (src/web/features/match-list/api.ts), so that both share one cached reply. */
const AS_ASKED = { sport: 'football', order: 'now', per_league: 8, page: 1, page_size: 100 } as const;

function todaysMatches(deps: Deps, locale: Locale, tz: string): Promise<string> {
  const plan = list(deps, { ...AS_ASKED, tz });
  return cached(deps, `today ${locale} ${plan.key}`, [...plan.topics], async () => listOf(await plan.make(), locale));
}

/** Matches under the leagues' names: first those that the page shows in its sections "playing now" and "starting soon". */
function listOf({ items, leagues, soon }: Day, locale: Locale): string {
  const isSoon = ({ status, kickoff_at: at }: Match) =>
    soon !== null && status === 'ns' && at !== null && at > soon.after && at <= soon.until;
  const isPlaying = ({ status }: Match) => soon !== null && matchGroup(status) === 'live';
  const named = (matches: readonly Match[]) =>
    leagues.flatMap((league) => {
      const own = matches.filter((match) => match.league_id === league.id);
      return own.length === 0 ? [] : [{ name: nameOf(league, locale), matches: own }];
    });
  const playing = named(items.filter(isPlaying));
  const others = items.filter((match) => !isPlaying(match)).slice(0, ROWS_MAX);
  const list = [
    playingSection(playing, locale),
    topSection(named(others.filter(isSoon)).map((group) => league(group, locale))),
    ...named(others.filter((match) => !isSoon(match))).map((group) => section(group, locale)),
  ].join('');
  return `<div class="page-width grid items-start gap-7 lg:grid-cols-[192px_minmax(0,1fr)] xl:grid-cols-[192px_minmax(0,1fr)_312px]"><div class="max-lg:hidden"></div><div class="min-w-0">${CONTROLS}${list}</div></div>`;
}

/** Matches of a league, under its name. */
interface Named {
  name: string;
  matches: readonly Match[];
}

const BAR =
  '<header class="flex h-[48px] items-center border-b border-line px-4 md:h-[60px] lg:px-7"><span class="flex items-center gap-[9px] text-[18px] font-extrabold tracking-[-0.02em] [font-stretch:112%]"><span class="grid size-5 place-items-center rounded-full bg-accent"><span class="size-[7px] rounded-full bg-on-accent"></span></span>matchpoint</span></header>';

/** Placeholders for the day picker and the tabs, which work only with scripts. */
const CONTROLS = '<div class="h-[76px] md:mb-3.5 md:h-[50px]"></div><div class="max-md:hidden md:mb-4 md:h-[38px]"></div>';

const SECTION = 'mb-3 overflow-hidden rounded-[14px] border border-line bg-surface md:mb-4 md:rounded-card';

const section = ({ name, matches }: Named, locale: Locale): string =>
  `<section class="${SECTION}"><header class="flex items-center gap-2.5 border-b border-line px-3 py-[11px] md:px-4"><h2 class="truncate font-[620]">${escapeHtml(name)}</h2></header><ul>${rows(matches, locale)}</ul></section>`;

/** Its title is left to the page: a line of the same height. */
const topSection = (parts: readonly string[]): string =>
  parts.length === 0
    ? ''
    : `<section class="${SECTION}"><div class="h-[30px] border-b border-line md:h-[44px]"></div>${parts.join('')}</section>`;

/** A league of a top section; a phone shows only its first rows, if a number is given. */
function league({ name, matches }: Named, locale: Locale, onPhone = matches.length): string {
  const look = onPhone <= 0 ? DESKTOP_ONLY : '';
  return `<h2 class="truncate bg-bg px-3 py-px text-[12.5px] font-[550] text-muted md:px-4 md:py-1.5 ${look}">${escapeHtml(name)}</h2><ul class="border-b border-line last:border-0 ${look}">${rows(matches, locale, onPhone)}</ul>`;
}

const PHONE_ONLY = 'md:hidden';
const DESKTOP_ONLY = 'max-md:hidden';

/** The matches in play, as many as the page shows at once on a phone and on a desktop, and its line for the others. */
function playingSection(groups: readonly Named[], locale: Locale): string {
  const count = countOf(groups);
  const [onPhone, onDesktop] = [playingShown(count, 'phone'), playingShown(count, 'desktop')];
  let left = onPhone;
  const leagues = part(groups, 0, onDesktop).map((group) => {
    const html = league(group, locale, left);
    left -= group.matches.length;
    return html;
  });
  const folds = [fold(part(groups, onPhone, count), locale, PHONE_ONLY), fold(part(groups, onDesktop, count), locale, DESKTOP_ONLY)];
  return topSection([...leagues, ...folds]);
}

/** The line of src/web/features/match-list/fold.tsx. It is the longest text of many screens, so it counts as the page's largest paint. */
function fold(hidden: readonly Named[], locale: Locale, look: string): string {
  if (hidden.length === 0) return '';
  const values = { count: countOf(hidden), leagues: hidden.map(({ name }) => name).join(', ') };
  const text = formatMessage(locale, TEXTS[locale].matchList.more_playing, values);
  return `<p class="flex h-11 items-center px-3 text-[13px] font-[550] text-muted md:px-4 ${look}"><span class="min-w-0 flex-1 truncate">${escapeHtml(text)}</span><span class="w-6 flex-none"></span></p>`;
}

const countOf = (groups: readonly Named[]): number => groups.reduce((sum, { matches }) => sum + matches.length, 0);

/** Returns the leagues of the matches from one place to another, each with those alone. */
function part(groups: readonly Named[], from: number, to: number): Named[] {
  let above = 0;
  return groups.flatMap(({ name, matches }) => {
    const own = matches.slice(Math.max(0, from - above), Math.max(0, to - above));
    above += matches.length;
    return own.length === 0 ? [] : [{ name, matches: own }];
  });
}

const rows = (matches: readonly Match[], locale: Locale, onPhone = matches.length): string =>
  matches.map((match, place) => row(match, locale, place < onPhone ? '' : DESKTOP_ONLY)).join('');

/** Renders a list row with its prices, in the columns of src/web/features/match-list/row-parts.tsx. */
const row = (match: Match, locale: Locale, look: string): string =>
  `<li class="${look} relative grid grid-cols-[46px_minmax(0,1fr)_26px_22px] items-center gap-2.5 border-b border-line px-3 py-2.5 last:border-0 md:grid-cols-[58px_minmax(0,1fr)_30px_124px_180px_26px] md:gap-3 md:px-4 md:py-[9px]"><span></span><a href="/match/${match.id}" class="grid min-w-0 gap-1">${team(match.home, locale)}${team(match.away, locale)}</a><span class="num grid gap-1 text-right text-[17px] leading-[21px]">${goals(match.score.home)}${goals(match.score.away)}</span><span class="col-start-2 col-end-5 row-start-2 h-7 md:hidden"></span>${isPriced(match) ? '<span class="col-start-1 col-end-5 row-start-3 h-[38px] md:hidden"></span>' : ''}</li>`;

const isPriced = ({ market, score }: Match): boolean => market !== null && score.home === null;

const team = (side: Match['home'], locale: Locale): string =>
  `<span class="flex min-w-0 items-center gap-[9px] font-[530]"><span class="size-[18px] flex-none"></span><span class="truncate">${escapeHtml(nameOf(side, locale))}</span></span>`;

const goals = (count: number | null): string => (count === null ? '' : `<span>${count}</span>`);
