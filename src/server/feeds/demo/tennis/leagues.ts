import { DEFAULT_LEAGUE_RULES } from '#domain/league-rules.ts';
import type { CupFormat, DemoLeague } from '#server/feeds/demo/league.ts';
import { readTeams } from '#server/feeds/demo/team-lines.ts';
import { MEN, WOMEN } from './players.ts';

const KNOCK_OUT: CupFormat = {
  groups: [],
  stages: ['Round of 32', 'Round of 16', 'Quarter-finals', 'Semi-finals', 'Final'],
  pauseRounds: 0,
};

/**
 * A stage's matches begin over 80 minutes, and all are over within 255, before the next one is told. The two tours are half an
 * edition apart: while one has only its final, the other plays many matches.
 */
const tour = (offsetMinutes: number): DemoLeague['tempo'] => ({
  kind: 'cup',
  roundMinutes: 300,
  offsetMinutes,
  spreadMinutes: 80,
  leadMinutes: 45,
  format: KNOCK_OUT,
});

const common = { sport: 'tennis', countryCode: null, drawPossible: false, toldSeasons: 4, rules: DEFAULT_LEAGUE_RULES } as const;

export const TENNIS_LEAGUES: DemoLeague[] = [
  {
    ...common,
    id: 'league:meridian-tour-women',
    name: 'Meridian Tour, Women',
    zh: '子午线巡回赛女单',
    vi: 'Meridian Tour, đơn nữ',
    clubs: readTeams('tennis', WOMEN),
    tempo: tour(0),
  },
  {
    ...common,
    id: 'league:meridian-tour-men',
    name: 'Meridian Tour, Men',
    zh: '子午线巡回赛男单',
    vi: 'Meridian Tour, đơn nam',
    clubs: readTeams('tennis', MEN),
    tempo: tour(750),
  },
];
