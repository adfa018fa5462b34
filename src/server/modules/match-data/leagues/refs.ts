import type { LeagueRef, TeamRef } from '#contract/matches.ts';
import { crestOf } from '#domain/matches/crest.ts';

/** A team's columns as named in queries. */
export interface TeamRow {
  id: number;
  name: string;
  short_name: string | null;
  names: unknown;
  colours: string[] | null;
}

/** A league's columns as named in queries. */
export interface LeagueRow {
  id: number;
  sport: string;
  name: string;
  names: unknown;
  country_code: string | null;
  form: string;
  draw_possible: boolean;
  settles_on: string;
}

/** Returns the reference to a team used in all replies. */
export const teamRef = ({ id, name, short_name, names, colours }: TeamRow): TeamRef => ({
  id,
  name,
  short_name,
  names: names as TeamRef['names'],
  colours: crestOf(name, colours as [string, string] | null).colours,
});

/** Returns the reference to a league used in all replies. */
export const leagueRef = ({ id, sport, name, names, country_code, form, draw_possible, settles_on }: LeagueRow): LeagueRef => ({
  id,
  sport: sport as LeagueRef['sport'],
  name,
  names: names as LeagueRef['names'],
  country_code,
  form: form as LeagueRef['form'],
  draw_possible,
  settles_on: settles_on as LeagueRef['settles_on'],
});
