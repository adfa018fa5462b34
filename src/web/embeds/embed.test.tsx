import { readFile } from 'node:fs/promises';
import { build } from 'vite';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

const SITE = 'https://score.example';

/** The scripts as other sites get them. */
const built: Record<string, string> = {};
beforeAll(async () => {
  for (const mode of ['embed', 'embed-page']) {
    const made = await build({ configFile: 'vite.embeds.config.ts', mode, logLevel: 'silent', build: { write: false } });
    const [{ output }] = made as unknown as [{ output: { fileName: string; code?: string; source?: string | Uint8Array }[] }];
    for (const { fileName, code, source } of output) built[fileName] = code ?? String(source);
  }
});

/** Runs the script as an element of the page would. */
function include(): void {
  const script = Object.assign(document.createElement('script'), { src: `${SITE}/embed.js` });
  Object.defineProperty(document, 'currentScript', { value: script, configurable: true });
  new Function(built['embed.js']!)();
}

const place = (attributes: string, link = '<a href="https://score.example/match/7">Avalon v Northgate</a>') => {
  document.body.innerHTML = `<div ${attributes}>${link}</div>`;
  return document.body.firstElementChild as HTMLElement;
};
const tell = (source: Window | null | undefined, data: unknown, origin = 'null') =>
  window.dispatchEvent(new MessageEvent('message', { source: source ?? null, data, origin }));

beforeEach(() => {
  Reflect.deleteProperty(globalThis, 'matchpoint');
});

describe('the files of embeds', () => {
  it('are small, need no other file, and keep nothing', () => {
    expect(Object.keys(built).sort()).toEqual(['embed.js', 'embed/page.css', 'embed/page.js']);
    expect(Buffer.byteLength(built['embed.js']!)).toBeLessThan(5 * 1_024);
    expect(Buffer.byteLength(built['embed/page.js']!)).toBeLessThan(5 * 1_024);
    for (const code of Object.values(built))
      expect(code).not.toMatch(/cookie|localStorage|sessionStorage|indexedDB|sendBeacon|import\(|\beval\b/);
  });

  it('are built from sources that the build knows', async () => {
    expect(await readFile('scripts/setup.mjs', 'utf8')).toContain("'vite.embeds.config.ts'");
  });
});

describe('the script on another site', () => {
  it('makes a sandboxed, lazy frame with a title, and keeps the link until the frame answers', () => {
    const div = place('data-matchpoint="match" data-id="7" data-theme="dark" data-lang="vi" data-hide="score" data-width="400"');
    const before = Object.keys(globalThis);
    include();
    expect(Object.keys(globalThis).filter((name) => !before.includes(name))).toEqual(['matchpoint']);
    const frame = div.querySelector('iframe')!;
    expect(frame.src).toBe(`${SITE}/embed/match/7?theme=dark&lang=vi&hide=score`);
    expect(frame.getAttribute('sandbox')).toBe('allow-scripts allow-popups allow-popups-to-escape-sandbox');
    expect([frame.title, frame.loading, frame.getAttribute('referrerpolicy') ?? frame.referrerPolicy]).toEqual([
      'Avalon v Northgate',
      'lazy',
      'no-referrer',
    ]);
    expect(frame.style.maxWidth).toBe('400px');
    expect(div.querySelector('a')).not.toBeNull();
    tell(frame.contentWindow, { type: 'matchpoint:height', height: 172.4 });
    expect([frame.height, div.querySelector('a')]).toEqual(['173', null]);
  });

  it.each([
    ['another window', () => window, { type: 'matchpoint:height', height: 300 }, 'null'],
    ['an origin that is neither a sandbox nor ours', null, { type: 'matchpoint:height', height: 300 }, 'https://evil.example'],
    ['a message of another type', null, { type: 'height', height: 300 }, 'null'],
    ['a text as height', null, { type: 'matchpoint:height', height: '300;position:fixed' }, 'null'],
    ['no height', null, { type: 'matchpoint:height' }, 'null'],
    ['NaN', null, { type: 'matchpoint:height', height: Number.NaN }, 'null'],
    ['a height beyond reason', null, { type: 'matchpoint:height', height: 1e9 }, 'null'],
    ['nothing', null, null, 'null'],
  ])('believes no height from %s', (_, from, data, origin) => {
    const div = place('data-matchpoint="match" data-id="7"');
    include();
    const frame = div.querySelector('iframe')!;
    tell(from ? from() : frame.contentWindow, data, origin);
    expect([frame.height, div.querySelector('a') !== null]).toEqual(['180', true]);
  });

  it.each([
    'data-matchpoint="match" data-id="javascript:alert(1)"',
    'data-matchpoint="match"',
    'data-matchpoint="match" data-id="../account"',
    'data-matchpoint="nothing" data-id="7"',
    'data-matchpoint="group" data-id="7"',
  ])('leaves the link of <div %s> as it is', (attributes) => {
    const div = place(attributes);
    include();
    expect([div.querySelector('iframe'), div.textContent]).toEqual([null, 'Avalon v Northgate']);
  });

  it('takes values that it does not know as left out, and writes seasons as text', () => {
    const div = place('data-matchpoint="table" data-id="3" data-theme="x&y" data-lang="xx" data-season="2025/26&hide=score"');
    include();
    expect(div.querySelector('iframe')!.src).toBe(`${SITE}/embed/table/3?season=2025%2F26%26hide%3Dscore`);
  });

  it('works when it is included twice, and for elements that come later', () => {
    const div = place('data-matchpoint="match" data-id="7"');
    include();
    include();
    expect(div.querySelectorAll('iframe')).toHaveLength(1);
    const later = place('data-matchpoint="probability" data-id="8"');
    (globalThis as { matchpoint?: { scan: () => void } }).matchpoint!.scan();
    expect(later.querySelector('iframe')!.src).toBe(`${SITE}/embed/probability/8`);
  });
});
