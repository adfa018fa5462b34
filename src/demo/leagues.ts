import { readPlan } from '#domain/matches/knock-out-plan.ts';
import { DEFAULT_LEAGUE_RULES, type TieBreaker, type Zone, type ZoneKind } from '#domain/matches/league-rules.ts';
import { BASKETBALL_LEAGUES } from './basketball/leagues.ts';
import { CLUBS } from './clubs.ts';
import { ESPORTS_LEAGUES } from './esports/leagues.ts';
import type { CupFormat, DemoLeague } from './league.ts';
import { TENNIS_LEAGUES } from './tennis/leagues.ts';

const POINTS = { win: 3, draw: 1 };
const GOALS_FIRST: TieBreaker[] = ['goal_difference', 'goals_for'];
const HEAD_TO_HEAD_FIRST: TieBreaker[] = ['head_to_head_points', 'head_to_head_goal_difference', ...GOALS_FIRST];

const CROWN_CUP: CupFormat = {
  groups: ['Group A', 'Group B', 'Group C', 'Group D'],
  stages: ['Round 1', 'Round 2', 'Round 3', 'Quarter-finals', 'Semi-finals', 'Final'],
  pauseRounds: 1,
};

/** Parses zones such as "1 champion, 2-4 champions_league". */
function zones(text: string): Zone[] {
  return text.split(', ').map((zone) => {
    const [, from, to, kind] = /^(\d+)(?:-(\d+))? (\w+)$/.exec(zone)!;
    return { from: Number(from), to: Number(to ?? from), kind: kind as ZoneKind };
  });
}

/** Football's leagues. Offsets are staggered so that the number of live matches stays about the same. */
const FOOTBALL: (Omit<DemoLeague, 'sport' | 'season' | 'drawPossible' | 'toldSeasons'> & { season?: 'year' })[] = [
  {
    id: 'league:first-division',
    name: 'First Division',
    zh: '甲级联赛',
    vi: 'Hạng Nhất',
    countryCode: 'gb-eng',
    clubs: CLUBS.first,
    tempo: { kind: 'carousel', offsetMinutes: 0, spreadMinutes: 324, phaseRounds: 11 },
    rules: {
      points: POINTS,
      tieBreakers: GOALS_FIRST,
      meetings: 2,
      zones: zones('1-4 champions_league, 5 europa_league, 6 conference_league, 14-16 relegation'),
    },
  },
  {
    id: 'league:crown-cup',
    name: 'Crown Cup',
    zh: '皇冠杯',
    vi: 'Cúp Vương Miện',
    countryCode: 'gb-eng',
    clubs: CLUBS.first,
    // The cup is played between the rounds of its clubs' league.
    tempo: { kind: 'cup', offsetMinutes: 440, spreadMinutes: 100, leadMinutes: 440, format: CROWN_CUP },
    rules: {
      points: POINTS,
      tieBreakers: HEAD_TO_HEAD_FIRST,
      zones: zones('1-2 advance'),
      // As the world draws it (world.ts, `qualifiers`).
      knockOuts: readPlan('A1-B2 C1-D2 B1-A2 D1-C2'),
    },
  },
  {
    id: 'league:primera',
    name: 'Primera',
    zh: '头等联赛',
    vi: 'Primera',
    countryCode: 'es',
    clubs: CLUBS.primera,
    tempo: { kind: 'carousel', offsetMinutes: 144, spreadMinutes: 432, phaseRounds: 23 },
    rules: {
      points: POINTS,
      tieBreakers: HEAD_TO_HEAD_FIRST,
      meetings: 2,
      zones: zones('1-4 champions_league, 5 europa_league, 6 conference_league, 14-16 relegation'),
    },
  },
  {
    id: 'league:serie-uno',
    name: 'Serie Uno',
    zh: '一级联赛',
    vi: 'Serie Uno',
    countryCode: 'it',
    clubs: CLUBS.serie,
    tempo: { kind: 'carousel', offsetMinutes: 288, spreadMinutes: 432, phaseRounds: 4 },
    rules: {
      points: POINTS,
      tieBreakers: HEAD_TO_HEAD_FIRST,
      meetings: 2,
      zones: zones('1-3 champions_league, 4 champions_league_qualifying, 5-6 europa_league, 12-14 relegation'),
    },
  },
  {
    id: 'league:second-division',
    name: 'Second Division',
    zh: '乙级联赛',
    vi: 'Hạng Nhì',
    countryCode: 'gb-eng',
    clubs: CLUBS.second,
    tempo: { kind: 'carousel', offsetMinutes: 432, spreadMinutes: 432, phaseRounds: 17 },
    rules: {
      points: POINTS,
      tieBreakers: [...GOALS_FIRST, 'wins'],
      meetings: 2,
      zones: zones('1-2 promotion, 3-6 promotion_playoff, 13-14 relegation'),
    },
  },
  {
    id: 'league:division-bleue',
    name: 'Division Bleue',
    zh: '蓝色联赛',
    vi: 'Division Bleue',
    countryCode: 'fr',
    clubs: CLUBS.bleue,
    tempo: { kind: 'carousel', offsetMinutes: 576, spreadMinutes: 432, phaseRounds: 8 },
    rules: {
      points: POINTS,
      tieBreakers: ['goal_difference', 'head_to_head_points', 'goals_for'],
      meetings: 2,
      zones: zones('1-2 champions_league, 3 champions_league_qualifying, 10 relegation_playoff, 11-12 relegation'),
    },
  },
  {
    id: 'league:kronenliga',
    name: 'Kronenliga',
    zh: '皇冠联赛',
    vi: 'Kronenliga',
    countryCode: 'de',
    clubs: CLUBS.kronen,
    tempo: { kind: 'daily', firstHour: 11, phaseRounds: 5 },
    rules: {
      points: POINTS,
      tieBreakers: [...GOALS_FIRST, 'head_to_head_points', 'away_goals'],
      meetings: 2,
      zones: zones('1-2 champions_league, 3 europa_league, 8 relegation_playoff, 9-10 relegation'),
    },
  },
  {
    id: 'league:lotus-league',
    name: 'Lotus League',
    zh: '莲花联赛',
    vi: 'Giải Hoa Sen',
    countryCode: 'vn',
    clubs: CLUBS.lotus,
    season: 'year',
    tempo: { kind: 'daily', firstHour: 9, phaseRounds: 14 },
    rules: {
      points: POINTS,
      tieBreakers: ['wins', ...GOALS_FIRST],
      meetings: 2,
      zones: zones('1 champion, 2-3 continental, 11 relegation_playoff, 12 relegation'),
    },
  },
  {
    id: 'league:harbour-trophy',
    name: 'Harbour Trophy',
    zh: '海港杯',
    vi: 'Cúp Harbour',
    countryCode: null,
    clubs: CLUBS.touring,
    season: 'year',
    tempo: { kind: 'trophy' },
    rules: DEFAULT_LEAGUE_RULES,
  },
];

/** All leagues, in the order in which they are published. */
export const LEAGUES: DemoLeague[] = [
  ...FOOTBALL.map((league): DemoLeague => ({ season: 'two years', ...league, sport: 'football', drawPossible: true, toldSeasons: 1 })),
  ...BASKETBALL_LEAGUES,
  ...TENNIS_LEAGUES,
  ...ESPORTS_LEAGUES,
];
