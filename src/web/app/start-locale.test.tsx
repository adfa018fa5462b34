import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { metaQuery } from '#web/data/queries.tsx';
import { queryClient } from '#web/data/query-client.ts';
import { chooseLocale, currentLocale } from '#web/i18n/locale-store.ts';
import { startLocale } from './start.tsx';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => {
  server.reset();
  // Only the addresses to ask matter here.
  queryClient.setQueryData(metaQuery.queryKey, { geo_urls: [`${server.origin}/geo`] } as never);
});
afterAll(() => server.stop());

const browserAsksFor = (...languages: string[]) => Object.defineProperty(navigator, 'languages', { value: languages, configurable: true });

it('uses the stored choice, without a lookup', async () => {
  localStorage.setItem('lang', 'vi');
  browserAsksFor('zh-CN');
  await startLocale().settled;
  expect(currentLocale()).toBe('vi');
  expect(server.calls()).toEqual([]);
});

it('uses the language of a link, without storing it', async () => {
  history.replaceState(null, '', '/matches?lang=vi');
  browserAsksFor('zh-CN');
  await startLocale().settled;
  expect(currentLocale()).toBe('vi');
  expect(localStorage.getItem('lang')).toBeNull();
  expect(server.calls()).toEqual([]);
  history.replaceState(null, '', '/');
});

it('uses the browser’s language, without storing it', async () => {
  browserAsksFor('fr', 'zh-TW');
  await startLocale().settled;
  expect(currentLocale()).toBe('zh-CN');
  expect(localStorage.getItem('lang')).toBeNull();
  expect(server.calls()).toEqual([]);
});

it('shows English during the lookup, and stores its result', async () => {
  browserAsksFor('fr');
  server.on('GET /geo', { json: { country: 'VN' }, afterMs: 50 });
  const { readable, settled } = startLocale();
  await readable;
  expect(currentLocale()).toBe('en');
  await settled;
  expect(currentLocale()).toBe('vi');
  expect(localStorage.getItem('lang')).toBe('vi');
});

it('stays English without a result, and looks it up again next time', async () => {
  browserAsksFor('fr');
  await startLocale().settled;
  expect(server.calls()).toEqual(['GET /geo']);
  expect(currentLocale()).toBe('en');
  expect(localStorage.getItem('lang')).toBeNull();
});

it('keeps a language chosen during the lookup', async () => {
  browserAsksFor('fr');
  server.on('GET /geo', { json: { country: 'CN' }, afterMs: 80 });
  const { readable, settled } = startLocale();
  await readable;
  await chooseLocale('en');
  await settled;
  expect(currentLocale()).toBe('en');
});
