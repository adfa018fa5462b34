import { createMemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { routes } from './router.tsx';

/** Where a path leads, and whether a page is there. */
async function visit(path: string) {
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  await expect.poll(() => router.state.initialized && router.state.navigation.state === 'idle').toBe(true);
  const { location, matches, errors } = router.state;
  return { at: location.pathname + location.search, isPage: Boolean(matches.at(-1)?.route.element), errors };
}

describe('every page has its address', () => {
  it.each([
    '/matches',
    '/matches?q=avalon',
    '/match/7',
    '/leagues',
    '/leagues/3/standings',
    '/account',
    '/account?tab=history',
    '/bets',
    '/settings/profile',
    '/settings/security',
    '/admin/login',
    '/terms',
    '/privacy',
  ])('%s', async (path) => {
    expect(await visit(path)).toEqual({ at: path, isPage: true, errors: null });
  });
});

describe('every other path leads to one', () => {
  it.each([
    ['/', '/matches'],
    ['/rankings', '/matches'],
    ['/rankings/users/7', '/matches'],
    ['/match/abc', '/matches'],
    ['/match/7x', '/matches'],
    ['/match/-7', '/matches'],
    ['/match', '/matches'],
    ['/leagues/abc/standings', '/matches'],
    ['/leagues/3', '/matches'],
    ['/no/such/page', '/matches'],
    ['/settings', '/matches'],
    ['/admin', '/admin/login?next=%2Fadmin'],
    ['/admin/users', '/admin/login?next=%2Fadmin%2Fusers'],
  ])('%s to %s', async (path, at) => {
    expect(await visit(path)).toEqual({ at, isPage: true, errors: null });
  });
});
