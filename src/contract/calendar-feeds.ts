import { z } from 'zod';
import { LOCALES } from '#domain/identity/locale.ts';
import { nothing, timestamp, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';
import { leagueRef, teamRef } from './matches.ts';

/** Calendars that a user follows at a secret address, /calendar/{token}.ics (docs/api/calendars.md). */

/** Addresses that a user may have at a time. */
export const CALENDARS_MAX = 20;

/** What a calendar has: the matches, teams and leagues that the user follows; a team; a league; or the matches of a tipping group. */
export const CALENDAR_KINDS = ['mine', 'team', 'league', 'group'] as const;
export type CalendarKind = (typeof CALENDAR_KINDS)[number];

/** Minutes before the kick-off at which a calendar may remind its owner. */
export const CALENDAR_ALARMS = [15, 60] as const;

const look = {
  /** The language of the names. */
  locale: z.enum(LOCALES),
  /** Adds the result to the title of a match that is over: "Avalon 2–1 Byron". The user's spoiler shield comes first. */
  shows_results: z.boolean(),
  /** Null: no reminder. */
  alarm_minutes: z.union(CALENDAR_ALARMS.map((minutes) => z.literal(minutes))).nullable(),
};

export const calendarFeed = z.object({
  id: uuid,
  kind: z.enum(CALENDAR_KINDS),
  team: teamRef.nullable(),
  league: leagueRef.nullable(),
  group: z.object({ id: uuid, name: z.string() }).nullable(),
  ...look,
  created_at: timestamp,
  /** When a calendar last asked for it, to ten minutes; null: never. */
  fetched_at: timestamp.nullable(),
});
export type CalendarFeed = z.infer<typeof calendarFeed>;

/** The field that names what a calendar is of. */
const SUBJECT = { mine: null, team: 'team_id', league: 'league_id', group: 'group_id' } as const satisfies Record<
  CalendarKind,
  string | null
>;
const SUBJECT_FIELDS = ['team_id', 'league_id', 'group_id'] as const;

export const createCalendar = endpoint({
  method: 'POST',
  path: '/api/account/calendars',
  access: 'user',
  isArming: true,
  status: 201,
  summary:
    'Makes an address at which a calendar follows matches; the address is told once. `not_found` for an unknown team or league, and for a group that the caller is not in; `too_many_calendars`; 30 an hour',
  input: z
    .strictObject({
      kind: z.enum(CALENDAR_KINDS),
      team_id: z.int().min(1).max(2_147_483_647).optional(),
      league_id: z.int().min(1).max(2_147_483_647).optional(),
      group_id: uuid.optional(),
      ...look,
    })
    .refine((input) => SUBJECT_FIELDS.every((field) => (input[field] !== undefined) === (SUBJECT[input.kind] === field)), {
      path: ['kind'],
      error: 'exactly the id that the kind asks for',
    }),
  reply: z.object({
    calendar: calendarFeed,
    /** The secret address, for copying. */
    url: z.url(),
    /** The same address, as calendar programs open it. */
    webcal_url: z.string(),
  }),
});

export const listCalendars = endpoint({
  method: 'GET',
  path: '/api/account/calendars',
  access: 'user',
  summary: 'The calendars for which the caller made an address, newest first; without the addresses',
  input: z.object({}),
  reply: z.object({ items: z.array(calendarFeed) }),
});

export const removeCalendar = endpoint({
  method: 'DELETE',
  path: '/api/account/calendars/:id',
  access: 'user',
  summary: "Ends a calendar's address at once and for ever; no error if it had ended",
  input: z.object({ id: uuid }),
  reply: nothing,
});

/** Not an endpoint of the API: calendar programs read it without a session. */
export const CALENDAR_PATH = '/calendar/';
