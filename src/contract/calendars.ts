import { z } from 'zod';
import { LOCALES } from '#domain/identity/locale.ts';
import { numericId } from './common.ts';
import { endpoint } from './endpoint.ts';

/** Files to add to a calendar (iCalendar, RFC 5545). They tell no score, so they hold for every reader and stay true. */

const input = z.object({
  id: numericId,
  /** The language of the names; without it the one that the browser accepts. */
  lang: z.enum(LOCALES).optional(),
});
const file = z.custom<AsyncIterable<Uint8Array>>();

export const getMatchCalendar = endpoint({
  method: 'GET',
  path: '/api/matches/:id/calendar.ics',
  access: 'public',
  produces: 'text/calendar; charset=utf-8',
  fileName: 'match.ics',
  summary: 'A match for a calendar; `not_found` while it has no date; 60 files in ten minutes',
  input,
  reply: file,
});

export const getTeamCalendar = endpoint({
  method: 'GET',
  path: '/api/teams/:id/calendar.ics',
  access: 'public',
  produces: 'text/calendar; charset=utf-8',
  fileName: 'fixtures.ics',
  summary: "A team's next matches for a calendar, at most 50; `not_found` if it has none with a date; 60 files in ten minutes",
  input,
  reply: file,
});
