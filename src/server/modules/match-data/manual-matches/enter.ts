import type { Transaction } from 'kysely';
import type { createFixture } from '#contract/contest-admin.ts';
import type { ParsedInputOf } from '#contract/endpoint.ts';
import type { Sport } from '#domain/matches/sport.ts';
import type { Deps } from '#server/deps.ts';
import type { FeedUpdate, LeagueUpdate } from '#server/modules/match-data/import/feed.ts';
import { MANUAL_FEED } from '#server/modules/match-data/import/manual.ts';
import { findIds } from '#server/modules/match-data/import/queries.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import * as fixtures from './queries.ts';

type Input = ParsedInputOf<typeof createFixture>;
type Named = { name: string; country_code: string | null };

/** Returns the operators' id of a league or team: the same name is the same id, so that a repeated entry creates no duplicate. */
const nameOf = (sport: string, { name, country_code }: Named): string => `${sport} ${country_code ?? '-'} ${name.toLowerCase()}`;
const numberOf = (id: number): string => `id ${id}`;

/** The updates that come before a new match: its league and teams if they are new, or a new season. */
export interface Told {
  updates: FeedUpdate[];
  leagueId: string;
  homeTeamId: string;
  awayTeamId: string;
}

/**
 * Converts an entry to updates. Known leagues and teams are looked up and get a manual id. Throws `invalid_payload` for an unknown
 * league or team, a league of an active feed, a team of another sport, and a match of a team against itself.
 */
export async function toldOf(deps: Deps, db: Transaction<DB>, input: Input): Promise<Told> {
  const league = await leagueOf(deps, db, input);
  const home = await teamOf(db, league.sport, 'home', input.home);
  const away = await teamOf(db, league.sport, 'away', input.away);
  if (home.id === away.id) throw new AppError('invalid_payload', { field: 'away' });
  const updates = [...league.updates, ...home.updates, ...away.updates];
  return { updates, leagueId: league.id, homeTeamId: home.id, awayTeamId: away.id };
}

async function leagueOf(deps: Deps, db: Transaction<DB>, { league, season }: Input) {
  if ('id' in league) {
    const [known] = await fixtures.findOpenLeagues(db, deps.config.feeds, 1, league.id);
    if (!known) throw new AppError('invalid_payload', { field: 'league' });
    const id = numberOf(known.id);
    await fixtures.adopt(db, 'league', id, known.id);
    return { id, sport: known.sport as Sport, updates: season > known.current_season ? [nextSeason(known, id, season)] : [] };
  }
  const { sport, form, draw_possible: drawPossible, name } = league;
  const id = nameOf(sport, league);
  const isKnown = (await findIds(db, MANUAL_FEED, 'league', [id])).has(id);
  const update: FeedUpdate = { kind: 'league', id, sport, name, countryCode: codeOf(league), season, form, drawPossible };
  return { id, sport, updates: isKnown ? [] : [update] };
}

/** Returns a league's update for its next season, with the rules of the season before. */
function nextSeason({ rules, ...league }: fixtures.OpenLeague, id: string, season: string): LeagueUpdate {
  const { earlier: _, ...present } = rules;
  return {
    ...{
      kind: 'league',
      id,
      season,
      rules: present as NonNullable<LeagueUpdate['rules']>,
      name: league.name,
      names: league.names as NonNullable<LeagueUpdate['names']>,
    },
    ...{ sport: league.sport as Sport, countryCode: league.country_code, form: league.form as LeagueUpdate['form'] },
    ...{ drawPossible: league.draw_possible, settlesOn: league.settles_on as NonNullable<LeagueUpdate['settlesOn']> },
  };
}

async function teamOf(db: Transaction<DB>, sport: Sport, field: 'home' | 'away', team: Input['home']) {
  if ('id' in team) {
    if ((await fixtures.findSport(db, team.id)) !== sport) throw new AppError('invalid_payload', { field });
    await fixtures.adopt(db, 'team', numberOf(team.id), team.id);
    return { id: numberOf(team.id), updates: [] };
  }
  const id = nameOf(sport, team);
  const isKnown = (await findIds(db, MANUAL_FEED, 'team', [id])).has(id);
  const update: FeedUpdate = { kind: 'team', id, sport, name: team.name, countryCode: codeOf(team) };
  return { id, updates: isKnown ? [] : [update] };
}

const codeOf = ({ country_code }: Named): string | null => country_code?.toLowerCase() ?? null;
