import { describe, expect, it } from 'vitest';
import type { Sport } from '#domain/matches/sport.ts';
import { DAY_MS, HOUR_MS } from '#domain/time.ts';
import { type Candidate, findMatch } from './find-match.ts';
import { leagueKey, teamKeys } from './name-keys.ts';

const team = (name: string, sport: Sport = 'football', countryCode: string | null = null) =>
  teamKeys({ sport, name, shortName: null, aliases: [], countryCode });
const told = (home: string, away: string, kickoffMs = 0, sport: Sport = 'football') => ({
  ...{ sport, kickoffMs, leagueId: null, home: team(home, sport), away: team(away, sport) },
});
const ours = (matchId: number, home: string, away: string, kickoffMs = 0, sport: Sport = 'football'): Candidate => ({
  ...{ matchId, leagueId: 7, kickoffMs, homeTeamId: 1, awayTeamId: 2, home: team(home, sport), away: team(away, sport) },
});
const STRAIGHT = { homeTeamId: 1, awayTeamId: 2 };
const SWAPPED = { homeTeamId: 2, awayTeamId: 1 };

describe('the match that a provider means', () => {
  it.each([
    ['Manchester United FC', 'Wolves', 'Man United', 'Wolverhampton Wanderers'],
    ['Bayern Munich', '1. FC Köln', 'FC Bayern München', 'FC Koeln'],
    ['Hà Nội', 'Nam Định', 'Hanoi FC', 'Nam Dinh'].map((name) => name.replace('Hanoi', 'Ha Noi')),
  ] as string[][])('is found by known and folded names: %s, %s', (home, away, ourHome, ourAway) => {
    expect(findMatch(told(home!, away!), [ours(3, ourHome!, ourAway!)])).toEqual({ matchId: 3, ...STRAIGHT });
  });

  it('may have its sides swapped', () => {
    expect(findMatch(told('Away', 'Home'), [ours(3, 'Home', 'Away')])).toEqual({ matchId: 3, ...SWAPPED });
  });

  it('needs both teams, and a kick-off within a day', () => {
    expect(findMatch(told('Home', 'Other'), [ours(3, 'Home', 'Away')])).toBe('no_match');
    expect(findMatch(told('Home', 'Home'), [ours(3, 'Home', 'Away')])).toBe('no_match');
    expect(findMatch(told('Home', 'Away', DAY_MS), [ours(3, 'Home', 'Away')])).toEqual({ matchId: 3, ...STRAIGHT });
    expect(findMatch(told('Home', 'Away', DAY_MS + 1), [ours(3, 'Home', 'Away')])).toBe('no_match');
  });

  it('is not guessed if several fit, unless one alone is at the same hour', () => {
    const both = [ours(3, 'Home', 'Away'), ours(4, 'Away', 'Home', 20 * HOUR_MS)];
    expect(findMatch(told('Home', 'Away', 10 * HOUR_MS), both)).toBe('ambiguous');
    expect(findMatch(told('Home', 'Away', HOUR_MS), both)).toEqual({ matchId: 3, ...STRAIGHT });
    expect(findMatch(told('Home', 'Away'), [ours(3, 'Home', 'Away'), ours(4, 'Home', 'Away')])).toBe('ambiguous');
  });

  it('is in the same league, if that is known', () => {
    expect(findMatch({ ...told('Home', 'Away'), leagueId: 8 }, [ours(3, 'Home', 'Away')])).toBe('no_match');
    expect(findMatch({ ...told('Home', 'Away'), leagueId: 7 }, [ours(3, 'Home', 'Away')])).toMatchObject({ matchId: 3 });
  });

  it('has the same two players in tennis, within three days, however their names are written', () => {
    const match = ours(3, 'Jannik Sinner', 'Félix Auger-Aliassime', 0, 'tennis');
    expect(findMatch(told('F. Auger Aliassime', 'Sinner J.', 3 * DAY_MS, 'tennis'), [match])).toEqual({ matchId: 3, ...SWAPPED });
    expect(findMatch(told('M. Sinner', 'F. Auger Aliassime', 0, 'tennis'), [match])).toBe('no_match');
  });
});

describe('a league', () => {
  const key = (name: string, countryCode: string | null, sport: Sport = 'football') => leagueKey({ sport, name, countryCode });
  it('is the same under another known name, in the same country and sport', () => {
    expect(key('La Liga', 'es')).toBe(key('Primera División', 'es'));
    expect(key('premier league', 'gb-eng')).toBe(key('English Premier League', 'gb-eng'));
    expect(key('Premier League', 'gb-eng')).not.toBe(key('Premier League', 'ua'));
    expect(key('Unknown League', 'vn')).toBe(key('UNKNOWN  LEAGUE', 'vn'));
    expect(key('Cup', 'vn')).not.toBe(key('Cup', 'vn', 'basketball'));
  });
});
