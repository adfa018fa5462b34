import {
  competitionReply,
  type FootballDataOrgServer,
  matchRow,
  PREMIER_LEAGUE,
  type ToldScore,
  teamRow,
} from '#test/support/football-data-org-server.ts';
import { type DayMatch, type FeedsDay, firstTeamOf, LEAGUE_TEAMS, otherRounds, ROUND_TODAY } from './feeds-day.ts';
import { type FootballCourse, footballAt } from './feeds-football-course.ts';

/** The competitions of the free plan, those that are followed by default first. Each is a league of the day. */
const CODES = ['PL', 'BL1', 'PD', 'SA', 'FL1', 'CL', 'WC', 'EC', 'DED', 'PPL', 'ELC', 'BSA'];
/** How many of them are followed by default. */
export const FOLLOWED_COMPETITIONS = 6;

/** Makes a server reply as football-data.org would during the day, on its free plan. Each query says what time it is. */
export function replyAsFootballDataOrg({ replies }: FootballDataOrgServer, { football }: FeedsDay): void {
  const today = football.filter(({ group }) => group < CODES.length);
  CODES.forEach((code, group) => {
    const others = otherRounds(football, group);
    const teams = Array.from({ length: LEAGUE_TEAMS }, (_, n) => ({ ...team(firstTeamOf(group) + n), area: PREMIER_LEAGUE.area }));
    replies.set(`/competitions/${code}`, () => competitionReply({ ...PREMIER_LEAGUE, competition: competitionOf(group) }));
    replies.set(`/competitions/${code}/teams`, () => ({ teams }));
    replies.set(`/competitions/${code}/matches`, ({ now }) => ({
      matches: [
        ...today.filter((match) => match.group === group).map((match) => rowAt(match, Number(now))),
        ...others.map((match) => {
          const score: ToldScore = match.isOver ? { winner: 'DRAW', full: [1, 1], half: [0, 0] } : {};
          return rowOf(match, match.round, match.isOver ? 'FINISHED' : 'TIMED', score);
        }),
      ],
    }));
  });
  replies.set('/matches', ({ now, dateFrom }) => ({
    matches: today.map((match) => rowAt(match, Number(now))).filter(({ utcDate }) => utcDate.startsWith(dateFrom!)),
  }));
  replies.set('/matches/*', ({ now }, last) => {
    const match = today.find(({ id }) => String(id) === last);
    return match === undefined
      ? { errorCode: 404, message: 'The resource you are looking for does not exist.' }
      : rowAt(match, Number(now));
  });
}

const team = (id: number) => teamRow(id, `Association ${id}`);
const competitionOf = (group: number) => ({
  ...{ id: 2_000 + group, name: `Competition ${group}`, code: CODES[group]!, type: 'LEAGUE', emblem: null },
});

const STATUSES = { ns: 'TIMED', h1: 'IN_PLAY', ht: 'PAUSED', h2: 'IN_PLAY', ft: 'FINISHED' } as const;

function rowAt(match: DayMatch<FootballCourse>, at: number) {
  const { phase, goals, halftime } = footballAt(match.course, at);
  const isOver = phase === 'ft';
  const winner = !isOver ? null : goals![0] === goals![1] ? 'DRAW' : goals![0] > goals![1] ? 'HOME_TEAM' : 'AWAY_TEAM';
  return rowOf(match, ROUND_TODAY, STATUSES[phase], { winner, full: goals, half: halftime });
}

interface Placed {
  id: number;
  group: number;
  home: number;
  away: number;
  kickoffMs: number;
}

function rowOf({ id, group, home, away, kickoffMs }: Placed, matchday: number, status: string, score: ToldScore) {
  const utcDate = new Date(kickoffMs).toISOString().replace('.000', '');
  const more = { competition: competitionOf(group), matchday, homeTeam: team(home), awayTeam: team(away) };
  return { ...matchRow(id, utcDate, status, score, more), utcDate };
}
