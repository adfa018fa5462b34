import { readTeams } from '#demo/clubs.ts';
import type { DemoLeague } from '#demo/league.ts';

const CLUBS = `
Baltic Amber|BAL|lt|波罗的琥珀|
Vardar Wolves|VAR|mk|瓦尔达尔狼|
Ljubava Dragons|LJU|si|柳巴瓦龙|
Sierra Halcones|SIE|es|山岭猎鹰|
Bosphorus Kites|BOS|tr|海峡风筝|
Panteli Athletic|PAN|gr|潘泰利竞技|
Rheintal Giants|RHE|de|莱茵谷巨人|
Adriatic Sails|ADR|hr|亚得里亚之帆|
Avignol Basket|AVI|fr|阿维尼奥尔|
Milvana Towers|MIL|it|米尔瓦纳塔楼|
Carmelis Heat|CRM|il|卡梅利斯热浪|
Vistula Bisons|VIS|pl|维斯瓦野牛|`;

export const BASKETBALL_LEAGUES: DemoLeague[] = [
  {
    id: 'league:continental-hoops',
    sport: 'basketball',
    name: 'Continental Hoops League',
    zh: '大陆篮球联赛',
    vi: 'Giải Bóng rổ Lục Địa',
    countryCode: null,
    clubs: readTeams('basketball', CLUBS),
    // A match takes about 100 minutes, so one is always live.
    tempo: { kind: 'carousel', roundMinutes: 480, offsetMinutes: 0, spreadMinutes: 480, phaseRounds: 7 },
    season: 'two years',
    drawPossible: false,
    toldSeasons: 1,
    rules: {
      points: { win: 2, draw: 0 },
      tieBreakers: ['head_to_head_points', 'head_to_head_goal_difference', 'goal_difference', 'goals_for'],
      meetings: 2,
      zones: [
        { from: 1, to: 4, kind: 'championship_round' },
        { from: 12, to: 12, kind: 'relegation' },
      ],
    },
  },
];
