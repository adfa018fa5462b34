import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nasty } from '#test/support/nasty-text.ts';
import { withoutLinks } from './chat-links.ts';
import { clearedText } from './chat-text.ts';

describe('withoutLinks', () => {
  it.each([
    ['see https://example.com/a?b=c now', 'see 🔗 now'],
    ['HTTP://EXAMPLE.COM', '🔗'],
    ['tg://join?x=1', '🔗'],
    ['www.example.test', '🔗'],
    ['free points at example.com!', 'free points at 🔗!'],
    ['点击example。com', '🔗'],
    ['t.me/joinus and youtu.be/abc', '🔗 and 🔗'],
    ['bet.example.vip?ref=1', '🔗'],
    ['write to joe@example.com', 'write to joe@🔗'],
    ['2.5 goals, 3-1. Great goal.What a team... e.g. this, 1.5/2', '2.5 goals, 3-1. Great goal.What a team... e.g. this, 1.5/2'],
    ['hahaha.to be honest', 'hahaha.to be honest'],
  ])('replaces links in %j', (text, without) => {
    expect(withoutLinks(text)).toBe(without);
  });

  it('removes every link in one pass from any text, and is fast on long ones', () => {
    fc.assert(
      fc.property(fc.webUrl(), nasty, (url, text) => {
        const without = withoutLinks(`${text} ${url} ${text}`);
        expect(without).not.toContain('://');
        expect(withoutLinks(without)).toBe(without);
      }),
    );
    for (const long of ['a.'.repeat(600), 'a-'.repeat(600), `${'a'.repeat(1_199)}.`])
      expect(withoutLinks(long).length).toBeLessThanOrEqual(1_200);
  });
});

describe('hasLink finds a link spelled around the filter', () => {
  it.each([
    'evil[.]com',
    'evil [.] com',
    'evil(dot)com',
    'evil (dot) com',
    'evil dot com',
    'evil{dot}com',
    'evil-dot-com',
    'evil_dot_com',
    'evil*dot*com',
    'evil"."com',
    'evil|.|com',
    'evil。com',
    'evil．com',
    'evil․com',
    'evil·com',
    'evil . com',
    'evil .com',
    'evil. com',
    'evil,com',
    'e v i l . c o m',
    'e_v_i_l_._c_o_m',
    'e-v-i-l - . - c-o-m',
    'ｅｖｉｌ．ｃｏｍ',
    '𝐞𝐯𝐢𝐥.𝐜𝐨𝐦',
    'еvіl.соm',
    'EVIL.COM',
    'ⓔⓥⓘⓛ.ⓒⓞⓜ',
    'ev\u200bil.c\u200bom',
    'ev\u200dil.c\u200dom',
    'evil\u00ad.com',
    'xn--80ak6aa92e.com',
    'xn--e1afmkfd.xn--p1ai',
    'пример.рф',
    '例子.中国',
    '203.0.113.7',
    '203[.]0[.]113[.]7/win',
    'http://3405803783/',
    'hxxps://evil.example/a',
    'https : // evil.example',
    '[2001:db8::1]/win',
    't me/evil',
    't . me / evil',
    't.me/evil',
    'bit ly/3xyz',
    'discord gg/abc',
    'www[.]evil.example',
    'evil chấm com',
    'evil点com',
  ])('in %j', (link) => {
    const without = withoutLinks(clearedText(`look ${link}`));
    expect(without).toMatch(/🔗$/u);
    expect(without).not.toMatch(/ev[iі]l|c ?[oо] ?m$/iu);
  });

  it.each([
    'He shoots. Come on! What a save . Committed.',
    'We win. Bet on it. Live now. Top team.',
    'Kick-off 20.45, 3.2.1 or 4-2-3-1, version 1.2.3',
    'Hay quá.Đe dọa thật. Cơm chưa? thua.Có ai không',
    'Гол! Со мной так. Со всеми.',
    '2 : 1, x.y and a·b',
    '穆罕默德·萨拉赫 进球了。Come on',
    'A B C D E F and 1 2 3 4 5',
    'the dot communicates, comma,committed',
    'polka-dot-committee, connect-the-dots, dot-to-dot',
    '"Goal." "Come on." \'.\' he said',
    'gg to all on discord, gg. Discord gg wp',
    'it gave wa me 3 points, wa me 2-1',
    'col·lecció',
  ])('hasLink finds no link in %j', (text) => {
    expect(withoutLinks(clearedText(text))).toBe(clearedText(text));
  });
});
