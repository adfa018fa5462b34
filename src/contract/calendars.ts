import { z } from 'zod';
import { LOCALES } from '#domain/identity/locale.ts';
import { numericId } from './common.ts';
import { endpoint } from './endpoint.ts';

/**
 * Files that anybody may add to a calendar, once or as a subscription (iCalendar, RFC 5545). They tell no score, so they hold for every
 * reader and stay true.
 */

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
  operation: 'getMatchCalendar',
  summary: 'A match for a calendar',
  description: '`not_found` while it has no date. 60 files in ten minutes.',
  input,
  reply: file,
});

export const getTeamCalendar = endpoint({
  method: 'GET',
  path: '/api/teams/:id/calendar.ics',
  access: 'public',
  produces: 'text/calendar; charset=utf-8',
  fileName: 'team.ics',
  operation: 'getTeamCalendar',
  summary: "A team's matches for a calendar to follow",
  description: 'The last 100 matches of the past 30 days, and the next 300. 600 files in ten minutes.',
  input,
  reply: file,
});

export const getLeagueCalendar = endpoint({
  method: 'GET',
  path: '/api/leagues/:id/calendar.ics',
  access: 'public',
  produces: 'text/calendar; charset=utf-8',
  fileName: 'league.ics',
  operation: 'getLeagueCalendar',
  summary: "A league's matches for a calendar to follow",
  description: 'The last 100 matches of the past 30 days, and the next 300. 600 files in ten minutes.',
  input,
  reply: file,
});
