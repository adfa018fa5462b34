import { screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await chooseLocale('en');
});
beforeEach(() => {
  server.reset();
  document.title = '';
});
afterAll(() => server.stop());

/** Opens a path and returns the final one, once its page has set its title. */
async function visit(path: string): Promise<string> {
  const site = renderSite(path);
  await waitFor(() => expect(document.title).toMatch(/ · Matchpoint$/));
  expect(screen.queryByText(t('shell.crashed'))).toBeNull();
  return site.path();
}

describe('every page has its address', () => {
  it.each([
    '/matches',
    '/matches?q=avalon',
    '/match/7',
    '/team/7',
    '/team/7?tab=squad',
    '/leagues',
    '/leagues/3/standings',
    '/account',
    '/account?tab=history',
    '/bets',
    '/developers/embeds',
    '/groups',
    '/groups/new',
    '/groups/join/ABCD-2345',
    '/group/01890a5d-ac96-774b-bcce-b302099a8057?tab=table',
    '/settings/profile',
    '/settings/security',
    '/settings/developers',
    '/developers',
    '/sign-in',
    '/not-me',
    '/unsubscribe',
    '/code',
    '/terms',
    '/privacy',
    '/responsible-play',
  ])('%s', async (path) => {
    expect(await visit(path)).toBe(path);
  });
});

describe('all other paths redirect to one', () => {
  it.each([
    ['/', '/matches'],
    ['/rankings', '/matches'],
    ['/rankings/users/7', '/matches'],
    ['/matches?team=7&date=2026-11-20', '/team/7'],
    ['/team/abc', '/matches'],
    ['/team', '/matches'],
    ['/match/abc', '/matches'],
    ['/match/7x', '/matches'],
    ['/match/-7', '/matches'],
    ['/match', '/matches'],
    ['/leagues/abc/standings', '/matches'],
    ['/leagues/3', '/matches'],
    ['/no/such/page', '/matches'],
    ['/settings', '/matches'],
  ])('%s to %s', async (path, at) => {
    expect(await visit(path)).toBe(at);
  });
});
