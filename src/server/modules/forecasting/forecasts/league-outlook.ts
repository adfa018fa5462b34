import type { ParsedInputOf } from '#contract/endpoint.ts';
import type { getSeasonOutlook, NoOutlookReason, SeasonOutlook } from '#contract/outlook.ts';
import { meanPlace } from '#domain/forecast/season-simulation.ts';
import type { Deps } from '#server/deps.ts';
import { findLeagueSeason, findTeamRefs, leagueTopic, rulesOf } from '#server/modules/match-data/public.ts';
import type { ReplyPlan } from '#server/platform/http/response-cache.ts';
import { countOpenMatches, findSeasonOutlook, type SeasonOutlookRow } from './season-outlook-queries.ts';
import { outlookTopic } from './stored-forecast.ts';

/** Returns the kept outlook of a season, or why there is none. It is made by a job after results change, never here. */
export const leagueOutlook = (deps: Deps, { id, season: wanted }: ParsedInputOf<typeof getSeasonOutlook>): ReplyPlan<SeasonOutlook> => ({
  key: JSON.stringify([id, wanted]),
  topics: [leagueTopic(id), outlookTopic(id)],
  make: async () => {
    const { league, season, heading } = await findLeagueSeason(deps.db, id, wanted);
    const said = { league: heading.league, season };
    const none = (reason: NoOutlookReason): SeasonOutlook => ({ ...said, reason, outlook: null });
    if (league.sport !== 'football') return none('no_model');
    if (league.form !== 'league') return none('no_table');
    if (season !== league.current_season) return none('past_season');
    if ((await countOpenMatches(deps.db, id, season)) === 0) return none('season_over');
    const row = await findSeasonOutlook(deps.db, id, season);
    if (row === undefined) return none('not_ready');
    const teams = await findTeamRefs(deps.db, id, season);
    const zones = rulesOf(league, season).zones.toSorted((a, b) => a.from - b.from);
    return { ...said, reason: null, outlook: { ...outlookView(row, teams), zones } };
  },
});

type Outlook = NonNullable<SeasonOutlook['outlook']>;

/** Teams that have left the league since are left out. */
function outlookView({ simulated_at, content }: SeasonOutlookRow, teams: Awaited<ReturnType<typeof findTeamRefs>>): Omit<Outlook, 'zones'> {
  const shown = teams.flatMap((team): Outlook['teams'] => {
    const [finish, places] = [content.finishes[team.id], content.teams[team.id]];
    if (!finish || !places) return [];
    const { points, left, expected, bounds } = finish;
    return [{ team, points, left, expected_points: expected, places, bounds }];
  });
  return {
    simulated_at: simulated_at.toISOString(),
    seasons: content.seasons,
    model: content.model,
    teams: shown.toSorted((a, b) => meanPlace(a.places)! - meanPlace(b.places)! || a.team.id - b.team.id),
  };
}
