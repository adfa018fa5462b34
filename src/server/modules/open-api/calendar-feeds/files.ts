import { createHash } from 'node:crypto';
import type { CalendarFeed } from '#contract/calendar-feeds.ts';
import type { Locale } from '#domain/identity/locale.ts';
import { calendarFile } from '#domain/matches/calendar-file.ts';
import { type Shield, shieldMode } from '#domain/notifications/shield.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import {
  calendarEvent,
  type FixtureSources,
  findFixtures,
  findNear,
  leagueRef,
  nameIn,
  teamRef,
} from '#server/modules/match-data/public.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { type EncodedBytes, encodeBytes, REVALIDATED } from '#server/platform/http/encoded-response.ts';
import { createTopicCache } from '#server/platform/http/topic-cache.ts';
import { sharing as en } from '#texts/en/pages.ts';
import { sharing as vi } from '#texts/vi/pages.ts';
import { sharing as zhCN } from '#texts/zh-CN/pages.ts';
import * as feeds from './queries.ts';

/** Matches of one file, and how far it looks back. */
const [PAST_MAX, NEXT_MAX, PAST_MS] = [100, 300, 30 * DAY_MS];
/** How often calendars should ask. Most ask when they like (docs/api/calendars.md). */
const REFRESH_HOURS = 1;

/** A file is made at most once a minute for all who follow the same; a moved kick-off is late by that much. */
const FRESH_MS = MINUTE_MS;
/** Some 150 KB each. */
const FILES_MAX = 100;

const WORDS = { en, 'zh-CN': zhCN, vi } satisfies Record<Locale, unknown>;

type Content = Pick<
  feeds.NamedFeed,
  'user_id' | 'kind' | 'team' | 'league' | 'group_id' | 'group_name' | 'shows_results' | 'alarm_minutes'
> & {
  locale: string;
};

export interface CalendarFiles {
  /** Returns the file of a user's calendar, as their spoiler shield lets them see it. `base` is the site's address. */
  ofFeed: (feed: Content, base: string) => Promise<EncodedBytes>;
  /** Return the public file of a team or a league, which tells no result. Throw `not_found` for an unknown one. */
  ofTeam: (id: number, locale: Locale, base: string) => Promise<EncodedBytes>;
  ofLeague: (id: number, locale: Locale, base: string) => Promise<EncodedBytes>;
}

/** What makes a file: calendars with equal answers share one. */
interface Wanted {
  /** Whose matches, as part of the key. */
  subject: string;
  name: string;
  sources: () => Promise<{ sources: FixtureSources; startsAt?: Date }>;
  locale: Locale;
  base: string;
  alarmMinutes: CalendarFeed['alarm_minutes'];
  /** Null: no results. */
  results: { shield: Shield | null } | null;
  cacheControl: string;
}

/** Creates the files of calendars. They are kept in memory, since thousands of phones ask every hour for what has rarely changed. */
export function createCalendarFiles(deps: Pick<Deps, 'db' | 'now'>): CalendarFiles {
  const cache = createTopicCache<EncodedBytes>(FILES_MAX);

  const kept = (wanted: Wanted): Promise<EncodedBytes> => {
    const { subject, locale, base, alarmMinutes, results, cacheControl, name } = wanted;
    const seen = results === null ? 'none' : results.shield === null ? 'all' : shieldMode(results.shield);
    const key = JSON.stringify([subject, name, locale, base, alarmMinutes, seen, cacheControl]);
    const nowMs = deps.now().getTime();
    return cache.get({ key, topics: [], freshUntilMs: nowMs + FRESH_MS, make: () => make(deps, wanted) }, key, nowMs);
  };

  const ofFeed = async (feed: Content, base: string): Promise<EncodedBytes> => {
    const locale = feed.locale as Locale;
    const results = feed.shows_results ? { shield: await feeds.findStrictestShield(deps.db, feed.user_id, deps.now()) } : null;
    const look = { locale, base, results, alarmMinutes: feed.alarm_minutes as 15 | 60 | null, cacheControl: 'private, no-cache' };
    if (feed.team) return kept({ ...look, ...ofOneTeam(feed.team, locale) });
    if (feed.league) return kept({ ...look, ...ofOneLeague(feed.league, locale) });
    if (feed.group_id !== null) {
      const groupId = feed.group_id;
      const sources = () => feeds.findGroupSources(deps.db, groupId);
      return kept({ ...look, subject: `group ${groupId}`, name: feed.group_name ?? '', sources });
    }
    const sources = async () => ({ sources: await feeds.findFollowed(deps.db, feed.user_id) });
    return kept({ ...look, subject: `user ${feed.user_id}`, name: WORDS[locale].calendar_mine, sources });
  };

  const open = (locale: Locale, base: string) => ({ locale, base, results: null, alarmMinutes: null, cacheControl: REVALIDATED });
  return {
    ofFeed,
    ofTeam: async (id, locale, base) => {
      const team = await feeds.findTeam(deps.db, id);
      if (!team) throw new AppError('not_found');
      return kept({ ...open(locale, base), ...ofOneTeam(team, locale) });
    },
    ofLeague: async (id, locale, base) => {
      const league = await feeds.findLeague(deps.db, id);
      if (!league) throw new AppError('not_found');
      return kept({ ...open(locale, base), ...ofOneLeague(league, locale) });
    },
  };
}

const ofOneTeam = (team: Parameters<typeof teamRef>[0], locale: Locale) => ({
  subject: `team ${team.id}`,
  name: nameIn(teamRef(team), locale),
  sources: async () => ({ sources: { teams: [team.id] } }),
});

const ofOneLeague = (league: Parameters<typeof leagueRef>[0], locale: Locale) => ({
  subject: `league ${league.id}`,
  name: nameIn(leagueRef(league), locale),
  sources: async () => ({ sources: { leagues: [league.id] } }),
});

async function make({ db, now }: Pick<Deps, 'db' | 'now'>, wanted: Wanted): Promise<EncodedBytes> {
  const { locale, base, alarmMinutes, results, name, cacheControl } = wanted;
  const { sources, startsAt = new Date(0) } = await wanted.sources();
  const at = now();
  const from = new Date(Math.max(at.getTime() - PAST_MS, startsAt.getTime()));
  const ids = await findNear(db, sources, { now: at, from, pastMax: PAST_MAX, nextMax: NEXT_MAX });
  const fixtures = await findFixtures(db, ids);
  const known = results === null ? null : await feeds.findResults(db, ids, results.shield);
  const events = fixtures.map((fixture) => calendarEvent(fixture, { locale, base, alarmMinutes }, known?.get(fixture.id)));
  const file = calendarFile(events, { name: `${name} · Matchpoint`, refreshHours: REFRESH_HOURS });
  return encodeBytes(Buffer.from(file), { contentType: 'text/calendar; charset=utf-8', cacheControl, brotliQuality: 4 });
}

/** Returns the hash under which the token of an address is stored. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();
