import { type QueryKey, queryOptions } from '@tanstack/react-query';
import { getLeague, getLeagueFixtures } from '#contract/leagues.ts';
import { getMatch, listMatches, type TeamRef } from '#contract/matches.ts';
import { search } from '#contract/search.ts';
import { getTeam } from '#contract/teams.ts';
import { listOpenTippingGroups } from '#contract/tipping-groups.ts';
import type { EmbedKind } from '#domain/matches/embed.ts';
import { call } from '#web/data/call.ts';
import { timeZone } from '#web/lib/dates.ts';

/** What can be embedded, before it is named in a language. */
export type Subject =
  | { kind: 'match'; id: string; home: TeamRef; away: TeamRef; at: string | null }
  | { kind: 'table'; id: string; league: Pick<TeamRef, 'name' | 'names'> }
  | { kind: 'group'; id: string; name: string };

/** Win probability is a card of matches, too. */
export const subjectKind = (kind: EmbedKind): Subject['kind'] => (kind === 'probability' ? 'match' : kind);

const SHOWN_MAX = 8;

interface MatchLike {
  id: number;
  home: TeamRef;
  away: TeamRef;
  kickoff_at: string | null;
}
const matchSubject = ({ id, home, away, kickoff_at: at }: MatchLike): Subject => ({ kind: 'match', id: String(id), home, away, at });

/** Finds matches of the team or league that fits best; today's before anything is typed. */
async function findMatches(q: string, signal: AbortSignal): Promise<Subject[]> {
  if (q === '') {
    const { items } = await call(listMatches, { tz: timeZone(), order: 'now', page_size: SHOWN_MAX }, signal);
    return items.map(matchSubject);
  }
  const { items } = await call(search, { q, limit: 5 }, signal);
  const hit = items.find(({ kind }) => kind !== 'player');
  if (hit?.kind === 'team') {
    const { matches } = await call(getTeam, { id: hit.team.id }, signal);
    // The last of those that are over, and what comes next.
    const next = matches.findIndex(({ status }) => status !== 'ft' && status !== 'aet' && status !== 'pen');
    const from = Math.max(0, (next < 0 ? matches.length : next) - 3);
    return matches.slice(from, from + SHOWN_MAX).map(matchSubject);
  }
  if (hit?.kind !== 'league') return [];
  const fixtures = await call(getLeagueFixtures, { id: hit.league.id }, signal);
  return fixtures.items.slice(0, SHOWN_MAX).map(matchSubject);
}

async function findLeagues(q: string, signal: AbortSignal): Promise<Subject[]> {
  if (q === '') return [];
  const { items } = await call(search, { q, limit: 20 }, signal);
  const leagues = items.flatMap((hit) => (hit.kind === 'league' ? [hit.league] : hit.kind === 'team' && hit.league ? [hit.league] : []));
  const distinct = [...new Map(leagues.map((league) => [league.id, league])).values()];
  return distinct.slice(0, SHOWN_MAX).map((league) => ({ kind: 'table', id: String(league.id), league }));
}

async function findGroups(q: string, signal: AbortSignal): Promise<Subject[]> {
  const { items } = await call(listOpenTippingGroups, { ...(q !== '' && { q }), page_size: SHOWN_MAX }, signal);
  return items.map(({ id, name }) => ({ kind: 'group', id, name }));
}

const FIND = { match: findMatches, table: findLeagues, group: findGroups };

/** Keeps results until new ones arrive, but never of another kind. */
const shownOf =
  (kind: Subject['kind']) =>
  <T>(shown: T | undefined, query?: { queryKey: QueryKey }): T | undefined =>
    query?.queryKey[1] === kind ? shown : undefined;

/** Queries what can be embedded, by name. */
export const subjectsQuery = (kind: Subject['kind'], q: string) =>
  queryOptions({
    queryKey: ['embed-subjects', kind, q],
    queryFn: ({ signal }) => FIND[kind](q, signal),
    placeholderData: shownOf(kind),
    retry: false,
  });

/** Queries what a pasted link leads to; null for a group, whose name only its readers may ask for. */
export const linkedQuery = (kind: Subject['kind'], id: string) =>
  queryOptions({
    queryKey: ['embed-linked', kind, id],
    queryFn: async ({ signal }): Promise<Subject | null> => {
      if (kind === 'match') return matchSubject(await call(getMatch, { id: Number(id) }, signal));
      if (kind === 'table') return { kind, id, league: await call(getLeague, { id: Number(id) }, signal) };
      return null;
    },
    retry: false,
  });
