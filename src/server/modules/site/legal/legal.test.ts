import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { getLegalText } from '#contract/legal.ts';
import { getMeta } from '#contract/meta.ts';
import { readConfig } from '#server/config.ts';
import { StartError } from '#server/platform/lifetime.ts';
import { callApp, useTestApp } from '#test/support/app.ts';

const folder = mkdtempSync(join(tmpdir(), 'matchpoint-legal-'));
writeFileSync(join(folder, 'terms.en.md'), '# Our terms\n\nPlay fair.\n');
writeFileSync(join(folder, 'terms.vi.md'), '# Điều khoản\n');
afterAll(() => rmSync(folder, { recursive: true }));

const test = useTestApp({ LEGAL_DIR: folder, TERMS_VERSION: '2027-01' });
const read = async (page: string, language: string) =>
  callApp(test.current.app, getLegalText, { page: page as 'terms' }, { headers: { 'Accept-Language': language } });

describe("the operator's own legal texts", () => {
  it.each([
    ['vi', '# Điều khoản'],
    ['en', '# Our terms\n\nPlay fair.'],
    ['zh-CN', '# Our terms\n\nPlay fair.'],
  ])('are shown in the reader’s language, else in English: %s', async (language, markdown) => {
    expect(await read('terms', language)).toMatchObject({ status: 200, reply: { markdown } });
  });

  it('are absent for a page without one, and pages show which exist', async () => {
    expect((await read('privacy', 'en')).reply).toEqual({ markdown: null });
    expect((await callApp(test.current.app, getMeta, {})).reply.own_texts).toEqual(['terms']);
    expect((await read('imprint', 'en')).status).toBe(404);
  });

  it('prevent the start when they are unusable', () => {
    for (const bad of [Buffer.from(''), Buffer.from([0xff, 0xfe, 0x41]), Buffer.from('x'.repeat(200_001))]) {
      writeFileSync(join(folder, 'privacy.vi.md'), bad);
      expect(() => readConfig({ LEGAL_DIR: folder })).toThrow(StartError);
    }
    rmSync(join(folder, 'privacy.vi.md'));
    expect(() => readConfig({ LEGAL_DIR: join(folder, 'terms.en.md') })).toThrow(StartError);
  });
});
