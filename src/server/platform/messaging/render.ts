import { IntlMessageFormat } from 'intl-messageformat';
import type { MessageChannel } from '#contract/outbox.ts';
import type { Locale } from '#domain/identity/locale.ts';
import { en } from '#texts/en/messages.ts';
import { FORMAT_TAGS } from '#texts/formats.ts';
import type { MessageWords } from '#texts/shapes.ts';
import { vi } from '#texts/vi/messages.ts';
import { writeDate, writeUsdt } from '#texts/write.ts';
import { zhCN } from '#texts/zh-CN/messages.ts';
import { type MailParts, mailHtml, mailText } from './mail-layout.ts';
import type { CodeContent, MessageContent } from './message.ts';

const WORDS: Record<Locale, MessageWords> = { en, 'zh-CN': zhCN, vi };

type Values = Record<string, string | number>;
type Warning = Extract<MessageContent, { link: string }>;
type Withdrawal = Extract<MessageContent, { usdt: string }>;
type AdminEvent = Extract<MessageContent, { kind: 'admin_event' }>;
type OperatorAlert = Extract<MessageContent, { kind: 'operator_alert' }>;
type Digest = Extract<MessageContent, { kind: 'bets_digest' }>;

export interface Rendered {
  /** Mails only. */
  subject: string | null;
  text: string;
  /** Mails only: a whole document. */
  html: string | null;
}

/** Renders a message in a language: a mail, or one short text for Telegram and SMS. */
export function renderMessage(content: MessageContent, locale: Locale, channel: MessageChannel): Rendered {
  if (channel === 'email') return renderMail(content, locale);
  const words = WORDS[locale];
  const short = format(words.kinds[content.kind].short, locale, valuesOf(content, locale));
  // The outcome of a withdrawal needs more than one sentence.
  const more = 'usdt' in content ? detailsOf(content, words).map(([label, value]) => `${label}: ${value}`) : [];
  const link = 'code' in content && content.codeLink !== undefined ? [words.code_link_lead, content.codeLink] : [];
  const lines = [short, ...more, ...link];
  return { subject: null, text: lines.join('\n'), html: null };
}

function renderMail(content: MessageContent, locale: Locale): Rendered {
  const words = WORDS[locale];
  const { subject, title, lead } = words.kinds[content.kind];
  const values = valuesOf(content, locale);
  const told = (message: string) => format(message, locale, values);
  const parts: MailParts = {
    locale,
    title: told(title),
    lead: told(lead),
    ...partsOf(content, words, locale, told),
    automatic: words.automatic,
  };
  return { subject: told(subject), text: mailText(parts), html: mailHtml(parts) };
}

function partsOf(content: MessageContent, words: MessageWords, locale: Locale, told: (message: string) => string) {
  if ('code' in content) return codeParts(content, words, told);
  if (content.kind === 'admin_event') return adminParts(content, words, locale);
  if (content.kind === 'operator_alert') return alertParts(content, words, locale);
  if (content.kind === 'bets_digest') return digestParts(content, words, locale);
  if (content.kind === 'webhook_disabled') return { preview: content.host, code: null, facts: [], before: [], button: null, after: [] };
  return 'usdt' in content ? withdrawalParts(content, words, told) : warningParts(content, words, locale);
}

function codeParts({ kind, code, codeLink }: CodeContent, words: MessageWords, told: (message: string) => string) {
  const valid = told(words.code_valid);
  const notAsked = kind === 'step_up' || kind === 'redeem' ? words.step_up_not_asked : words.code_not_asked;
  const label = kind === 'reset_password' ? words.reset_link : words.code_link;
  const button = codeLink === undefined ? null : { label, link: codeLink, inFull: words.link_in_full };
  const before = [valid, ...(button ? [kind === 'reset_password' ? words.reset_link_lead : words.code_link_lead] : []), words.code_secret];
  return { preview: valid, code, facts: [], before, button, after: [notAsked] };
}

function withdrawalParts(content: Withdrawal, words: MessageWords, told: (message: string) => string) {
  const facts: [string, string][] = [
    [words.withdrawal_amount, told(words.withdrawal_worth)],
    [words.withdrawal_wallet, content.wallet],
    ...detailsOf(content, words),
  ];
  return { preview: facts.map(([, fact]) => fact).join(' · '), code: null, facts, before: [], button: null, after: [] };
}

function adminParts(content: AdminEvent, words: MessageWords, locale: Locale) {
  const when = writtenIn('UTC', new Date(content.at), locale);
  return {
    preview: when,
    code: null,
    facts: [[words.when, when] satisfies [string, string]],
    before: [],
    button: null,
    after: [words.admin_event_wrong],
  };
}

function alertParts({ step, ids, since, page }: OperatorAlert, words: MessageWords, locale: Locale) {
  const facts: [string, string][] = [
    [words.alert_state, words.alert_steps[step]],
    [words.alert_since, writtenIn('UTC', new Date(since), locale)],
    ...(ids.length === 0 ? [] : [[words.alert_ids, ids.join(', ')] satisfies [string, string]]),
  ];
  return {
    preview: words.alert_steps[step],
    code: null,
    facts,
    before: [],
    button: { label: words.alert_open, link: page, inFull: words.link_in_full },
    after: [words.alert_off],
  };
}

function digestParts({ bets, won, refunded, points, unsubscribe }: Digest, words: MessageWords, locale: Locale) {
  const number = new Intl.NumberFormat(FORMAT_TAGS[locale]);
  const facts: [string, string][] = [
    [words.digest_bets, number.format(bets)],
    [words.digest_won, number.format(won)],
    ...(refunded === 0 ? [] : [[words.digest_refunded, number.format(refunded)] satisfies [string, string]]),
    [words.digest_points, number.format(points)],
  ];
  return {
    preview: facts.map((fact) => fact.join(': ')).join(' · '),
    code: null,
    facts,
    before: [],
    button: { label: words.digest_end, link: unsubscribe.page, inFull: words.link_in_full },
    after: [words.digest_off],
  };
}

/** Returns the details of this withdrawal beyond its kind. */
const detailsOf = ({ reason, note, txHash }: Withdrawal, words: MessageWords): [string, string][] => [
  ...(reason === null ? [] : [[words.withdrawal_reason, words.withdrawal_reasons[reason]] satisfies [string, string]]),
  ...(note === null ? [] : [[words.withdrawal_note, note] satisfies [string, string]]),
  ...(txHash === null ? [] : [[words.withdrawal_transaction, txHash] satisfies [string, string]]),
];

function warningParts(content: Warning, words: MessageWords, locale: Locale) {
  const facts: [string, string][] = [
    [words.when, moment(content, locale)],
    [words.device, deviceName(content, locale) ?? words.unknown_device],
    [words.country, countryName(content.country, locale) ?? words.unknown_country],
  ];
  return {
    preview: facts.map(([, fact]) => fact).join(' · '),
    code: null,
    facts,
    before: [words.was_me, words.was_not_me],
    button: { label: words.not_me, link: content.link, inFull: words.link_in_full },
    after: [],
  };
}

function valuesOf(content: MessageContent, locale: Locale): Values {
  if ('code' in content) return { code: content.code, minutes: content.minutes, ...('wallet' in content && { wallet: content.wallet }) };
  if ('usdt' in content) return { points: content.points, usdt: writeUsdt(locale, content.usdt), wallet: content.wallet };
  if (content.kind === 'admin_event') {
    const { event, admin, role, by } = content;
    return { what: format(WORDS[locale].admin_events[event], locale, { admin, role, by }) };
  }
  if (content.kind === 'operator_alert') {
    const { present, ended } = WORDS[locale].operator_alerts[content.alert];
    return { what: format(content.step === 'ended' ? ended : present, locale, { count: content.count }) };
  }
  if (content.kind === 'webhook_disabled') return { host: content.host, because: content.because };
  if (content.kind === 'bets_digest') return { bets: content.bets, won: content.won, points: content.points };
  const device = deviceName(content, locale) ?? WORDS[locale].unknown_device_in_text;
  const country = countryName(content.country, locale);
  const from = country === null ? device : format(WORDS[locale].from, locale, { device, country });
  return { when: moment(content, locale), from, link: content.link };
}

/** Returns null for a device of which nothing is known. */
function deviceName({ device: { browser, system } }: Warning, locale: Locale): string | null {
  const words = WORDS[locale];
  return browser && system ? format(words.device_on, locale, { browser, system }) : (browser ?? system ?? null);
}

/** Inserts values unescaped; the HTML renderer escapes them. A missing value is an error. */
const format = (message: string, locale: Locale, values: Values): string =>
  String(new IntlMessageFormat(message, locale, undefined, { ignoreTag: true }).format(values));

function moment({ at, timeZone }: Warning, locale: Locale): string {
  try {
    return writtenIn(timeZone, new Date(at), locale);
  } catch {
    // A time zone unknown to this machine must not prevent a warning from being sent.
    return writtenIn('UTC', new Date(at), locale);
  }
}

/** Writes a moment with its zone at the end: "20 November 2026 at 18:30 (GMT+7)". */
function writtenIn(timeZone: string, at: Date, locale: Locale): string {
  const zone = new Intl.DateTimeFormat(FORMAT_TAGS[locale], { timeZoneName: 'short', timeZone });
  const zoneName = zone.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  return `${writeDate(locale, 'date_time', at, timeZone)} (${zoneName})`;
}

const COUNTRY = /^[A-Z]{2}$/;

const countryName = (country: string | null, locale: Locale): string | null =>
  country !== null && COUNTRY.test(country) ? (new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? country) : null;
