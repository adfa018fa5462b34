import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alternatesOf, canonicalPath, descriptionOf, movedTo, otherDescriptionOf, pageAt } from './site-page.ts';
import type { Sport } from './sport.ts';

const at = (address: string) => {
  const [path = '', query = ''] = address.split('?');
  const values = new URLSearchParams(query);
  return pageAt(path, (name) => values.get(name));
};

describe('the page at an address', () => {
  it.each([
    ['/matches', 'matches', true],
    ['/Matches/', 'matches', true],
    ['/match/7', 'match', true],
    ['/leagues', 'leagues', true],
    ['/leagues/3/standings', 'standings', true],
    ['/track-record', 'track_record', true],
    ['/forecast-league', 'forecast_league', true],
    ['/developers/embeds', 'developers_embeds', true],
    ['/groups', 'groups', true],
    ['/groups/new', 'groups_new', false],
    ['/groups/join/ABCD2345', 'groups_join', false],
    ['/group/01890a5d-ac96-774b-bcce-b302099a8057?tab=table', 'group', false],
    ['/terms', 'terms', true],
    ['/responsible-play', 'responsible_play', true],
    ['/bets', 'bets', false],
    ['/account?tab=history', 'account', false],
    ['/settings/security', 'settings_security', false],
    ['/sign-in?provider=google&next=/bets', 'sign_in', false],
    ['/not-me', 'not_me', false],
    ['/unsubscribe', 'unsubscribe', false],
    ['/code', 'code', false],
    ['/outbox', 'outbox', false],
  ])('%s is %s', (address, page, isPublic) => {
    expect(at(address)).toMatchObject({ page, isPublic });
  });

  it.each([
    '/',
    '',
    '/rankings/weekly',
    '/match/abc',
    '/match/7/x',
    '/leagues/x/standings',
    '/admin',
    '/admin/users/4',
    '//matches',
    '/matches/7',
    '/group/7',
    '/groups/join',
  ])('there is none at %j', (address) => {
    expect(at(address)).toBeNull();
  });

  it('has the number of its path, and none if it is too large', () => {
    expect(at('/match/0071')?.id).toBe(71);
    expect(at('/match/2147483648')?.id).toBe(0);
    expect(at(`/match/${'9'.repeat(400)}`)?.id).toBe(0);
  });
});

describe('the canonical address', () => {
  it.each([
    ['/Match/007/?tab=odds&pick=home', '/match/7'],
    ['/matches?q=a&invite=ABCDEFGH&tab=all&status=live', '/matches'],
    ['/matches?team=5&date=2026-11-20&league=3', '/matches?date=2026-11-20&league=3'],
    ['/matches?date=2026-02-31&league=x&team=0&sport=football', '/matches'],
    ['/matches?sport=tennis', '/matches?sport=tennis'],
    ['/track-record?league=3&sport=tennis&season=2026&x=1', '/track-record?sport=tennis'],
    ['/forecast-league?join=ABCDEFGH&tab=friends', '/forecast-league'],
    ['/leagues/3/standings?season=2026/27&view=home', '/leagues/3/standings?season=2026%2F27'],
  ])('of %s is %s', (address, canonical) => {
    expect(canonicalPath(at(address)!, null)).toBe(canonical);
  });

  it('keeps its language, and lists the others', () => {
    const address = at('/matches?date=2026-11-20')!;
    expect(canonicalPath(address, 'vi')).toBe('/matches?date=2026-11-20&lang=vi');
    expect(alternatesOf(at('/match/7')!)).toEqual([
      { hreflang: 'en', path: '/match/7?lang=en' },
      { hreflang: 'zh-Hans', path: '/match/7?lang=zh-CN' },
      { hreflang: 'vi', path: '/match/7?lang=vi' },
      { hreflang: 'x-default', path: '/match/7' },
    ]);
  });

  it('is its own canonical address, for any input', () => {
    const anything = fc.record({
      path: fc.oneof(fc.constantFrom('/matches', '/match/12/', '/LEAGUES/3/standings'), fc.webPath()),
      query: fc.dictionary(fc.constantFrom('date', 'league', 'team', 'sport', 'season', 'lang', 'x'), fc.string()),
    });
    fc.assert(
      fc.property(anything, ({ path, query }) => {
        const address = pageAt(path, (name) => query[name]);
        if (!address) return;
        const canonical = canonicalPath(address, null);
        expect(canonical).toMatch(/^\/[\w/%=&?.-]*$/);
        expect(canonicalPath(at(canonical)!, null)).toBe(canonical);
      }),
    );
  });
});

it('a filtered list has other words than the whole one, and personal pages have the product’s', () => {
  expect(['/matches', '/matches?league=3', '/match/1', '/bets', '/terms'].map((address) => descriptionOf(at(address)!))).toEqual([
    'matches',
    'matches_filtered',
    'match',
    'site',
    'site',
  ]);
});

it('a team’s former address leads to its page, and no other address anywhere', () => {
  const moved = (address: string) => {
    const { pathname, searchParams } = new URL(address, 'https://site.example');
    return movedTo(pathname, (name) => searchParams.get(name));
  };
  expect([moved('/matches?team=31'), moved('/Matches/?date=2026-11-20&team=31')]).toEqual(['/team/31', '/team/31']);
  for (const address of [
    '/matches',
    '/matches?team=',
    '/matches?team=0',
    '/matches?team=-1',
    '/matches?team=9999999999',
    '/bets?team=31',
  ]) {
    expect(moved(address)).toBeNull();
  }
  expect(canonicalPath(at('/Team/007/?tab=squad')!, null)).toBe('/team/7');
});

it('other sports have their own words for matches and tables, football has none, and a draw has them in every sport', () => {
  const own = (address: string, sport: Sport, isDraw = false) => otherDescriptionOf(at(address)!, { sport, isDraw });
  expect([own('/match/1', 'tennis'), own('/leagues/3/standings', 'basketball')]).toEqual(['match', 'standings']);
  expect([own('/team/1', 'tennis'), own('/team/1', 'football')]).toEqual(['team', null]);
  expect([own('/match/1', 'football'), own('/leagues', 'esports'), own('/matches?sport=tennis', 'tennis')]).toEqual([null, null, null]);
  expect([own('/leagues/3/standings', 'football', true), own('/leagues/3/standings', 'tennis', true)]).toEqual(['draw', 'draw']);
});
