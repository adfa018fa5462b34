import { waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Favorites } from '#contract/favorites.ts';
import { beGuest, makeUser } from '#test/web/fixtures/accounts.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { followFavorites, toggleFavorite, useFavorites } from './favorites.ts';
import { useSession } from './session.ts';
import { useToasts } from './toasts.ts';

let server: TestServer;
let stop: () => void;

const NONE: Favorites = { match: [], team: [], league: [] };
const on = () => {
  const { match, team, league } = useFavorites.getState();
  return { match: [...match], team: [...team], league: [...league] };
};
const stored = (key = 'favorites') => JSON.parse(localStorage.getItem(key) ?? 'null');
const store = (key: string, value: unknown) => localStorage.setItem(key, typeof value === 'string' ? value : JSON.stringify(value));
const signIn = (user = makeUser()) => {
  useSession.setState({ user, token: 'token', booted: true });
  return user;
};
const toasts = () => useToasts.getState().toasts.map(({ type, message }) => [type, message]);
const settled = () => waitFor(() => expect(stored('favorites_mine')).not.toBeNull());
/** Changes the storage as another tab would, with the event: jsdom does not dispatch it. */
const elsewhere = (key: string, value: unknown) => {
  store(key, value);
  window.dispatchEvent(new StorageEvent('storage', { key }));
};

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => {
  server.reset();
  beGuest();
  useToasts.setState({ toasts: [] });
  useFavorites.setState({ match: new Set(), team: new Set(), league: new Set() });
});
const begin = () => {
  stop = followFavorites();
};
afterEach(() => {
  beGuest();
  stop?.();
});
afterAll(() => server.stop());

/** A server that stores favorites, like ours. */
function keep(kept: Favorites): Favorites {
  server.on('GET /api/favorites', () => ({ json: kept }));
  server.on('POST /api/favorites', ({ body }) => {
    const told = JSON.parse(body) as Favorites;
    for (const kind of ['match', 'team', 'league'] as const) kept[kind] = [...new Set([...kept[kind], ...told[kind]])];
    return { json: kept };
  });
  for (const id of [1, 2, 3]) {
    server.on(`PUT /api/favorites/team/${id}`, () => {
      kept.team = [...kept.team.filter((other) => other !== id), id];
      return { json: kept };
    });
    server.on(`DELETE /api/favorites/team/${id}`, () => {
      kept.team = kept.team.filter((other) => other !== id);
      return { json: kept };
    });
  }
  return kept;
}

describe('a guest’s stars', () => {
  it('are stored in this browser, latest last, and removed again', () => {
    begin();
    toggleFavorite('match', 5);
    toggleFavorite('match', 3);
    toggleFavorite('league', 5);
    toggleFavorite('team', 9);
    toggleFavorite('team', 9);
    expect(on()).toEqual({ match: [5, 3], team: [], league: [5] });
    expect(stored()).toEqual(on());
    expect(server.calls()).toEqual([]);
  });

  it('keep their identity if nothing changed, to avoid rendering', () => {
    begin();
    const before = useFavorites.getState();
    toggleFavorite('match', 5);
    const after = useFavorites.getState();
    expect(after.match).not.toBe(before.match);
    expect(after.team).toBe(before.team);
  });

  it('are limited to a hundred per kind: the oldest are dropped', () => {
    begin();
    for (let id = 1; id <= 101; id++) toggleFavorite('match', id);
    expect(on().match).toHaveLength(100);
    expect(on().match.at(0)).toBe(2);
  });

  it('follow those of other tabs', () => {
    begin();
    elsewhere('favorites', { ...NONE, match: [8] });
    expect(on().match).toEqual([8]);
    elsewhere('something', '1');
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
    expect(on()).toEqual(NONE);
  });

  it.each([
    ['', NONE],
    ['{', NONE],
    ['[1]', NONE],
    ['null', NONE],
    ['{"match":[1,1,"2",-3,1.5,null,9999999999],"team":7}', { ...NONE, match: [1] }],
  ])('are read from any stored value: %s', (text, read) => {
    begin();
    elsewhere('favorites', text);
    expect(on()).toEqual(read);
  });
});

describe('signing in', () => {
  it('shows the server’s favorites, and requests them once', async () => {
    keep({ ...NONE, team: [3, 1] });
    begin();
    signIn();
    await waitFor(() => expect(on().team).toEqual([3, 1]));
    useSession.setState({ token: 'renewed' });
    expect(server.calls()).toEqual(['GET /api/favorites']);
  });

  it('hands over the guest’s stars once, and removes them', async () => {
    const kept = keep({ ...NONE, team: [3] });
    begin();
    toggleFavorite('team', 1);
    toggleFavorite('league', 7);
    signIn();
    // Favorites stay visible while the server is asked.
    expect(on()).toEqual({ match: [], team: [1], league: [7] });
    await waitFor(() => expect(on()).toEqual({ match: [], team: [3, 1], league: [7] }));
    expect(kept.league).toEqual([7]);
    expect(stored()).toBeNull();
    expect(server.calls()).toEqual(['POST /api/favorites']);
  });

  it('shows the last visit’s favorites at once, but not to another user', async () => {
    keep({ ...NONE, team: [3, 1] });
    const user = makeUser();
    store('favorites_mine', { user: user.id, told: { ...NONE, team: [3] } });
    begin();
    signIn(user);
    expect(on().team).toEqual([3]);
    await waitFor(() => expect(on().team).toEqual([3, 1]));
    keep({ ...NONE, team: [2] });
    signIn();
    expect(on()).toEqual(NONE);
    await waitFor(() => expect(on().team).toEqual([2]));
  });

  it('keeps the guest’s stars if the server is unreachable, and hands them over with the next one', async () => {
    server.on('POST /api/favorites', { status: 503, json: {} });
    begin();
    toggleFavorite('league', 7);
    signIn();
    await waitFor(() => expect(server.calls()).toEqual(['POST /api/favorites']));
    expect(on().league).toEqual([7]);
    expect(stored().league).toEqual([7]);
    keep({ ...NONE });
    toggleFavorite('team', 1);
    await waitFor(() => expect(stored()).toBeNull());
    await waitFor(() => expect(on()).toEqual({ match: [], team: [1], league: [7] }));
    expect(toasts()).toEqual([]);
  });
});

describe('a signed-in user’s star', () => {
  it('is shown at once and sent to the server', async () => {
    const kept = keep({ ...NONE, team: [3] });
    begin();
    signIn();
    await settled();
    toggleFavorite('team', 1);
    expect(on().team).toEqual([3, 1]);
    await waitFor(() => expect(kept.team).toEqual([3, 1]));
    expect(stored()).toBeNull();
  });

  it('ends in the last state, however quickly pressed', async () => {
    const kept = keep({ ...NONE });
    begin();
    signIn();
    await settled();
    for (let press = 0; press < 3; press++) toggleFavorite('team', 1);
    toggleFavorite('team', 2);
    expect(on().team).toEqual([1, 2]);
    await waitFor(() => expect(kept.team).toEqual([1, 2]));
    expect(server.calls().slice(1)).toEqual([
      'PUT /api/favorites/team/1',
      'DELETE /api/favorites/team/1',
      'PUT /api/favorites/team/1',
      'PUT /api/favorites/team/2',
    ]);
    expect(on().team).toEqual([1, 2]);
  });

  it('is undone with the reason if the server refuses; others stay', async () => {
    keep({ ...NONE, team: [3] });
    server.on('PUT /api/favorites/team/1', { status: 404, json: { code: 'not_found', detail: 'There is nothing here.' }, afterMs: 20 });
    begin();
    signIn();
    await settled();
    toggleFavorite('team', 1);
    toggleFavorite('team', 2);
    expect(on().team).toEqual([3, 1, 2]);
    await waitFor(() => expect(on().team).toEqual([3, 2]));
    expect(toasts()).toEqual([['error', 'There is nothing here.']]);
  });

  it('appears in other tabs', async () => {
    keep({ ...NONE, team: [3] });
    begin();
    const user = signIn();
    await settled();
    elsewhere('favorites_mine', { user: user.id, told: { ...NONE, team: [3, 2] } });
    expect(on().team).toEqual([3, 2]);
    elsewhere('favorites', { ...NONE, team: [1] });
    expect(on().team).toEqual([3, 2]);
  });
});

describe('signing out', () => {
  it('leaves nothing of the user behind: the stars are the guest’s again', async () => {
    keep({ ...NONE, team: [3] });
    begin();
    signIn();
    await settled();
    beGuest();
    expect(on()).toEqual(NONE);
    expect(stored('favorites_mine')).toBeNull();
    toggleFavorite('match', 5);
    expect(stored()).toEqual({ ...NONE, match: [5] });
  });

  it('is not undone by a late answer', async () => {
    keep({ ...NONE });
    const release = server.hold('PUT /api/favorites/team/1', { json: { ...NONE, team: [1] } });
    begin();
    signIn();
    await settled();
    toggleFavorite('team', 1);
    await waitFor(() => expect(server.calls()).toContain('PUT /api/favorites/team/1'));
    beGuest();
    release();
    await server.settle();
    expect(on()).toEqual(NONE);
    expect(stored('favorites_mine')).toBeNull();
  });
});
