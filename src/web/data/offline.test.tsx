import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { getMeta } from '#contract/meta.ts';
import { makeDay, makeMatch, makeMeta, makeTeam } from '#test/web/fixtures/matches.ts';
import { servePages } from '#test/web/page-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';
import { call } from './call.ts';
import { noteAnswer, SAVED_AT, useOffline } from './offline.ts';
import { queryClient } from './query-client.ts';

const server = await servePages();
beforeEach(async () => {
  queryClient.clear();
  useOffline.setState({ savedAt: null, isUnreachable: false });
  server.on('GET /api/matches', { json: makeDay([makeMatch({ home: makeTeam('Avalon Town') })]) });
  server.on('GET /api/matches/recommended', { json: { match: null } });
  await chooseLocale('en');
});
afterEach(() => useOffline.setState({ savedAt: null, isUnreachable: false }));

const banner = () => screen.queryByText(t('shell.offline_now'));

it('is noticed when the browser says so, what is shown stays, and it ends with the network', async () => {
  renderSite('/matches');
  expect((await screen.findAllByText('Avalon Town')).length).toBeGreaterThan(0);
  expect(banner()).toBeNull();
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(banner()).not.toBeNull();
  expect(screen.getAllByText('Avalon Town').length).toBeGreaterThan(0);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(banner()).toBeNull();
});

it('is noticed when a call does not arrive, and ends with the next answer', async () => {
  const { fetch } = globalThis;
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  await expect(call(getMeta, {})).rejects.toMatchObject({ code: 'network' });
  globalThis.fetch = fetch;
  expect(useOffline.getState().isUnreachable).toBe(true);
  server.on('GET /api/meta', { json: makeMeta() });
  await call(getMeta, {});
  expect(useOffline.getState()).toEqual({ savedAt: null, isUnreachable: false });
});

it('is told with the age of what was saved, and a refusal is no lack of a network', async () => {
  noteAnswer('2026-11-20T12:00:00.000Z');
  expect(useOffline.getState()).toEqual({ savedAt: '2026-11-20T12:00:00.000Z', isUnreachable: true });
  server.on('GET /api/meta', { status: 503, json: { code: 'unavailable', detail: 'Closed.' } });
  await call(getMeta, {}).catch(() => undefined);
  await waitFor(() => expect(useOffline.getState().isUnreachable).toBe(false));
  expect(SAVED_AT).toBe('x-saved-at');
});
