import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { protectAnswers } from './security-headers.ts';
import { type DescribePage, staticRoutes } from './static.ts';

const SCRIPT = `console.log(${JSON.stringify('matchpoint '.repeat(200))});`;
const PAGE =
  '<html lang="__LANG__" data-theme="__THEME__"><script src="/assets/index-abc.js"></script><meta name="csp-nonce" content="__NONCE__" /><!--HEAD--><link rel="stylesheet" crossorigin href="/assets/index-abc.css"><div id="root"><!--FIRST--></div></html>';
const STYLES = 'a:before { content: "$& __NONCE__" }';
/** Describes a page by its path and language; the description contains everything that a careless replacement would interpret. */
const HEAD = "$& $1 $' __NONCE__ <!--HEAD-->";
const describePage: DescribePage = async (c, locale) => {
  if (c.req.path === '/') return { redirect: '/matches' };
  return {
    page: 'match',
    status: c.req.path === '/match/404' ? 404 : 200,
    head: `<title>${c.req.path} ${locale} ${HEAD}</title>`,
    first: c.req.path === '/match/500' ? '' : `<main>${HEAD}</main>`,
  };
};

/** Modules that import each other, and one that the page already names. */
const BUILT = {
  'src/web/pages/match-page.tsx': { file: 'assets/match-page-1.js', imports: ['_shared', 'index.html'] },
  'src/web/i18n/vi/first-messages.ts': { file: 'assets/words-vi.js' },
  _shared: { file: 'assets/shared-1.js', imports: ['src/web/pages/match-page.tsx'] },
  'index.html': { file: 'assets/index-abc.js' },
};

const BUILT_CONSOLE = { 'src/web/i18n/vi/admin-messages.ts': { file: 'assets/console/words-vi.js' } };

let test: TestApp;
let folder: string;
let site: Hono;

beforeAll(async () => {
  test = await createTestApp();
  folder = await mkdtemp(join(tmpdir(), 'matchpoint site '));
  await mkdir(join(folder, 'assets', 'console'), { recursive: true });
  await writeFile(join(folder, 'index.html'), PAGE);
  await writeFile(join(folder, 'admin.html'), PAGE.replaceAll('index-abc', 'console/admin-abc'));
  await writeFile(join(folder, 'icon.svg'), '<svg/>');
  await mkdir(join(folder, '.vite'));
  await writeFile(join(folder, '.vite', 'manifest.json'), JSON.stringify(BUILT));
  await writeFile(join(folder, '.vite', 'console.json'), JSON.stringify(BUILT_CONSOLE));
  await writeFile(join(folder, 'assets', 'index-abc.js'), SCRIPT);
  await writeFile(join(folder, 'assets', 'index-abc.css'), STYLES);
  await writeFile(join(folder, 'assets', 'archivo-latin-wdth-normal-abc.woff2'), 'font');
  await writeFile(join(folder, 'assets', 'archivo-latin-ext-wdth-normal-abc.woff2'), 'font');
  await writeFile(join(folder, 'assets', 'console', 'admin-abc.css'), STYLES);
  await writeFile(join(folder, 'assets', 'console', 'archivo-latin-wdth-normal-abc.woff2'), 'font');
  site = new Hono();
  protectAnswers(site, test.deps.config);
  staticRoutes(site, describePage, folder);
  site.notFound((c) => c.text('nothing', 404));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await test.database.drop();
});

const get = (path: string, headers: Record<string, string> = {}) => site.request(path, { headers: { Host: 'localhost:3000', ...headers } });

describe('flags', () => {
  it.each(['/flags/kz.svg', '/flags/gb-nir.svg'])('are served from their package: %s', async (path) => {
    const response = await get(path);
    expect(response.headers.get('content-type')).toMatch(/^image\/svg\+xml/);
    expect(response.headers.get('cache-control')).toBe('public, max-age=604800');
    expect(await response.text()).toMatch(/^<svg /);
  });

  it.each([
    '/flags/zz.svg',
    '/flags/../package.json',
    '/flags/%2e%2e%2fpackage.json',
    '/flags/language/en.svg',
    '/flags/european_union.svg',
  ])('are not served for %s', async (path) => {
    const response = await get(path);
    expect(response.headers.get('content-type')).not.toBe('image/svg+xml');
    expect(await response.text()).not.toContain('circle-flags');
  });
});

describe('the page', () => {
  it.each(['/matches', '/match/7', '/index.html', '/no/such/place.html', '/apix'])('answers %s', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/html/);
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
  });

  it('contains its description verbatim', async () => {
    expect(await (await get('/match/7', { Cookie: 'lang=vi' })).text()).toContain(`<title>/match/7 vi ${HEAD}</title>`);
    expect((await get('/match/404')).status).toBe(404);
  });

  it('shows its initial content until its scripts run, compressed if the client accepts it', async () => {
    expect(await (await get('/match/7')).text()).toContain(`<div id="root"><main>${HEAD}</main></div>`);
    const response = await get('/match/7', { 'Accept-Encoding': 'gzip' });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(gunzipSync(Buffer.from(await response.arrayBuffer())).toString()).toContain(HEAD);
  });

  it('preloads its own code and the texts of its language, and nothing twice', async () => {
    const html = await (await get('/match/7', { Cookie: 'lang=vi' })).text();
    const early = [...html.matchAll(/<link rel="modulepreload" fetchpriority="low" crossorigin href="([^"]*)">/g)].map(([, href]) => href);
    expect(early).toEqual(['/assets/match-page-1.js', '/assets/shared-1.js', '/assets/words-vi.js']);
    expect((await get('/.vite/manifest.json')).status).toBe(404);
  });

  it('leads on where there is none, and is never sent in place of a file', async () => {
    const response = await get('/');
    expect([response.status, response.headers.get('location')]).toEqual([302, '/matches']);
    for (const path of ['/favicon.ico', '/sw.js', '/manifest.webmanifest', '/match/7.png']) expect((await get(path)).status).toBe(404);
  });

  it('is in the chosen language, else the link’s, else the browser’s', async () => {
    const languageOf = async (path: string, headers: Record<string, string>) =>
      /lang="([^"]+)"/.exec(await (await get(path, headers)).text())?.[1];
    const browser = { 'Accept-Language': 'vi' };
    expect(await languageOf('/matches?lang=zh', { ...browser, Cookie: 'lang=en' })).toBe('en');
    expect(await languageOf('/matches?lang=zh', browser)).toBe('zh-CN');
    expect(await languageOf('/matches?lang="><script>', browser)).toBe('vi');
  });

  it.each([
    [{}, 'en', 'system'],
    [{ 'Accept-Language': 'vi-VN,vi;q=0.9,en;q=0.8' }, 'vi', 'system'],
    [{ Cookie: 'lang=zh-CN; theme=dark', 'Accept-Language': 'vi' }, 'zh-CN', 'floodlit'],
    [{ Cookie: 'theme=light' }, 'en', 'programme'],
    [{ Cookie: 'theme="><script>; lang="><script>' }, 'en', 'system'],
    [{ Cookie: 'theme=constructor' }, 'en', 'system'],
  ])('comes in the language and theme of %j', async (headers, lang, theme) => {
    expect(await (await get('/matches', headers as Record<string, string>)).text()).toContain(
      `<html lang="${lang}" data-theme="${theme}">`,
    );
  });

  it('lets in styles with the nonce of this answer, and no others', async () => {
    const [one, other] = [await get('/matches'), await get('/matches')];
    const nonce = /content="([^"]+)"/.exec(await one.text())?.[1];
    const policy = one.headers.get('content-security-policy')!.split('; ');
    expect(nonce).toMatch(/^[\w+/=]{16,}$/);
    expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
    expect(await other.text()).not.toContain(nonce);
  });

  it('brings its styles along on a first visit, and links them afterwards', async () => {
    const first = await get('/matches');
    const nonce = /nonce-([^']+)'/.exec(first.headers.get('content-security-policy') ?? '')?.[1];
    const html = await first.text();
    expect(html).toContain(`<style nonce="${nonce}" data-href="/assets/index-abc.css">${STYLES}</style>`);
    expect(html).not.toContain('rel="stylesheet"');
    const later = await (await get('/matches', { Cookie: 'tz=Asia/Tokyo' })).text();
    expect(later).toContain('<link rel="stylesheet" crossorigin href="/assets/index-abc.css">');
    expect(later).not.toContain('<style');
    expect(await (await get('/match/500')).text()).not.toContain('<style');
  });

  it('preloads the font that it needs first', async () => {
    expect((await get('/matches')).headers.get('link')).toMatch(/^<\/assets\/archivo-latin-wdth-normal-abc.woff2>; rel=preload; as=font/);
  });

  it('is never the response to an API request', async () => {
    expect((await get('/api/nothing')).status).toBe(404);
    expect((await get('/api')).status).toBe(404);
    expect((await site.request('/matches', { method: 'POST' })).status).toBe(404);
  });
});

describe('the console', () => {
  it.each(['/admin', '/admin/', '/Admin/login', '/admin/users/7', '/admin/no/such.html'])(
    'answers %s with its own page, whatever there is of it',
    async (path) => {
      const response = await get(path, { Cookie: 'lang=vi' });
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
      const html = await response.text();
      expect(html).toContain('<html lang="vi" data-theme="programme"><script src="/assets/console/admin-abc.js">');
      expect(html).toContain('href="/assets/console/admin-abc.css"');
      expect(html).toContain('<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/console/words-vi.js">');
      expect(html).not.toContain('index-abc');
      const nonce = /content="([^"]+)"/.exec(html)?.[1];
      expect(response.headers.get('content-security-policy')).toContain(`style-src 'self' 'nonce-${nonce}'`);
    },
  );

  it.each([
    ['dark', 'floodlit'],
    ['light', 'programme'],
    ['system', 'system'],
    ['"><script>', 'programme'],
  ])('comes in the theme %s of who chose it, and light to all others', async (theme, name) => {
    expect(await (await get('/admin', { Cookie: `theme=${theme}` })).text()).toContain(`data-theme="${name}"`);
  });

  it('is not served for similar paths, its template or missing files', async () => {
    expect(await (await get('/administrator')).text()).toContain('index-abc');
    expect(await (await get('/admin.html')).text()).toContain('index-abc');
    expect((await get('/admin/users.csv')).status).toBe(404);
    expect((await get('/assets/console/gone.js')).status).toBe(404);
  });
});

describe('files', () => {
  it('named after their content are kept for ever, and sent compressed', async () => {
    const plain = await get('/assets/index-abc.js');
    expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(plain.headers.get('content-type')).toMatch(/^text\/javascript/);
    expect(await plain.text()).toBe(SCRIPT);
    const brotli = await get('/assets/index-abc.js', { 'Accept-Encoding': 'gzip, deflate, br' });
    expect(brotli.headers.get('content-encoding')).toBe('br');
    expect(String(brotliDecompressSync(Buffer.from(await brotli.arrayBuffer())))).toBe(SCRIPT);
    const gzip = await get('/assets/index-abc.js', { 'Accept-Encoding': 'gzip, br;q=0' });
    expect(gzip.headers.get('content-encoding')).toBe('gzip');
    expect(String(gunzipSync(Buffer.from(await gzip.arrayBuffer())))).toBe(SCRIPT);
    const font = await get('/assets/archivo-latin-wdth-normal-abc.woff2', { 'Accept-Encoding': 'br' });
    expect(font.headers.get('content-encoding')).toBeNull();
  });

  it('with fixed names are revalidated, and answered with 304', async () => {
    const icon = await get('/icon.svg');
    expect(icon.headers.get('cache-control')).toBe('public, no-cache');
    expect((await get('/icon.svg', { 'If-None-Match': icon.headers.get('etag')! })).status).toBe(304);
  });

  it('that are gone are not replaced by a page, and nothing outside the folder is reached', async () => {
    expect((await get('/assets/index-old.js')).status).toBe(404);
    for (const path of ['/../package.json', '/%2e%2e/package.json', '/assets/..%2f..%2fpackage.json', '/assets%2f..%2findex.html']) {
      expect(await (await get(path)).text()).not.toContain('"name"');
    }
  });
});

it('reports in one sentence that the site has not been built', async () => {
  const app = new Hono();
  protectAnswers(app, test.deps.config);
  staticRoutes(app, describePage, join(folder, 'nowhere'));
  const response = await app.request('/matches');
  expect(response.status).toBe(503);
  expect(await response.text()).toBe('The site has not been built: `npm start` builds it.');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
});
