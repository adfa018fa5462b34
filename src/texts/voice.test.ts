import { describe, expect, it } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import { LOCALES, type Locale } from '#domain/identity/locale.ts';
import { argumentsOf, bannedIn, bannedWords, textsIn, wordsOf } from '#test/support/texts.ts';
import { en as ERRORS } from '#texts/en/errors.ts';

const TEXTS = Object.fromEntries(LOCALES.map((locale) => [locale, textsIn(locale)])) as Record<Locale, Map<string, string>>;
const source = TEXTS.en;
const TRANSLATIONS = LOCALES.filter((locale) => locale !== 'en');

/** Words of docs/glossary-texts.md that a text may use all the same. */
const ALLOWED: Record<string, { words: string[]; why: string }> = {
  'site.admin.forbidden': { words: ['operations'], why: 'The specification has this message.' },
  'site.match.event.missed_penalty': { words: ['missed'], why: 'Penalties are missed; bets are lost.' },
  'site.match.kick_missed': { words: ['missed'], why: 'Penalties are missed; bets are lost.' },
  'site.leagues.column.percentage': { words: ['胜率'], why: 'A team in a table has this rate; a user has 命中率.' },
  'site.leagues.column_long.percentage': { words: ['胜率'], why: 'A team in a table has this rate; a user has 命中率.' },
  'site.leagues.ranked_by_share': { words: ['胜率'], why: 'A team in a table has this rate; a user has 命中率.' },
  'site.leagues.level_on_share': { words: ['胜率'], why: 'A team in a table has this rate; a user has 命中率.' },
  'embeds.table.column.win_rate': { words: ['胜率'], why: 'A team in a table has this rate; a user has 命中率.' },
  'embeds.table.column_long.win_rate': { words: ['胜率'], why: 'A team in a table has this rate; a user has 命中率.' },
  'bot.help': { words: ['unbind*'], why: 'The name of a command.' },
};

describe.each(LOCALES)('in %s', (locale) => {
  const texts = TEXTS[locale];

  it('no text uses a word that the glossary rules out', () => {
    const banned = bannedWords(locale);
    expect(banned.length).toBeGreaterThan(20);
    const found = [...texts].flatMap(([path, text]) => {
      const words = bannedIn(text, banned, locale).filter((word) => !ALLOWED[path]?.words.includes(word));
      return words.length === 0 ? [] : [`${path}: ${words.join(', ')} in “${text}”`];
    });
    expect(found).toEqual([]);
  });

  it('buttons, tabs and titles have no full stop', () => {
    const found = [...texts].filter(
      ([path, text]) => /(^|[._])(title|heading|submit|button|tab|tabs|nav)$/.test(path) && /[.。]$/.test(text),
    );
    expect(found).toEqual([]);
  });
});

/** Widths in em, roughly as the site's font has them. */
const GLYPHS: [RegExp, number][] = [
  [/[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u, 1],
  [/[mwMW@%]/, 0.85],
  [/[iljtfrI.,:;’'()| ]/, 0.32],
  [/\p{Lu}/u, 0.66],
];
const widthOf = (text: string): number =>
  [...text.normalize('NFC')].reduce((sum, glyph) => sum + (GLYPHS.find(([pattern]) => pattern.test(glyph))?.[1] ?? 0.55), 0);

/** What fits a phone of 390 px, in em of the font there. */
const ROOM: [what: string, em: number, paths: RegExp][] = [
  ['a tab of the bottom bar', 8, /^site\.shell\.(matches|leagues|bets_short|account)$/],
  ['a title in the top bar, in two lines', 14, /^pages\.titles\.[a-z_]+$/],
  ['a tab of a match or a league', 10, /^site\.(match|leagues|matches|bets|forecast_league)\.(tabs|status|markets)\.[a-z_0-9]+$/],
  ['a button as wide as the page', 21, /\.(submit|sign_in_submit|sign_up_submit|submit_any|send_code|retry|to_matches|save|reload)$/],
];

it.each(ROOM)('%s fits %d em in every language', (_, em, paths) => {
  const wide = LOCALES.flatMap((locale) =>
    [...TEXTS[locale]].filter(([path, text]) => paths.test(path) && !text.includes('{') && widthOf(text) > em),
  );
  expect(wide).toEqual([]);
  expect([...source.keys()].filter((path) => paths.test(path)).length).toBeGreaterThan(3);
});

it('every exception is still needed', () => {
  const needed = Object.entries(ALLOWED).filter(([path, { words }]) =>
    words.every((word) => LOCALES.some((locale) => bannedIn(TEXTS[locale].get(path) ?? '', [word], locale).length > 0)),
  );
  expect(needed).toEqual(Object.entries(ALLOWED));
});

/** Terms that have one translation wherever they stand: the English term, and what its translations must contain. */
const TERMS: [english: RegExp, zh: string, vi: RegExp][] = [
  [/\bfixed odds\b/i, '固定赔率', /tỷ lệ cố định/i],
  [/\bthe pool\b/i, '奖池', /quỹ/i],
  [/\bbookmakers?\b/i, '公司', /nhà cái/i],
  [/\bself-exclusions?\b/i, '自我限制', /tự loại trừ/i],
  [/\btwo-step verification\b/i, '两步验证', /xác thực hai bước/i],
  [/\bwithdrawals?\b/i, '提现', /rút|USDT/i],
  [/\bredeem/i, '提现', /rút/i],
  [/\bwallet address\b/i, '钱包地址', /địa chỉ ví/i],
  [/\bIP address\b/, 'IP', /địa chỉ IP/i],
  [/\bline-ups?\b/i, '首发', /đội hình/i],
  [/\bforecast league\b/i, '预测联赛', /giải đấu trí/i],
  [/\bspoiler shield\b/i, '防剧透', /chống spoil/i],
  [/\binvite code\b/i, '邀请码', /mã mời/i],
  [/\bcheck-ins?\b/i, '签到', /điểm danh/i],
  [/\bwin probability\b/i, '获胜概率', /xác suất thắng/i],
  [/\bpush notifications?\b/i, '推送', /thông báo/i],
];

it.each(TERMS)('%s is translated as the glossary says', (english, zh, vi) => {
  const found = [...source].filter(
    ([path, text]) =>
      english.test(wordsOf(text)) && !(wordsOf(TEXTS['zh-CN'].get(path) ?? '').includes(zh) && vi.test(wordsOf(TEXTS.vi.get(path) ?? ''))),
  );
  expect(found.map(([path, text]) => [path, text, TEXTS['zh-CN'].get(path), TEXTS.vi.get(path)])).toEqual([]);
});

describe.each(TRANSLATIONS)('the translation into %s', (locale) => {
  it('has every text of the source with its arguments, and no other', () => {
    expect([...TEXTS[locale].keys()].sort()).toEqual([...source.keys()].sort());
    const differing = [...source].filter(
      ([path, text]) => String(argumentsOf(text)) !== String(argumentsOf(TEXTS[locale].get(path) ?? '')),
    );
    expect(differing).toEqual([]);
    expect([...TEXTS[locale]].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('has no plural, as the language has none', () => {
    expect([...TEXTS[locale]].filter(([, text]) => /plural,[^}]*\bone\b/.test(text))).toEqual([]);
  });

  it('says a sentence that stands in two places in the same words', () => {
    const places = Map.groupBy(source, ([, text]) => text.toLowerCase());
    const differing = [...places].flatMap(([text, paths]) => {
      const translations = new Set(paths.map(([path]) => TEXTS[locale].get(path)?.toLowerCase()));
      const words = text.includes('plural') ? [] : (wordsOf(text).match(/\p{L}{2,}/gu) ?? []);
      return words.length >= 4 && translations.size > 1 ? [[text, ...translations]] : [];
    });
    expect(differing).toEqual([]);
  });

  it('contains no English but names', () => {
    const left = [...TEXTS[locale]].flatMap(([path, text]) => {
      // Names of leagues stay as they are.
      if (path.startsWith('site.backtest.division.')) return [];
      const words = wordsOf(text).match(/(?<![\p{L}@/.-])[A-Za-z]{2,}(?![\p{L}@])/gu) ?? [];
      const english = words.filter((word) => ENGLISH.has(word.toLowerCase()) || (locale === 'zh-CN' && !NAMES.has(word)));
      return english.length === 0 ? [] : [`${path}: ${english.join(' ')}`];
    });
    expect(left).toEqual([]);
  });
});

/** English words that no Vietnamese text contains: none of them is a Vietnamese syllable. */
const ENGLISH = new Set(
  'the of and your you is are was were for with from this that not have has will be please match team league points'.split(' '),
);

/** What stays in Latin letters in a Chinese text: names of products, units, formats and players' abbreviations. */
const NAMES = new Set(
  [
    'Matchpoint Google Telegram Safari Chrome Apple Mozilla Microsoft Outlook iPhone iPad Pinnacle FiveThirtyEight Brier English Start',
    'API OpenAPI RateLimit Retry JavaScript Node Webhook USDT TRON TRC UTC IP CSV SHA zip http https Cookie Enter xG VAR RPS Elo Dixon Coles CC BY ATP WTA DAU WAU',
  ].flatMap((line) => line.split(' ')),
);

it('an error has the same words in the browser as from the server', () => {
  const differing = [...source].flatMap(([path, text]) => {
    const code = path.split('.').at(-1) as ErrorCode;
    if (!path.startsWith('site.') || !(code in ERRORS) || OWN_WORDS.has(path)) return [];
    return text === ERRORS[code] ? [] : [`${path}: “${text}”, not “${ERRORS[code]}”`];
  });
  expect(differing).toEqual([]);
});

/** Texts of the browser that are named as an error and say something else, by the reason. */
const REASONS: Record<string, string[]> = {
  'Another thing with the same name.': [
    'site.common.not_found',
    'site.errors.token_missing',
    'site.settings.wallet_required',
    'site.admin.not_found',
    'site.admin_overview.switched_off',
    'site.admin_settings.switched_off',
    'site.admin_evidence.ring_reasons.one_hand',
  ],
  'The specification has this message.': ['site.admin.unauthorized', 'site.admin.forbidden'],
  'An item of a list of rules, or the label of a field.': [
    'site.auth.rules.password_min',
    'site.auth.rules.password_max',
    'site.auth.rules.password_lower',
    'site.auth.rules.password_upper',
    'site.auth.rules.password_digit',
    'site.auth.captcha_failed',
    'site.admin.reason_required',
  ],
  'Below the chat’s own field, where it says what that means for writing.': [
    'site.chat.refused.rate_limited',
    'site.chat.refused.login_required',
    'site.chat.refused.contact_unconfirmed',
    'site.chat.refused.account_leaving',
    'site.chat.refused.self_excluded',
    'site.chat.refused.chat_muted',
    'site.chat.refused.group_muted',
    'site.chat.refused.message_too_long',
    'site.chat.refused.invalid_payload',
    'site.chat.refused.switched_off',
    'site.chat.refused.not_found',
  ],
  'Beside a disabled button of the console, about the case that is open.': [
    'site.admin_approvals.refusal.too_early',
    'site.admin_approvals.refusal.same_reviewer',
    'site.admin_approvals.refusal.forbidden',
    'site.admin_approvals.refusal.already_decided',
    'site.admin_withdrawals.refusal.forbidden',
    'site.admin_withdrawals.refusal.already_decided',
    'site.admin_withdrawals.refusal.withdrawal_on_hold',
    'site.admin_withdrawals.refusal.account_disabled',
    'site.admin_withdrawals.refusal.totp_setup_required',
    'site.admin_withdrawals.refusal.withdrawal_pending',
    'site.admin_withdrawals.refusal.demo_payout',
  ],
};
const OWN_WORDS = new Set(Object.values(REASONS).flat());
