export { calendarEvent, type EventLook, nameIn } from './calendar/events.ts';
export { type FixtureResult, type FixtureSources, findFixtures, findNear } from './calendar/queries.ts';
export type { MatchChange } from './import/batch.ts';
export type { Feed, FeedLineup, FeedLineupPlayer, FeedMatchEvent, FeedUpdate, OddsUpdate } from './import/feed.ts';
export { MANUAL_FEED } from './import/feed.ts';
export { type FeedKind, feedKinds, isProvider, PROVIDER_NAMES, type ProviderName } from './import/feed-settings.ts';
export { type ImportDeps, importUpdates } from './import/importer.ts';
export { isMinorForNations, NATIONAL_GROUPS, tierOf } from './import/known-competitions.ts';
export { logRefusals, purgeQuarantine, type RefusalTold, writeQuarantine } from './import/quarantine.ts';
export { type FeedRunner, type FeedState, type RunnerDeps, runFeed } from './import/runner.ts';
export { findDraw, findSeason as findLeagueSeason, leagueTopic, list as leagueList, one as leagueById } from './leagues/leagues.ts';
export { type LeagueRow, leagueRef, type TeamRow, teamRef } from './leagues/refs.ts';
export { scorers } from './leagues/scorers.ts';
export { standings } from './leagues/standings.ts';
export { findTables, findTeamRefs, rulesOf } from './leagues/tables.ts';
export { confirmEntered } from './manual-matches/service.ts';
export { one as matchDetail, statistics as matchStatistics } from './matches/detail.ts';
export { scoreFreshness } from './matches/freshness.ts';
export { publishImported } from './matches/imported.ts';
export { localDay, utcDates } from './matches/local-day.ts';
export { findMatchBriefs, findMatchLines, type MatchBriefRow, type MatchLine, matchBrief } from './matches/match-brief.ts';
export { findMatchPage, type ListedMatch, type MatchFilter, NO_DATE } from './matches/match-pages.ts';
export { dayTopic } from './matches/match-view.ts';
export { odds as matchOdds, purgeOddsMovements, purgeStatisticSnapshots } from './matches/odds-movement.ts';
export { v1League, v1Match, v1MatchState, v1Team } from './matches/open-match.ts';
export { eventsOf, findOpenContests, findSummaries, lastWordsOnNearMatches, list } from './matches/service.ts';
export { FootballDataRow } from './providers/football-data/format.ts';
export { footballDataReport, importFootballData } from './providers/football-data/import-files.ts';
export { readCsv } from './providers/football-data/read-csv.ts';
export { importOpenFootball, openFootballReport } from './providers/openfootball/import-files.ts';
export { checkProvider } from './providers/polled/check.ts';
export type { PolledSettings } from './providers/polled/polled-feed.ts';
export { providerStates } from './providers/polled/progress.ts';
export { PROVIDERS } from './providers/registry.ts';
export { createReplayFeed, findReplayStart } from './providers/replay/replay-feed.ts';
export {
  calendarsRoutes,
  favoritesRoutes,
  fixturesRoutes,
  leaguesRoutes,
  matchesRoutes,
  quarantineRoutes,
  searchRoutes,
  teamsRoutes,
} from './routes.ts';
export { find as searchNames } from './search/search.ts';
export { createOpinionDesk } from './second-opinions/desk.ts';
export { countOpinions, forgetUnfollowed, type OpinionCount, purgeOpinions } from './second-opinions/queries.ts';
export { hasSecondOpinions, trustOf, trustProblems, trustSettings } from './second-opinions/trust.ts';
export { findPlayerBrief, player as playerById } from './teams/player.ts';
export { players as teamPlayers } from './teams/players.ts';
export { findLeaguesOfTeam, one as teamById } from './teams/team.ts';
