import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { getHelpLines } from '#contract/help-lines.ts';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { createDb, createPool } from '#server/platform/db/pool.ts';
import { StartError } from '#server/platform/lifetime.ts';
import { callApp, useTestApp } from '#test/support/app.ts';
import { createUser } from '#test/support/factories.ts';
import { BUILT_IN, readHelpLines } from './help-lines.ts';

const folder = mkdtempSync(join(tmpdir(), 'matchpoint-help-'));
afterAll(() => rmSync(folder, { recursive: true }));

const fileOf = (content: unknown) => {
  const path = join(folder, 'help-lines.json');
  writeFileSync(path, Buffer.isBuffer(content) || typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};

const LINE = { name: 'Help', url: 'https://help.example/', source: 'https://help.example/about', checked: '2026-11-25' };
const list = (line: object) => ({ countries: { VN: [{ ...LINE, ...line }] }, international: [LINE] });

const test = useTestApp({ TRUST_PROXY: '127.0.0.1' });
/** Asks as a guest or a user, by default from this machine, whose country is unknown. */
const ask = async (input: { country?: string }, { token, ip }: { token?: string; ip?: string } = {}) =>
  callApp(test.current.app, getHelpLines, input, { ...(token && { token }), ...(ip && { headers: { 'X-Forwarded-For': ip } }) });
/** An IP address of France. */
const FRENCH = '212.27.48.10';

describe('the built-in list', () => {
  it('is one that an operator could give, too', () => {
    expect(readHelpLines(fileOf(BUILT_IN))).toEqual(BUILT_IN);
  });

  it('knows help in each of these countries', () => {
    const wanted = 'GB IE US CA AU NZ DE AT CH FR ES PT IT NL BE SE NO DK FI PL CN HK TW SG VN TH PH MY JP KR IN ZA KE NG BR MX AR';
    expect(wanted.split(' ').filter((country) => !BUILT_IN.countries[country])).toEqual([]);
  });
});

describe('help lines', () => {
  it('are those of the wanted country, before the one of the profile and of the IP address', async () => {
    const user = await createUser(test.current);
    await test.current.deps.db.updateTable('users').set({ country: 'VN' }).where('id', '=', user.id).execute();
    const guest = await ask({ country: 'GB' });
    expect(guest).toMatchObject({ status: 200, reply: { country: 'GB', lines: [{ phone: '0808 8020 133', hours: 'always' }] } });
    expect((await ask({ country: 'GB' }, { token: user.token, ip: FRENCH })).reply.country).toBe('GB');
    expect((await ask({}, { token: user.token, ip: FRENCH })).reply).toMatchObject({ country: 'VN', lines: BUILT_IN.countries.VN });
    expect((await ask({}, { ip: FRENCH })).reply).toMatchObject({ country: 'FR', lines: BUILT_IN.countries.FR });
    const stranger = await createUser(test.current);
    expect((await ask({}, { token: stranger.token, ip: FRENCH })).reply.country).toBe('FR');
  });

  it('are those for anywhere where no country is known, or no line in it', async () => {
    expect((await ask({})).reply).toMatchObject({ country: null, lines: [], international: BUILT_IN.international });
    expect((await ask({ country: 'IS' })).reply).toMatchObject({ country: 'IS', lines: [], countries: Object.keys(BUILT_IN.countries) });
  });

  it('do not need the database, also for a user', async () => {
    const user = await createUser(test.current);
    // Nothing listens on this port.
    const pool = createPool('postgres://nobody:nothing@127.0.0.1:1/nowhere', { max: 1 });
    const app = createApp({ ...test.current.deps, db: createDb(pool), pool });
    const { status, reply } = await callApp(app, getHelpLines, {}, { token: user.token, headers: { 'X-Forwarded-For': FRENCH } });
    expect({ status, country: reply.country }).toEqual({ status: 200, country: 'FR' });
    await pool.end();
  });

  it.each(['ZZ', 'gb', 'GBR', '__proto__', ''])('are refused for the country "%s", or given as if none was named', async (country) => {
    const { status, reply } = await ask({ country });
    if (country === '') expect(reply).toMatchObject({ country: null });
    else expect({ status, code: (reply as unknown as { code: string }).code }).toEqual({ status: 400, code: 'invalid_query' });
  });
});

describe("the operator's own list", () => {
  it('replaces the built-in one', () => {
    const own = list({ phone: '1900 1234', hours: { from: '08:00', to: '22:00' }, languages: ['vi', 'zh-Hant'] });
    expect(readConfig({ HELP_LINES_FILE: fileOf(own) }).helpLines).toEqual(own);
  });

  it.each([
    ['no JSON', '{"countries": ', /is no JSON/],
    ['no text', Buffer.from([0xff, 0xfe, 0x41]), /must be a text in UTF-8/],
    ['too long', ' '.repeat(1_000_001), /at most 1000000 characters/],
    ['another shape', [], /the file: /],
    ['without lines for anywhere', { countries: {}, international: [] }, /international: /],
    ['with a field that we do not know', list({ telephone: '1234' }), /countries\.VN\.0: /],
    ['without phone and page', { countries: {}, international: [{ ...LINE, url: undefined }] }, /must have a phone or a url/],
    ['with a country that is none', { countries: { UK1: [LINE] }, international: [LINE] }, /must be a country/],
    ['with a script for a page', list({ url: 'javascript:alert(1)' }), /must be a URL that starts with https/],
    ['with an unprotected page', list({ url: 'http://help.example/' }), /must be a URL that starts with https/],
    ['with a page that looks like another one', list({ url: 'https://gamcare.org.uk@evil.example/' }), /without @/],
    ['with a path of ours as a page', list({ url: 'https:evil' }), /must be a URL that starts with https/],
    ['with words for a phone', list({ phone: 'call us' }), /must be a phone number/],
    ['with two lines in a name', list({ name: 'Help\nhere' }), /must be one line/],
    ['with a name that is turned around', list({ name: 'Help \u202Eereh' }), /must be one line/],
    ['with a day that is none', list({ checked: '2026-02-31' }), /must be a day/],
    ['with a time that is none', list({ hours: { from: '8', to: '25:00' } }), /hours/],
  ])('prevents the start when it is %s', (_, content, problem) => {
    const path = fileOf(content);
    expect(() => readConfig({ HELP_LINES_FILE: path })).toThrow(StartError);
    expect(() => readConfig({ HELP_LINES_FILE: path })).toThrow(problem);
  });

  it('prevents the start when it is missing', () => {
    expect(() => readConfig({ HELP_LINES_FILE: join(folder, 'none.json') })).toThrow(/none\.json cannot be read \(HELP_LINES_FILE\)/);
  });
});
