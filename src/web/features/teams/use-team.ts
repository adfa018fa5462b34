import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { LiveChange } from '#contract/live.ts';
import type { getTeam } from '#contract/teams.ts';
import { matchGroup } from '#domain/matches/match-status.ts';
import { DAY_MS } from '#domain/time.ts';
import { useLiveTopic, usePollingInterval } from '#web/data/live.ts';
import { withChange } from '#web/data/match-state.ts';
import { nowMs } from '#web/lib/clock.ts';
import { TEAM_REFRESH_MS, teamQuery } from './api.ts';

export type Team = ReplyOf<typeof getTeam>;
export type TeamMatch = Team['matches'][number];

/** Queries a team, and applies pushed changes to its matches. */
export function useTeam(teamId: number) {
  const polling = usePollingInterval();
  const query = useQuery({ ...teamQuery(teamId), refetchInterval: polling === false ? TEAM_REFRESH_MS : polling });
  const client = useQueryClient();
  const fetchAgain = () => void query.refetch();
  const follow = (change: LiveChange) => {
    if (change.t === 'refetch') return fetchAgain();
    client.setQueryData(teamQuery(teamId).queryKey, (known) => {
      const after = known?.matches.map((match) => withChange(match, change));
      return after?.some((match, index) => match !== known?.matches[index]) ? { ...known!, matches: after } : known;
    });
  };
  // No team plays on more than two dates around now.
  const [first, second] = datesToHear(query.data?.matches ?? [], nowMs());
  useLiveTopic(first ? `matches:${first}` : null, follow, fetchAgain);
  useLiveTopic(second ? `matches:${second}` : null, follow, fetchAgain);
  return query;
}

export const isOver = ({ status }: Pick<TeamMatch, 'status'>): boolean => matchGroup(status) === 'finished';

/** Returns the match to show first: the one in play, or the next; undefined without any. */
export const nextOf = (matches: readonly TeamMatch[]): TeamMatch | undefined =>
  matches.find(({ status }) => matchGroup(status) === 'live') ?? matches.find((match) => !isOver(match));

/** Returns the UTC dates with pushes about these matches now: of those in play, and of unfinished ones within a day of kick-off. */
export function datesToHear(matches: readonly TeamMatch[], nowMs: number): string[] {
  const near = matches.filter((match) => !isOver(match) && Math.abs(Date.parse(match.kickoff_at ?? '') - nowMs) < DAY_MS);
  return [...new Set(near.map(({ kickoff_at }) => kickoff_at!.slice(0, 10)))];
}

/** Number of results that show a team's form. */
const FORM_LENGTH = 5;

/** Returns a team's last results in all competitions, the newest last. Matches without a score or an awarded winner have none. */
export function formOf(matches: readonly TeamMatch[], teamId: number): ('W' | 'D' | 'L')[] {
  const results = matches.flatMap(({ status, home, score }) => {
    const isHome = home.id === teamId;
    if (matchGroup(status) !== 'finished' || status === 'canc' || status === 'abd') return [];
    if (score.awarded_to) return (score.awarded_to === 'home') === isHome ? (['W'] as const) : (['L'] as const);
    if (score.home === null || score.away === null) return [];
    const ahead = (score.home - score.away) * (isHome ? 1 : -1);
    return ahead === 0 ? (['D'] as const) : ahead > 0 ? (['W'] as const) : (['L'] as const);
  });
  return results.slice(-FORM_LENGTH);
}
