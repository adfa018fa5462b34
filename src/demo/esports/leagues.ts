import { readTeams } from '#demo/clubs.ts';
import type { CupFormat, DemoLeague } from '#demo/league.ts';

const TEAMS = `
Neon Herons|NEO|se|霓虹苍鹭|
Quantum Foxes|QFX|de|量子狐|
Lotus Protocol|LTP|vn|莲花协议|Giao thức Sen
Iron Lanterns|ILN|cn|铁灯笼|
Polar Circuit|POL|fi|极地回路|
Crimson Tide Esports|CTE|us|绯红浪潮|
Ghost Orchard|GHO|gb|幽灵果园|
Hanok Seven|HK7|kr|韩屋七|
Condor Logic|CON|cl|神鹰逻辑|
Zero Meridian|ZRM|fr|零度子午线|`;

const CHALLENGERS = `
Paper Comets|PCM|jp|纸彗星|
Static Bloom|STB|ca|静电之花|
Midnight Tram|MTR|pt|午夜电车|
Copper Owls|COW|pl|铜枭|
Delta Nomads|DNO|eg|三角洲游牧|
Saigon Sparks|SGS|vn|西贡火花|Tia Lửa Sài Gòn
Tundra Bytes|TUN|no|冻土字节|
Velvet Hammer|VEL|br|天鹅绒之锤|`;

const GROUPS: CupFormat = { groups: ['Group A', 'Group B'], stages: ['Round 1', 'Round 2', 'Round 3'], pauseRounds: 0 };

/** Both leagues play the same game. */
const RATINGS = 'circuit';

export const ESPORTS_LEAGUES: DemoLeague[] = [
  {
    id: 'league:circuit-premier',
    sport: 'esports',
    name: 'Circuit Premier',
    zh: '环线超级联赛',
    vi: 'Circuit Premier',
    countryCode: null,
    clubs: readTeams('esports', TEAMS),
    // A series takes about 100 minutes, so one is always live.
    tempo: { kind: 'carousel', roundMinutes: 400, offsetMinutes: 20, spreadMinutes: 400, phaseRounds: 3 },
    season: 'year',
    drawPossible: false,
    format: { parts: 3, race: true },
    ratingGroup: RATINGS,
    toldSeasons: 1,
    rules: {
      points: { win: 3, draw: 0 },
      tieBreakers: ['goal_difference', 'head_to_head_points', 'goals_for'],
      zones: [
        { from: 1, to: 2, kind: 'championship_round' },
        { from: 9, to: 10, kind: 'relegation_playoff' },
      ],
    },
  },
  {
    id: 'league:circuit-challengers',
    sport: 'esports',
    name: 'Circuit Challengers, Groups',
    zh: '环线挑战赛小组赛',
    vi: 'Circuit Challengers, vòng bảng',
    countryCode: null,
    clubs: readTeams('esports', CHALLENGERS),
    tempo: { kind: 'cup', roundMinutes: 360, offsetMinutes: 40, spreadMinutes: 360, leadMinutes: 360, format: GROUPS },
    season: 'year',
    drawPossible: true,
    format: { parts: 2, race: false },
    ratingGroup: RATINGS,
    toldSeasons: 4,
    rules: {
      points: { win: 3, draw: 1 },
      tieBreakers: ['goal_difference', 'head_to_head_points'],
      zones: [{ from: 1, to: 2, kind: 'advance' }],
    },
  },
];
