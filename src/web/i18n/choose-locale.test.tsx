import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { tZh } from '#test/web/words.ts';
import { knownLocale, localeByAddress } from './choose-locale.ts';
import { chooseLocale, currentLocale, translator } from './locale-store.ts';

describe('the known language', () => {
  it.each([
    ['the stored one before the link’s and the browser’s', 'vi', 'zh-CN', ['zh-TW'], 'vi'],
    ['English where the stored one is none of ours', 'fr', null, ['zh-TW'], 'en'],
    ['the link’s before the browser’s', null, 'vi', ['zh-TW'], 'vi'],
    ['the first of ours that the browser asks for', null, null, ['fr', 'zh-HK', 'vi'], 'zh-CN'],
    ['the browser’s where the link’s is none of ours', null, 'xx"><', ['vi'], 'vi'],
    ['none where the browser asks for others', null, null, ['fr', 'de-AT'], null],
  ])('is %s', (_, stored, linked, browser, locale) => {
    expect(knownLocale(stored, linked, browser)).toBe(locale);
  });
});

describe('the language by IP address', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(() => server.reset());
  afterAll(() => server.stop());
  const urls = () => [`${server.origin}/one`, `${server.origin}/two`];

  it('asks the first service, without sending the page', async () => {
    server.on('GET /one', { json: { ip: '1.2.3.4', country: 'VN' } });
    expect(await localeByAddress(urls())).toBe('vi');
    expect(server.calls()).toEqual(['GET /one']);
    expect(server.heard[0]?.headers.referer).toBeUndefined();
  });

  it.each([
    ['fails', { status: 500, json: {} }],
    ['makes no sense', { text: 'hello' }],
    ['names no country', { json: { country: 'Vietnam' } }],
  ])('asks the second if the first %s', async (_, answer) => {
    server.on('GET /one', answer);
    server.on('GET /two', { json: { country: 'China', country_code: 'CN' } });
    expect(await localeByAddress(urls())).toBe('zh-CN');
  });

  it('is English in every other country', async () => {
    server.on('GET /one', { json: { country: 'BR' } });
    expect(await localeByAddress(urls())).toBe('en');
  });

  it('is unknown if none answers in time', async () => {
    server.on('GET /one', { json: { country: 'VN' }, afterMs: 30_000 });
    server.on('GET /two', { json: { country: 'VN' }, afterMs: 30_000 });
    expect(await localeByAddress(urls(), 150)).toBeNull();
  });
});

it('keeps the selected language for the browser and the server, and sets it on the page', async () => {
  await chooseLocale('zh-CN');
  expect(currentLocale()).toBe('zh-CN');
  expect(localStorage.getItem('lang')).toBe('zh-CN');
  expect(document.cookie).toContain('lang=zh-CN');
  expect(document.documentElement.lang).toBe('zh-CN');
  expect(translator('shell')('sign_in')).toBe(tZh('shell.sign_in'));
});
