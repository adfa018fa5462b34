import type { ReplyOf } from '#contract/endpoint.ts';
import type { getHeadToHead, PastMatch } from '#contract/matches.ts';
import type { Deps } from '#server/deps.ts';
import { leagueRef } from '#server/modules/match-data/leagues/refs.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { ReplyPlan } from '#server/platform/http/cached-replies.ts';
import { findMeetings, findPastMatches } from './head-to-head-queries.ts';
import { matchSummary } from './match-view.ts';
import { findMatch } from './queries.ts';
import { matchTopic } from './topics.ts';

const MEETINGS = 10;
const RECENT = 5;

/** How the two teams of a match fared against each other before it, and what each of them played last in any league. */
export const headToHead = (deps: Deps, { id }: { id: number }): ReplyPlan<ReplyOf<typeof getHeadToHead>> => ({
  key: String(id),
  topics: [matchTopic(id)],
  make: async () => {
    const match = await findMatch(deps.db, id);
    if (!match) throw new AppError('not_found');
    const before = match.kickoff_at ?? deps.now();
    const { meetings, home_recent, away_recent, ...totals } = await findMeetings(deps.db, match, before, MEETINGS, RECENT);
    const rows = await findPastMatches(deps.db, [...new Set([...meetings, ...home_recent, ...away_recent])]);
    const shown = (ids: readonly number[]) => ids.map((past) => pastMatch(rows.get(past)!));
    return { totals, items: shown(meetings), recent: { home: shown(home_recent), away: shown(away_recent) } };
  },
});

type PastRow = Awaited<ReturnType<typeof findPastMatches>> extends Map<number, infer Row> ? Row : never;

const pastMatch = (row: PastRow): PastMatch => ({
  ...matchSummary({ ...row, red_home: 0, red_away: 0 }, undefined),
  league: leagueRef(row.league),
});
