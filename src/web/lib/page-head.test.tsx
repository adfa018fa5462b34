import { act, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t, tVi } from '#test/web/words.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  server.reset();
  await chooseLocale('en');
});
afterAll(() => server.stop());

/** The head as the server writes it. */
const serverSays = (path: string) => {
  document.head.innerHTML = `
    <meta name="description" lang="en" data-path="${path}" content="What the server knows.">
    <link rel="canonical" href="https://score.example${path}">
    <meta property="og:title" content="Terms" data-page>`;
};
const description = () => document.querySelector('meta[name="description"]')?.getAttribute('content');
const canonical = () => document.querySelector('link[rel="canonical"]')?.getAttribute('href');

it('keeps the server’s head, and replaces it after navigation', async () => {
  serverSays('/terms');
  const site = renderSite('/terms');
  await waitFor(() => expect(document.title).toBe(`${t('titles.terms')} · Matchpoint`));
  expect(description()).toBe('What the server knows.');
  expect(document.querySelector('meta[property="og:title"]')).not.toBeNull();

  await site.navigate('/privacy/?utm=x');
  await waitFor(() => expect(canonical()).toBe('https://score.example/privacy'));
  expect(description()).toBe(t('descriptions.site'));
  expect(document.querySelector('meta[property="og:title"]')).toBeNull();

  await site.navigate('/account');
  await waitFor(() => expect(document.title).toBe(`${t('titles.account')} · Matchpoint`));
  expect(canonical()).toBeUndefined();
});

it('uses the current language', async () => {
  serverSays('/terms');
  renderSite('/terms');
  await waitFor(() => expect(document.title).toBe(`${t('titles.terms')} · Matchpoint`));
  await act(() => chooseLocale('vi'));
  await waitFor(() => expect(description()).toBe(tVi('descriptions.site')));
});

it('replaces a head for another address, as on a cached page', async () => {
  serverSays('/matches');
  renderSite('/terms');
  await waitFor(() => expect(canonical()).toBe('https://score.example/terms'));
  expect(description()).toBe(t('descriptions.site'));
});
