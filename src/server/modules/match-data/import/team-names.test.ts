import { describe, expect, it } from 'vitest';
import { NBA_TEAM_NAMES } from './known-nba-teams.ts';
import { KNOWN_CLUBS, KNOWN_COUNTRIES, KNOWN_LEAGUES, leagueAliases, leagueNames, teamNames } from './team-names.ts';

describe('known names of teams and leagues', () => {
  it('include at least 120 clubs, 60 countries and 15 leagues, all in Chinese and in Vietnamese', () => {
    expect(KNOWN_CLUBS.length).toBeGreaterThanOrEqual(120);
    expect(KNOWN_COUNTRIES.length).toBeGreaterThanOrEqual(60);
    expect(KNOWN_LEAGUES.length).toBeGreaterThanOrEqual(15);
    for (const { told, names, countryCode } of [...KNOWN_CLUBS, ...KNOWN_COUNTRIES, ...KNOWN_LEAGUES]) {
      expect(told[0], JSON.stringify(names)).toMatch(/^[^|;,:]+$/);
      expect(names['zh-CN'], told[0]).toMatch(/\p{Script=Han}/u);
      expect(names.vi, told[0]).toBeTruthy();
      expect(countryCode ?? 'xx', told[0]).toMatch(/^[a-z]{2}(-[a-z]{3})?$/);
    }
  });

  it('are unique within a country', () => {
    for (const known of [KNOWN_CLUBS, KNOWN_COUNTRIES, KNOWN_LEAGUES]) {
      const keys = known.flatMap(({ told, countryCode }) => told.map((name) => `${countryCode} ${name.toLowerCase()}`));
      expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
    }
  });

  it('are found by each name that feeds use, with or without "FC"', () => {
    for (const name of ['Manchester United FC', 'Manchester United', 'MANCHESTER UNITED F.C.']) {
      expect(teamNames(name, 'gb-eng')).toMatchObject({ shortName: 'Man United', names: { 'zh-CN': '曼联' } });
    }
    expect(teamNames('Manchester United', 'gb-eng')?.aliases).toEqual(
      expect.arrayContaining(['Man Utd', '曼彻斯特联', 'Manchester United FC']),
    );
    expect(teamNames('Manchester United', 'gb-eng')?.aliases).not.toContain('Manchester United');
    expect(teamNames('Atletico Madrid', 'es')).toMatchObject({ shortName: 'Atlético' });
  });

  it('are used only for teams of their country, or in an international cup', () => {
    expect(teamNames('Everton', 'cl')).toBeUndefined();
    expect(teamNames('Everton', null)).toMatchObject({ names: { 'zh-CN': '埃弗顿' } });
    expect(teamNames('Ayr Strollers', 'gb-sct')).toBeUndefined();
    expect(leagueNames('Serie A', 'it')).toMatchObject({ 'zh-CN': '意甲' });
    expect(leagueNames('Serie A', 'br')).toMatchObject({ 'zh-CN': '巴甲' });
    expect(leagueNames('Serie A', null)).toBeUndefined();
    expect(leagueAliases('Premier League', 'gb-eng')).toEqual(
      expect.arrayContaining(['EPL', '英格兰足球超级联赛', 'English Premier League']),
    );
    expect(leagueAliases('Premier League', 'eg')).toEqual([]);
    expect(leagueAliases('UEFA Champions League', null)).toContain('UCL');
  });

  it('belong to one sport', () => {
    expect(teamNames('Boston Celtics', 'us', 'basketball')).toMatchObject({ shortName: 'Celtics', names: { 'zh-CN': '凯尔特人' } });
    expect(teamNames('Boston Celtics', null, 'basketball')?.aliases).toEqual(expect.arrayContaining(['BOS', '绿军', '波士顿凯尔特人']));
    expect(leagueNames('NBA', 'us', 'basketball')).toMatchObject({ 'zh-CN': 'NBA' });
    expect(leagueAliases('NBA', 'us', 'basketball')).toEqual(expect.arrayContaining(['美职篮', 'National Basketball Association']));
    expect(leagueNames('Euroleague', null, 'basketball')).toMatchObject({ 'zh-CN': '欧篮联' });
    // In Spain, clubs and leagues of basketball have the same names as those of football.
    for (const sport of ['basketball', 'tennis', 'esports'] as const) {
      expect(teamNames('FC Barcelona', 'es', sport), sport).toBeUndefined();
      expect(leagueNames('Primera División', 'es', sport), sport).toBeUndefined();
      expect(leagueAliases('Primera División', 'es', sport), sport).toEqual([]);
    }
    for (const sport of ['football', 'tennis', 'esports'] as const) {
      expect(teamNames('Boston Celtics', null, sport), sport).toBeUndefined();
      expect(leagueNames('NBA', 'us', sport), sport).toBeUndefined();
      expect(leagueAliases('NBA', 'us', sport), sport).toEqual([]);
    }
  });

  it('include the thirty teams of the NBA, by both names in Chinese', () => {
    const teams = NBA_TEAM_NAMES.split('\n').filter((line) => line.includes('|'));
    expect(teams).toHaveLength(30);
    for (const line of teams) {
      const name = line.split(/[;|]/)[0]!.trim();
      const known = teamNames(name, null, 'basketball');
      expect(known?.shortName, name).toBeTruthy();
      expect(name.endsWith(known!.shortName!), name).toBe(true);
      expect(known?.names['zh-CN'], name).toMatch(/\p{Script=Han}/u);
      expect(
        known?.aliases.some((alias) => alias.endsWith(known.names['zh-CN']!)),
        name,
      ).toBe(true);
      expect(teamNames(name, 'us', 'basketball'), name).toEqual(known);
      expect(teamNames(name, 'ca', 'basketball'), name).toBeUndefined();
    }
    expect(teamNames('LA Lakers', 'us', 'basketball')).toMatchObject({ shortName: 'Lakers' });
  });

  it('tell Asia’s cups from Europe’s, although a name is found without its "AFC"', () => {
    const chinese = (name: string) => leagueNames(name, null)?.['zh-CN'];
    expect(chinese('AFC Champions League')).toBe('亚冠');
    expect(chinese('AFC Champions League Elite')).toBe('亚冠精英赛');
    expect(chinese('AFC Champions League Two')).toBe('亚冠二级联赛');
    for (const name of ['Champions League', 'UEFA Champions League', 'champions league']) expect(chinese(name), name).toBe('欧冠');
    expect(leagueAliases('AFC Champions League', null)).toContain('ACL');
    expect(leagueAliases('AFC Champions League', null)).not.toContain('UCL');
    expect(leagueAliases('Champions League', null)).not.toContain('ACL');
    for (const name of ['CAF Champions League', 'CONCACAF Champions League']) expect(chinese(name), name).toBeUndefined();
    expect(chinese('Asian Cup')).toBe(chinese('AFC Asian Cup'));
  });
});
