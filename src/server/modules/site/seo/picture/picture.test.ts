import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { COLOURS, drawMatch, type MatchDrawing } from './drawing.ts';
import { type FontFace, readFaces } from './font-file.ts';
import { type Fonts, findFonts } from './fonts.ts';
import { createRenderer } from './renderer.ts';
import { fit, writable } from './text.ts';

let fonts: Fonts;
let ofSystem: Fonts;
beforeAll(async () => {
  fonts = await findFonts([]);
  ofSystem = await findFonts();
});

const team = (name: string) => ({ id: 1, name, short_name: null, names: {}, colours: ['#9c1f3a', '#7fb6e8'] as [string, string] });
const drawing = (home: string[]): MatchDrawing => ({
  league: ['Premier League'],
  when: '21 November 2026',
  home: { team: team('Home'), names: home },
  away: { team: team('Away'), names: ['Away'] },
  middle: '2–1',
  below: ['2nd half'],
  isLive: true,
  tagline: 'Live scores',
});

describe('a font file', () => {
  it('gives its name, weight and covered characters', () => {
    const { regular, strong, bold } = fonts.archivo;
    expect([regular, strong, bold].map(({ family, weight }) => [family, weight])).toEqual([
      ['Archivo', 400],
      ['Archivo', 600],
      ['Archivo', 700],
    ]);
    expect(regular.covers('Đặng Văn Lâm – Thép Xanh Nam Định, Şükrü, Ødegaard, 2–1…')).toBe(true);
    expect(regular.covers('曼联')).toBe(false);
    expect(regular.covers('a😀')).toBe(false);
  });

  it('gives the width of a text as the sum of its letters, at any size', () => {
    const { bold } = fonts.archivo;
    expect(bold.widthOf('', 50)).toBe(0);
    expect(bold.widthOf('Avalon', 50)).toBeCloseTo(bold.widthOf('Ava', 50) + bold.widthOf('lon', 50));
    expect(bold.widthOf('Avalon', 100)).toBeCloseTo(2 * bold.widthOf('Avalon', 50));
    expect(bold.widthOf('WWWW', 50)).toBeGreaterThan(bold.widthOf('iiii', 50) * 2);
  });

  it('that is invalid or truncated has no faces', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'matchpoint-fonts-'));
    const whole = await readFile(fonts.archivo.bold.path);
    const files: [string, Buffer][] = [
      ['text.ttf', Buffer.from('this is no font, but it is long enough to be taken for one')],
      ['empty.ttf', Buffer.alloc(0)],
      ['cut.ttf', whole.subarray(0, 4_000)],
      ['collection.ttc', Buffer.from('ttcf\0\x01\0\0\xff\xff\xff\xff', 'latin1')],
    ];
    for (const [name, bytes] of files) {
      await writeFile(join(folder, name), bytes);
      expect(await readFaces(join(folder, name))).toEqual([]);
    }
    expect((await findFonts([folder, join(folder, 'nowhere')])).chinese).toBeNull();
    await rm(folder, { recursive: true });
  });
});

describe('a text in a picture', () => {
  it('fits its width by a smaller size or by an ellipsis', () => {
    const style = { size: 52, smallest: 30, width: 384 };
    const { bold } = fonts.archivo;
    expect(fit(bold, 'Northgate', style)).toEqual({ line: 'Northgate', size: 52 });
    expect(fit(bold, 'Hoàng Anh Gia Lai', style)).toEqual({ line: 'Hoàng Anh Gia Lai', size: expect.closeTo(42, -1) });
    expect(fit(bold, 'Borussia Verein für Leibesübungen', style)).toMatchObject({
      line: expect.stringMatching(/^Borussia .*…$/),
      size: 30,
    });
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }), (text) => {
        const { line, size } = fit(bold, text, style);
        expect(size).toBeLessThanOrEqual(52);
        // One letter and the ellipsis always remain.
        if ([...line].length > 3) expect(bold.widthOf(line, size)).toBeLessThanOrEqual(384.01);
      }),
    );
  });

  it('uses the first spelling that the fonts can render, else what remains of the last', () => {
    expect(writable(fonts, ['曼联', 'Man United'], 'bold').text).toBe('Man United');
    expect(writable(fonts, ['Ǆ≋ Sofia'], 'bold').text).toBe('DŽ Sofia');
    expect(writable(fonts, ['الأهلي'], 'bold').text).toBe('–');
    const chinese = { covers: () => true, family: 'Any' } as unknown as FontFace;
    expect(writable({ ...fonts, chinese }, ['曼联', 'Man United'], 'bold')).toMatchObject({ text: '曼联', face: { family: 'Any' } });
  });
});

it('in Chinese uses a system font that covers it', ({ skip }) => {
  if (ofSystem.chinese === null) skip('there is no such font here');
  expect(ofSystem.chinese?.covers('曼彻斯特联队对皇家马德里')).toBe(true);
  expect(drawMatch(ofSystem, drawing(['曼联', 'Man United']))).toContain('>曼联</text>');
});

it('in Chinese uses the Latin spelling if no font covers it', () => {
  const svg = drawMatch(fonts, drawing(['曼联', 'Man United']));
  expect(svg).toContain('>Man United</text>');
  expect(svg).not.toContain('曼');
});

it('uses the colours of the floodlit theme', async () => {
  const tokens = (await readFile('src/web/app/tokens.css', 'utf8')).split('[data-theme="floodlit"]')[1]!;
  for (const [name, colour] of Object.entries(COLOURS)) expect(tokens).toContain(`--${name}: ${colour};`);
});

it('renders any text of a feed as text, never as markup', async () => {
  const hostile = drawing(['</text><script>"&\'']);
  hostile.home.team.colours = ['red"/><image href="file:///etc/passwd', 'url(#x)'];
  const svg = drawMatch(fonts, hostile);
  expect(svg).not.toMatch(/<script|<image/);
  const picture = await createRenderer()(svg, fonts, 'no-cache', '203.0.113.1');
  expect(picture.in('identity').bytes.length).toBeGreaterThan(10_000);
});

it('is rendered once for concurrent requests of the same picture', async () => {
  const render = createRenderer();
  const svg = drawMatch(fonts, drawing(['Avalon Town']));
  const first = await render(svg, fonts, 'public, max-age=60', '203.0.113.1');
  expect(await render(svg, fonts, 'public, max-age=60', '198.51.100.1')).toBe(first);
  expect(await render(svg.replace('2–1', '3–1'), fonts, 'public, max-age=60', '203.0.113.1')).not.toBe(first);
});

const small = (height: number) => `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="${height}"/>`;

it('rejects an address that requests too many pictures at once', async () => {
  const render = createRenderer();
  const asked = Array.from({ length: 30 }, (_, index) => render(small(index + 1), fonts, '', '203.0.113.1'));
  const outcomes = await Promise.allSettled(asked);
  // One is being rendered and twenty wait.
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(21);
  expect(outcomes.at(-1)).toMatchObject({ reason: { code: 'rate_limited' } });
});

it('rejects requests that would wait too long', async () => {
  const render = createRenderer();
  const asked = Array.from({ length: 62 }, (_, index) => render(small(index + 1), fonts, '', `203.0.${index}.1`));
  const outcomes = await Promise.allSettled(asked);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(61);
  expect(outcomes.at(-1)).toMatchObject({ reason: { code: 'unavailable' } });
});
