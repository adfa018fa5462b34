import type { MatchStatus } from '#domain/matches/match-status.ts';
import type { FeedMatchEvent, FixtureUpdate, StatusUpdate } from '#server/modules/match-data/import/feed.ts';
import { TEST_NOW } from '#test/support/app.ts';

/** One match, Reds against Blues, as it really went: 2:0 at half-time, 2:1 at the end. Times are minutes from its kick-off. */
export const KICKOFF_MS = Date.parse(TEST_NOW) + 3 * 3_600_000;
export const at = (minutes: number): Date => new Date(KICKOFF_MS + minutes * 60_000);
export const minutesAt = (moment: Date): number => (moment.getTime() - KICKOFF_MS) / 60_000;

/** What a provider reports of a match. */
export interface Told {
  fixture: FixtureUpdate & { kickoffAt: Date };
  status: StatusUpdate;
  events: FeedMatchEvent[];
}

export const TEAM_NAMES: Record<string, string> = { '1': 'Reds', '2': 'Blues' };
export const MATCH_ID = '7';
const HALF_TIME = 47;
const SECOND_HALF = 62;
export const FINAL_WHISTLE = 112;

const goal = (id: string, side: 'home' | 'away', minute: number): FeedMatchEvent & { at: number } => ({
  ...{ id, type: 'goal', side, minute, stoppage: null, player: `Scorer ${id}`, other: null, detail: null },
  period: minute > 45 ? 'H2' : 'H1',
  at: minute > 45 ? minute + SECOND_HALF - 45 : minute,
});
const GOALS = [goal('1', 'home', 10), goal('2', 'home', 30), goal('3', 'away', 55)];

const PHASES: [from: number, status: MatchStatus][] = [
  [FINAL_WHISTLE, 'ft'],
  [SECOND_HALF, 'h2'],
  [HALF_TIME, 'ht'],
  [0, 'h1'],
];

/** Returns the truth this many minutes after kick-off. */
export function truthAt(minutes: number): Told {
  const status = PHASES.find(([from]) => minutes >= from)?.[1] ?? 'ns';
  const scored = GOALS.filter((one) => one.at <= minutes);
  const count = (side: string) => scored.filter((one) => one.side === side).length;
  const now = status === 'ns' ? { home: null, away: null } : { home: count('home'), away: count('away') };
  const clock = status === 'h1' ? Math.min(minutes, 45) : status === 'h2' ? Math.min(minutes - SECOND_HALF + 45, 90) : null;
  return {
    fixture: {
      ...{ kind: 'fixture', id: MATCH_ID, leagueId: '39', season: '2026/27', round: 'Round 12', homeTeamId: '1', awayTeamId: '2' },
      kickoffAt: at(0),
    },
    status: {
      ...{ kind: 'status', matchId: MATCH_ID, status, stoppage: null, period: null, seenAt: at(minutes) },
      minute: clock === null ? null : Math.max(1, Math.floor(clock)),
      score: {
        ...now,
        halftime: minutes >= HALF_TIME ? [2, 0] : null,
        fulltime: status === 'ft' ? [2, 1] : null,
        extratime: null,
        penalty: null,
      },
    },
    events: scored.map(({ at: _, ...event }) => event),
  };
}
