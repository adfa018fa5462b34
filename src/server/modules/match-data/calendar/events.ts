import type { TeamRef } from '#contract/matches.ts';
import type { Locale } from '#domain/identity/locale.ts';
import type { CalendarEvent } from '#domain/matches/calendar-file.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { leagueRef, type TeamRow, teamRef } from '#server/modules/match-data/leagues/refs.ts';
import { sharing as en } from '#texts/en/pages.ts';
import { sharing as vi } from '#texts/vi/pages.ts';
import { sharing as zhCN } from '#texts/zh-CN/pages.ts';
import type { Fixture, FixtureResult } from './queries.ts';

/** The usual length of a match, breaks included, in milliseconds. */
const LENGTH_MS: Record<Sport, number> = {
  football: 2 * HOUR_MS,
  basketball: 2 * HOUR_MS + 30 * MINUTE_MS,
  tennis: 2 * HOUR_MS,
  esports: 2 * HOUR_MS,
};

/** The time of change of events that never changed. */
const NEVER_CHANGED = new Date('2026-01-01T00:00:00Z');

const WORDS = { en, 'zh-CN': zhCN, vi } satisfies Record<Locale, unknown>;

/** How events are written. */
export interface EventLook {
  locale: Locale;
  /** The address of the site, without a trailing slash. */
  base: string;
  alarmMinutes?: number | null;
}

/**
 * Describes a match: without its score, unless a result is given. One that was put off does not take place at the time that is known. The
 * time of the last change says nothing of the course of a match.
 */
export function calendarEvent(fixture: Fixture, { locale, base, alarmMinutes = null }: EventLook, result?: FixtureResult): CalendarEvent {
  const { id, kickoff_at, status, venue, home, away, league, revision, changed_at } = fixture;
  const startsAt = kickoff_at!;
  const { sport, ...competition } = leagueRef(league);
  const isCancelled = status === 'canc' || status === 'pst';
  const [ours, theirs] = [nameIn(teamRef(home as TeamRow), locale), nameIn(teamRef(away as TeamRow), locale)];
  const sides = `${ours} ${result ? scoreOf(result) : '–'} ${theirs}`;
  const url = `${base}/match/${id}`;
  const times = [changed_at ?? NEVER_CHANGED, ...(result ? [result.knownAt] : [])].map((at) => at.getTime());
  return {
    uid: `match-${id}@${new URL(base).hostname}`,
    startsAt,
    endsAt: new Date(startsAt.getTime() + LENGTH_MS[sport]),
    title: isCancelled ? `${WORDS[locale].statuses[status]}: ${sides}` : sides,
    description: `${nameIn(competition, locale)}\n${url}`,
    place: venue,
    url,
    isCancelled,
    revision: revision ?? 0,
    changedAt: new Date(Math.max(...times)),
    alarmMinutes,
  };
}

/** "2–1", or "1–1 (4–3)" after a shoot-out. */
const scoreOf = ({ home, away, penalty }: FixtureResult): string =>
  `${home}–${away}${penalty === null ? '' : ` (${penalty[0]}–${penalty[1]})`}`;

/** Returns a name in a language, else the usual one. */
export const nameIn = ({ name, names }: Pick<TeamRef, 'name' | 'names'>, locale: Locale): string =>
  (locale === 'en' ? undefined : names[locale]) ?? name;
