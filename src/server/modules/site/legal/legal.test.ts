import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { getLegalFacts, getLegalText, LEGAL_NUMBERS } from '#contract/legal.ts';
import { getMeta } from '#contract/meta.ts';
import { readConfig } from '#server/config.ts';
import { StartError } from '#server/platform/lifetime.ts';
import { callApp, useTestApp } from '#test/support/app.ts';

const folder = mkdtempSync(join(tmpdir(), 'matchpoint-legal-'));
writeFileSync(join(folder, 'terms.en.md'), '# Our terms\n\nPlay fair.\n');
writeFileSync(join(folder, 'terms.vi.md'), '# Điều khoản\n');
writeFileSync(join(folder, 'responsible-play.en.md'), '# Play with care\n');
afterAll(() => rmSync(folder, { recursive: true }));

const OPERATOR = {
  OPERATOR_NAME: 'Example <b>Ltd</b>',
  OPERATOR_ADDRESS: '1 Main Street, Leeds',
  OPERATOR_EMAIL: 'legal@example.com',
  OPERATOR_LAW: 'England and Wales',
};
const RULES = {
  STAKE_MIN: '20',
  POOL_FEE_PERCENT: '3',
  REDEEM_PLAYTHROUGH: 'on',
  REDEEM_WON_HOURS_MIN: '24',
  STAKE_BLOCKED_COUNTRIES: 'FR,SG',
  GEO_URL_1: 'https://one.example/json?key=secret',
};

const test = useTestApp({ LEGAL_DIR: folder, TERMS_VERSION: '2027-01', ...OPERATOR, ...RULES });
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
    expect((await callApp(test.current.app, getMeta, {})).reply.own_texts).toEqual(['terms', 'responsible-play']);
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

describe('the facts of the built-in legal texts', () => {
  const facts = async () => (await callApp(test.current.app, getLegalFacts, {})).reply;

  it('are those that the settings and the rules say', async () => {
    const { numbers, ...rest } = await facts();
    expect(rest).toEqual({
      operator: {
        name: 'Example <b>Ltd</b>',
        address: '1 Main Street, Leeds',
        email: 'legal@example.com',
        law: 'England and Wales',
        complaints: null,
        services: null,
        support_url: null,
      },
      terms_version: '2027-01',
      play_through: true,
      stake_blocked: ['FR', 'SG'],
      redeem_blocked: [],
      services: { mail: false, sms: false, telegram: false, google: false },
      geo_hosts: ['one.example', 'ipwho.is'],
    });
    expect(numbers).toMatchObject({ stake_min: 20, pool_fee_percent: 3, redeem_won_hours_min: 24, correction_hours: 72, age_min: 18 });
    expect(Object.keys(numbers).sort()).toEqual([...LEGAL_NUMBERS].sort());
    const { limits } = test.current.deps.config;
    const ofSettings = LEGAL_NUMBERS.filter((name) => Object.hasOwn(limits, name));
    expect(ofSettings.length).toBeGreaterThan(20);
    expect(ofSettings.filter((name) => numbers[name] !== limits[name as keyof typeof limits])).toEqual([]);
  });

  it('hold no secret of a setting', async () => {
    expect(JSON.stringify(await facts())).not.toContain('secret');
  });

  it('name no operator by default', () => {
    expect(readConfig({}).operator).toEqual({ name: null, address: null, email: null, law: null, complaints: null, services: null });
  });

  it.each([
    ['part of an operator', { OPERATOR_NAME: 'Example Ltd' }, /OPERATOR_ADDRESS=: is needed[\s\S]*OPERATOR_EMAIL=: is needed/],
    ['a law without an operator', { OPERATOR_LAW: 'England' }, /OPERATOR_NAME=: is needed/],
    ['several lines', { ...OPERATOR, OPERATOR_ADDRESS: '1 Main Street\nLeeds' }, /OPERATOR_ADDRESS=[\s\S]*must be one line/],
    ['text that is turned around', { ...OPERATOR, OPERATOR_NAME: 'Ltd \u202Eelpmaxe' }, /OPERATOR_NAME=[\s\S]*must be one line/],
    [
      'an email with a name',
      { ...OPERATOR, OPERATOR_EMAIL: 'Legal <legal@example.com>' },
      /OPERATOR_EMAIL=[\s\S]*must be an email address/,
    ],
    ['two emails', { ...OPERATOR, OPERATOR_EMAIL: 'a@example.com,b@example.com' }, /OPERATOR_EMAIL=[\s\S]*must be an email address/],
    ['a very long name', { ...OPERATOR, OPERATOR_NAME: 'x'.repeat(201) }, /OPERATOR_NAME=[\s\S]*at most 200 characters/],
  ])('refuse %s', (_, settings, problem) => {
    expect(() => readConfig(settings)).toThrow(problem);
  });
});
