import { describe, expect, it } from 'vitest';
import { KNOWN_CLUBS, KNOWN_COUNTRIES, KNOWN_LEAGUES, leagueAliases, leagueNames, teamNames } from './team-names.ts';

describe('known names of teams and leagues', () => {
  it('include at least 120 clubs, 60 countries and 15 leagues, all in Chinese, and countries and leagues in Vietnamese', () => {
    expect(KNOWN_CLUBS.length).toBeGreaterThanOrEqual(120);
    expect(KNOWN_COUNTRIES.length).toBeGreaterThanOrEqual(60);
    expect(KNOWN_LEAGUES.length).toBeGreaterThanOrEqual(15);
    for (const { told, names, countryCode } of [...KNOWN_CLUBS, ...KNOWN_COUNTRIES, ...KNOWN_LEAGUES]) {
      expect(told[0], JSON.stringify(names)).toMatch(/^[^|;,:]+$/);
      expect(names['zh-CN'], told[0]).toMatch(/\p{Script=Han}/u);
      expect(countryCode ?? 'xx', told[0]).toMatch(/^[a-z]{2}(-[a-z]{3})?$/);
    }
    for (const { names, told } of [...KNOWN_COUNTRIES, ...KNOWN_LEAGUES]) expect(names.vi, told[0]).toBeTruthy();
  });

  it('are unique within a country', () => {
    for (const known of [KNOWN_CLUBS, KNOWN_COUNTRIES, KNOWN_LEAGUES]) {
      const keys = known.flatMap(({ told, countryCode }) => told.map((name) => `${countryCode} ${name.toLowerCase()}`));
      expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
    }
  });

  it('are found by each name that feeds use, with or without "FC"', () => {
    for (const name of ['Manchester United FC', 'Manchester United', 'MANCHESTER UNITED F.C.']) {
      expect(teamNames(name, 'gb-eng')).toMatchObject({ shortName: 'Man United', names: { 'zh-CN': '曼彻斯特联' } });
    }
    expect(teamNames('Manchester United', 'gb-eng')?.aliases).toEqual(expect.arrayContaining(['Man Utd', '曼联', 'Manchester United FC']));
    expect(teamNames('Manchester United', 'gb-eng')?.aliases).not.toContain('Manchester United');
    expect(teamNames('Atletico Madrid', 'es')).toMatchObject({ shortName: 'Atlético' });
  });

  it('are used only for teams of their country, or in an international cup', () => {
    expect(teamNames('Everton', 'cl')).toBeUndefined();
    expect(teamNames('Everton', null)).toMatchObject({ names: { 'zh-CN': '埃弗顿' } });
    expect(teamNames('Ayr Strollers', 'gb-sct')).toBeUndefined();
    expect(leagueNames('Serie A', 'it')).toMatchObject({ 'zh-CN': '意大利足球甲级联赛' });
    expect(leagueNames('Serie A', 'br')).toMatchObject({ 'zh-CN': '巴西足球甲级联赛' });
    expect(leagueNames('Serie A', null)).toBeUndefined();
    expect(leagueAliases('Premier League', 'gb-eng')).toEqual(expect.arrayContaining(['EPL', '英超', 'English Premier League']));
    expect(leagueAliases('Premier League', 'eg')).toEqual([]);
    expect(leagueAliases('UEFA Champions League', null)).toContain('UCL');
  });
});
