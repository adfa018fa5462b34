import { describe, expect, it } from 'vitest';
import { MESSAGE_CHANNELS } from '#contract/outbox.ts';
import { LOCALES } from '#domain/identity/locale.ts';
import { ALERT_CONDITIONS, ALERT_STEPS } from '#domain/notifications/operator-alert.ts';
import { messageWords } from '#test/support/words.ts';
import { en } from '#texts/en/messages.ts';
import { vi } from '#texts/vi/messages.ts';
import { zhCN } from '#texts/zh-CN/messages.ts';
import { type MessageContent, type MessageKind, WARNING_KINDS, WITHDRAWAL_KINDS } from './message.ts';
import { renderMessage } from './render.ts';

const KINDS = Object.keys(en.kinds) as MessageKind[];
const isOneOf = (kinds: readonly string[], kind: MessageKind): boolean => kinds.includes(kind);
const UNSUBSCRIBE = { page: 'https://matchpoint.example/unsubscribe#t', oneClick: 'https://matchpoint.example/api/one-click?token=t' };
const OTHERS = [...WITHDRAWAL_KINDS, 'bets_digest', 'webhook_disabled', 'admin_event', 'operator_alert'];
const CODES = KINDS.filter((kind) => !isOneOf([...WARNING_KINDS, ...OTHERS], kind));
/** Codes and warnings. */
const SECURITY = KINDS.filter((kind) => !isOneOf(OTHERS, kind));
const LINK = 'https://matchpoint.example/not-me#token=abc&x=1';

const contentOf = (kind: MessageKind, more: Partial<Extract<MessageContent, { link: string }>> = {}): MessageContent =>
  CODES.includes(kind)
    ? ({ kind, code: '048213', minutes: 10, ...(kind === 'redeem' && { wallet: 'TXYZab…Kw9t1q' }) } as MessageContent)
    : ({
        ...{
          kind,
          at: '2026-11-20T18:05:00.000Z',
          device: { browser: 'Chrome', system: 'Windows' },
          country: 'VN',
          timeZone: 'Asia/Ho_Chi_Minh',
          link: LINK,
        },
        ...more,
      } as MessageContent);

const DEVICE = { en: 'Chrome on Windows', 'zh-CN': 'Windows 上的 Chrome', vi: 'Chrome trên Windows' };
const COUNTRY = { en: 'Vietnam', 'zh-CN': '越南', vi: 'Việt Nam' };

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&nbsp;': ' ', '&amp;': '&' };
const unescaped = (html: string) => html.replace(/&\w+;|&#39;/g, (entity) => ENTITIES[entity] ?? '');
/** A mail's HTML as the reader sees it. */
const shown = (html: string | null) => unescaped(html!.replace(/^.*<body/s, '<body').replace(/<[^>]+>/g, ' ')).replace(/ +/g, ' ');
const tagsOf = (html: string | null) => new Set([...html!.matchAll(/<([a-z][a-z0-9]*)/g)].map(([, tag]) => tag));
const linksOf = (html: string | null) => [...html!.matchAll(/ href="([^"]*)"/g)].map(([, link]) => unescaped(link!));

describe.each(LOCALES)('in %s', (locale) => {
  it.each(SECURITY)('%s contains all essentials, in every channel', (kind) => {
    const content = contentOf(kind);
    for (const channel of MESSAGE_CHANNELS) {
      const { subject, text, html } = renderMessage(content, locale, channel);
      expect([subject, html].every((part) => (part !== null) === (channel === 'email'))).toBe(true);
      for (const told of channel === 'email' ? [text, shown(html)] : [text]) {
        expect(told).toContain('Matchpoint');
        if ('code' in content) for (const part of ['048213', '10']) expect(told).toContain(part);
        else for (const part of [LINK, DEVICE[locale], COUNTRY[locale], '01:05', '2026']) expect(told).toContain(part);
      }
      for (const part of [subject, text, html?.replace(/<style>.*<\/style>/s, '')]) expect(part ?? '').not.toMatch(/[{}]|undefined|null/);
    }
  });

  it.each(CODES)('warns in %s that we never ask for the code, and says what to do about an unrequested one', (kind) => {
    const { text, html } = renderMessage(contentOf(kind), locale, 'email');
    const { code_secret, code_not_asked, step_up_not_asked } = { en, 'zh-CN': zhCN, vi }[locale];
    for (const told of [text, shown(html)]) {
      expect(told).toContain(code_secret);
      // Only a signed-in user can request this one, so doing nothing is not enough.
      const isOwners = kind === 'step_up' || kind === 'redeem';
      expect([told.includes(code_not_asked), told.includes(step_up_not_asked)]).toEqual([!isOwners, isOwners]);
    }
  });

  it.each(WITHDRAWAL_KINDS)('%s contains the amount, the wallet and all details', (kind) => {
    const txHash = 'a1'.repeat(32);
    const content: MessageContent = {
      ...{ kind, points: 12_000, usdt: '12.00', wallet: 'TXYZab…Kw9t1q' },
      ...{ reason: 'wallet', note: 'Ask <us> & {them}', txHash },
    };
    const { withdrawal_reasons } = { en, 'zh-CN': zhCN, vi }[locale];
    const mail = renderMessage(content, locale, 'email');
    for (const told of [mail.text, shown(mail.html), renderMessage(content, locale, 'telegram').text])
      for (const part of [
        'Matchpoint',
        /12[.,]000/,
        { en: '12.00 USDT', 'zh-CN': '12.00 USDT', vi: '12,00 USDT' }[locale],
        withdrawal_reasons.wallet,
        'Ask <us> & {them}',
        txHash,
      ])
        expect(told).toMatch(part instanceof RegExp ? part : new RegExp(part.replace(/[.<>&{}]/g, '\\$&')));
    expect(mail.subject).toContain('Matchpoint');
    const plain = renderMessage({ ...content, reason: null, note: null, txHash: null }, locale, 'telegram').text;
    expect(plain.split('\n')).toHaveLength(1);
  });

  it('counts ended bets in a digest, and says how to unsubscribe', () => {
    const content: MessageContent = { kind: 'bets_digest', bets: 12, won: 5, refunded: 0, points: 1_250, unsubscribe: UNSUBSCRIBE };
    const { digest_off, digest_refunded } = { en, 'zh-CN': zhCN, vi }[locale];
    const mail = renderMessage(content, locale, 'email');
    expect(mail.subject).toContain('12');
    for (const told of [mail.text, shown(mail.html)]) {
      for (const part of [/\b12\b/, /\b5\b/, /1[.,]250/]) expect(told).toMatch(part);
      expect([told.includes(digest_off), told.includes(digest_refunded)]).toEqual([true, false]);
    }
    expect(renderMessage({ ...content, refunded: 2 }, locale, 'email').text).toContain(`${digest_refunded}: 2`);
    expect(renderMessage(content, locale, 'telegram').text).toMatch(/12.*5.*1[.,]250/);
  });

  it.each(ALERT_CONDITIONS)('tells operators of %s: what it is, since when, and where to look', (alert) => {
    const page = 'https://matchpoint.example/admin/withdrawals';
    const { operator_alerts, alert_steps } = { en, 'zh-CN': zhCN, vi }[locale];
    const isCounted = operator_alerts[alert].present.includes('{count');
    for (const step of ALERT_STEPS) {
      const mail = renderMessage(
        { kind: 'operator_alert', alert, step, count: 47, ids: ['id-1', 'id-2'], since: '2026-11-20T18:05:00.000Z', page },
        locale,
        'email',
      );
      for (const told of [mail.text, shown(mail.html)])
        for (const part of ['id-1, id-2', alert_steps[step], '18:05', page]) expect(told).toContain(part);
      expect(mail.subject).toContain('Matchpoint');
      expect(mail.subject!.includes('47')).toBe(isCounted && step !== 'ended');
      for (const part of [mail.subject, mail.text]) expect(part).not.toMatch(/[{}]|undefined|null/);
    }
  });

  it('keeps texts for phones short', () => {
    // The maximum of three SMS parts in Unicode.
    for (const kind of CODES) expect(renderMessage(contentOf(kind), locale, 'sms').text.length).toBeLessThanOrEqual(201);
  });

  it('is a document that declares its language', () => {
    const { subject, html } = renderMessage(contentOf('email_changed'), locale, 'email');
    expect(html).toMatch(new RegExp(`^<!doctype html>\n<html lang="${locale}" dir="ltr">`));
    expect(html).toContain(`<title>${subject === null ? '' : { en, 'zh-CN': zhCN, vi }[locale].kinds.email_changed.title}</title>`);
    expect(linksOf(html)).toEqual([LINK, LINK]);
    // Nothing is fetched, nothing runs.
    expect([...tagsOf(html)].filter((tag) => ['img', 'script', 'link', 'iframe', 'form'].includes(tag!))).toEqual([]);
    expect(html).not.toMatch(/url\(|@import| src=| on\w+=/);
  });
});

it('has different texts in all languages', () => {
  const words = ({ kinds, withdrawal_reasons, admin_events, operator_alerts, alert_steps, ...rest }: typeof en) => [
    ...Object.values(kinds).flatMap((kind) => Object.values(kind)),
    ...Object.values(withdrawal_reasons),
    ...Object.values(admin_events),
    ...Object.values(operator_alerts).flatMap((alert) => Object.values(alert)),
    ...Object.values(alert_steps),
    ...Object.values(rest),
  ];
  const [english, chinese, vietnamese] = [words(en), words(zhCN), words(vi)];
  for (const [index, sentence] of english.entries()) {
    // The mail about an event among admins says only what happened, in the words of `admin_events`.
    if (sentence === en.kinds.admin_event.lead) {
      expect([sentence, chinese[index], vietnamese[index]]).toEqual(Array(3).fill('{what}'));
      continue;
    }
    expect(new Set([sentence, chinese[index], vietnamese[index]]).size, sentence).toBe(3);
    if (/[a-z]/.test(sentence.replace(/\{.*?\}/g, ''))) expect(chinese[index], sentence).toMatch(/\p{Script=Han}/u);
  }
});

it('shows HTML in values as text', () => {
  const browser = `<img src=x onerror="alert(1)"> & 'friends' {name} <b>`;
  const link = 'https://matchpoint.example/"><script>alert(1)</script>';
  const { text, html } = renderMessage(contentOf('password_changed', { device: { browser, system: null }, link }), 'en', 'email');
  expect([...tagsOf(html)].filter((tag) => ['script', 'img', 'b'].includes(tag!))).toEqual([]);
  expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &#39;friends&#39; {name} &lt;b&gt;');
  expect(linksOf(html)).toEqual([link, link]);
  expect(text).toContain(browser);
});

it('states what is unknown, and gives times of unknown zones in UTC', () => {
  const { text } = renderMessage(
    contentOf('password_reset', { device: { browser: null, system: null }, country: null, timeZone: 'Mars/Olympus' }),
    'en',
    'email',
  );
  const facts = [
    `${en.when}: 20 November 2026 at 18:05 (UTC)`,
    `${en.device}: ${en.unknown_device}`,
    `${en.country}: ${en.unknown_country}`,
  ];
  expect(text).toContain(`\n${facts.join('\n')}\n`);
  const short = (from: string) => messageWords('password_reset', 'short', { when: '21 November 2026 at 01:05 (GMT+7)', from, link: LINK });
  expect(renderMessage(contentOf('password_reset', { device: { browser: null, system: null }, country: null }), 'en', 'sms').text).toBe(
    short(en.unknown_device_in_text),
  );
  expect(renderMessage(contentOf('password_reset', { country: 'not a country' }), 'en', 'telegram').text).toBe(short(DEVICE.en));
});

it('uses the right plural for minutes', () => {
  const text = (minutes: number) => renderMessage({ kind: 'step_up', code: '123456', minutes }, 'en', 'sms').text;
  expect([text(1), text(10)]).toEqual([expect.stringContaining('1 minute.'), expect.stringContaining('10 minutes.')]);
});
