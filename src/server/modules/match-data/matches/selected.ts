import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { selectedMatches } from '#contract/matches.ts';
import type { Deps } from '#server/deps.ts';
import { leagueRef } from '#server/modules/match-data/leagues/refs.ts';
import type { ReplyPlan } from '#server/platform/http/response-cache.ts';
import * as details from './detail-queries.ts';
import { localDay, utcDates } from './local-day.ts';
import { matchSummary } from './match-view.ts';
import { findSelectedMatches } from './queries.ts';
import { dayTopic, matchTopic } from './topics.ts';

const MATCHES_MAX = 300;

/** Returns matches by their ids, on any day, and those of teams and leagues on one day in the viewer's time zone. */
export function selected(deps: Deps, input: ParsedInputOf<typeof selectedMatches>): ReplyPlan<ReplyOf<typeof selectedMatches>> {
  const { from, to } = localDay(input.date, input.tz, deps.now());
  const wanted = { ids: sorted(input.ids), teamIds: sorted(input.team_ids), leagueIds: sorted(input.league_ids) };
  const hasDay = wanted.teamIds.length > 0 || wanted.leagueIds.length > 0;
  return {
    key: JSON.stringify([from, to, wanted]),
    topics: [...wanted.ids.map(matchTopic), ...(hasDay ? utcDates({ from, to }).map(dayTopic) : [])],
    make: async () => {
      const rows = await findSelectedMatches(deps.db, { ...wanted, from, to }, MATCHES_MAX);
      const odds = await details.findOdds(
        deps.db,
        rows.map(({ id }) => id),
      );
      const confirmedAt = Math.max(...rows.map(({ confirmed_at }) => confirmed_at.getTime()));
      return {
        items: rows.toSorted(byKickoff).map((row) => ({ ...matchSummary(row, odds.get(row.id)), league: leagueRef(row.league) })),
        confirmed_at: rows.length === 0 ? null : new Date(confirmedAt).toISOString(),
      };
    },
  };
}

/** Compares by kick-off; matches without a date come last. */
const byKickoff = (a: { kickoff_at: Date | null; id: number }, b: { kickoff_at: Date | null; id: number }): number =>
  (a.kickoff_at?.getTime() ?? Number.MAX_VALUE) - (b.kickoff_at?.getTime() ?? Number.MAX_VALUE) || a.id - b.id;

/** Sorts ids, so that the same ids in another order have the same cached reply. */
const sorted = (ids: readonly number[] = []): number[] => ids.toSorted((a, b) => a - b);
