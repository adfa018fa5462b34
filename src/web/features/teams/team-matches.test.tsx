import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getTeam } from '#contract/teams.ts';
import { DAY_MS } from '#domain/time.ts';
import { makeDay, makeLeague, makeMatch, makeMeta, makeScore, makeTeam } from '#test/web/fixtures/matches.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';
import { datesToHear, nextOf, teamDays } from './team-matches.tsx';

const league = makeLeague();
const town = makeTeam('Avalon Town', { id: 31 });
const inDays = (days: number | null, rest: Partial<Parameters<typeof makeMatch>[0]> = {}) => ({
  ...makeMatch({ home: town, kickoff_at: days === null ? null : new Date(Date.now() + days * DAY_MS).toISOString(), ...rest }),
  league,
});
const ended = inDays(-3, { status: 'ft', score: makeScore(2, 1), away: makeTeam('Castellar') });
const next = inDays(2, { away: makeTeam('Villareja') });
const after = inDays(9, { away: makeTeam('Northgate') });

describe('a team’s days', () => {
  const dayOf = (at: Date) => at.toISOString().slice(0, 10);

  it('group the matches of each day, those without a day last', () => {
    const twice = { ...next, id: 1 };
    const days = teamDays([ended, next, twice, after, inDays(null)], dayOf);
    expect(days.map(({ matches }) => matches.length)).toEqual([1, 2, 1, 1]);
    expect(days.at(-1)?.day).toBeNull();
  });

  it('begin with the next match, or the last', () => {
    expect(nextOf([ended, next, after])).toBe(next);
    expect(nextOf([ended])).toBe(ended);
    expect(nextOf([])).toBeUndefined();
  });

  it('are followed if changes are possible', () => {
    const now = Date.now();
    const live = inDays(-0.04, { status: 'h1' });
    expect(datesToHear([ended, live, next, inDays(null)], now)).toEqual([live.kickoff_at!.slice(0, 10)]);
  });
});

describe('a team', () => {
  let server: TestServer;
  const scrolled: Element[] = [];
  const { scrollIntoView } = Element.prototype;
  beforeAll(async () => {
    server = await startTestServer();
    Element.prototype.scrollIntoView = function (this: Element) {
      scrolled.push(this);
    };
  });
  beforeEach(async () => {
    server.reset();
    scrolled.length = 0;
    queryClient.clear();
    localStorage.setItem('promo_shown_at', String(Date.now()));
    server.on('GET /api/meta', { json: makeMeta() });
    server.on('GET /api/matches', { json: makeDay([]) });
    server.on('GET /api/matches/recommended', { json: { match: null } });
    server.on('GET /api/leagues', { json: { items: [] } });
    await chooseLocale('en');
  });
  afterAll(() => {
    Element.prototype.scrollIntoView = scrollIntoView;
    return server.stop();
  });
  const answer = (matches: (typeof next)[]) =>
    server.on('GET /api/teams/31', {
      json: getTeam.reply.parse({ team: town, sport: 'football', country_code: 'gb-eng', leagues: [league], matches }),
    });

  it('is shown with its leagues and matches, scrolled to the next one', async () => {
    answer([ended, next, after]);
    renderSite('/matches?team=31');
    const header = (await screen.findByRole('heading', { name: 'Avalon Town' })).closest('header')!;
    expect(within(header).getByRole('link', { name: 'First Division' }).getAttribute('href')).toBe('/leagues/1/standings');
    expect(within(header).getByRole('button', { name: /Avalon Town/ })).toBeTruthy();
    const links = screen.getAllByRole('link', { name: /Avalon Town/ }).map((link) => link.getAttribute('href'));
    expect(links).toEqual([ended, next, after].map(({ id }) => `/match/${id}`));
    await waitFor(() => expect(scrolled).toHaveLength(1));
    expect(within(scrolled[0] as HTMLElement).getByRole('link', { name: /Villareja/ })).toBeTruthy();
  });

  it('says that it has no matches, that it does not exist, and what failed', async () => {
    answer([]);
    const { navigate } = renderSite('/matches?team=31');
    expect(await screen.findByText(t('search.teams.none'))).toBeTruthy();
    expect(scrolled).toEqual([]);
    server.on('GET /api/teams/404', { status: 404, json: { code: 'not_found', detail: 'Not here.' } });
    await navigate('/matches?team=404');
    expect(await screen.findByText(t('search.teams.unknown'))).toBeTruthy();
    expect(screen.getByRole('link', { name: t('search.teams.all_matches') }).getAttribute('href')).toBe('/matches');
    server.on('GET /api/teams/500', { status: 400, json: { code: 'invalid_query', detail: 'That went wrong.' } });
    await navigate('/matches?team=500');
    expect(await screen.findByText(t('search.teams.load_failed'))).toBeTruthy();
    expect(screen.getByText('That went wrong.')).toBeTruthy();
  });
});
