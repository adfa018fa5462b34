import { describe, expect, it } from 'vitest';
import { LEGAL_NUMBERS } from '#contract/legal.ts';
import { LOCALES } from '#domain/identity/locale.ts';
import { argumentsOf, textsIn, wordsOf } from '#test/support/texts.ts';

/** Arguments that are no numbers: what settings turn on or name, and links. */
const OTHERS = [
  ...['play_through', 'stake_blocked', 'stake_blocked_count', 'redeem_blocked', 'redeem_blocked_count'],
  ...['services', 'has_services', 'mail', 'sms', 'telegram', 'google', 'geo', 'version', 'date'],
  ...['limits', 'notifications', 'profile', 'security', 'league', 'responsible'],
];

/** Digits that a text may have: football's 90 minutes, the unit of USDT, the 30 days that a setting is named after, and names. */
const OWN_DIGITS = /\b90\b|\b1 USDT\b|\b30\b|TRC20/g;

const legalTexts = (locale: (typeof LOCALES)[number]) => [...textsIn(locale)].filter(([path]) => path.startsWith('site.legal.'));

describe.each(LOCALES)('the legal texts in %s', (locale) => {
  it('use every number that the server gives, and ask for nothing else', () => {
    const used = new Set(legalTexts(locale).flatMap(([, text]) => argumentsOf(text)));
    expect(LEGAL_NUMBERS.filter((name) => !used.has(name))).toEqual([]);
    expect([...used].filter((name) => !([...LEGAL_NUMBERS, ...OTHERS] as string[]).includes(name))).toEqual([]);
  });

  it('state no number by themselves', () => {
    const typed = legalTexts(locale).filter(([, text]) => /\d/.test(wordsOf(text).replace(OWN_DIGITS, '')));
    expect(typed).toEqual([]);
  });
});
