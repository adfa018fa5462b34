import { createFormatter, createTranslator, type Messages } from 'use-intl';
import { LOCALES, type Locale } from '#domain/identity/locale.ts';
import type { SettlementRule } from '#domain/matches/score.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { MARKETS, type Market } from '#domain/settlement/contest.ts';
import { ENDING_CASES, type Ending, endingsOf } from '#domain/settlement/endings.ts';
import { POOL_RULES, poolPayouts } from '#domain/settlement/pool.ts';
import { fixedPayout } from '#domain/settlement/settlement.ts';
import { SETTLEMENT_TIMERS } from '#domain/settlement/settlement-timers.ts';
import { messages as en } from '#web/i18n/en/messages.ts';
import { messages as vi } from '#web/i18n/vi/messages.ts';
import { messages as zhCN } from '#web/i18n/zh-CN/messages.ts';
import { durationWords } from '#web/lib/duration-words.ts';
import { endingWords } from '#web/lib/settlement-words.ts';
import { DOC_WORDS, type DocWords } from './settlement-doc-words.ts';

const MESSAGES = { en, 'zh-CN': zhCN, vi };
const STAKE = 500;

/** Settlement rules of leagues, under their names in the texts. */
const KINDS: { name: keyof DocWords['kinds']; sport: Sport; settlesOn: SettlementRule; drawPossible: boolean }[] = [
  { name: 'regular_time', sport: 'football', settlesOn: 'regular_time', drawPossible: true },
  { name: 'football', sport: 'football', settlesOn: 'whole_match', drawPossible: true },
  { name: 'basketball', sport: 'basketball', settlesOn: 'whole_match', drawPossible: false },
  { name: 'tennis', sport: 'tennis', settlesOn: 'whole_match', drawPossible: false },
  { name: 'esports', sport: 'esports', settlesOn: 'whole_match', drawPossible: false },
  { name: 'esports_draw', sport: 'esports', settlesOn: 'whole_match', drawPossible: true },
];

/** Returns a description of settlement in three languages, as Markdown: the settling rules, in the words of the slip. */
export const settlementDoc = (timers = SETTLEMENT_TIMERS): string =>
  `${[
    '<!-- Made by `npm run docs:settlement` from src/domain/settlement/endings.ts and the words in src/web/i18n: edit those. -->',
    `# ${LOCALES.map((locale) => DOC_WORDS[locale].title).join(' · ')}`,
    LOCALES.map((locale) => `[${DOC_WORDS[locale].language}](#${DOC_WORDS[locale].language.toLowerCase().replaceAll(' ', '-')})`).join(
      ' · ',
    ),
    ...LOCALES.map((locale) => chapter(locale, timers)),
  ].join('\n\n')}\n`;

function chapter(locale: Locale, timers: typeof SETTLEMENT_TIMERS): string {
  const words = DOC_WORDS[locale];
  const format = createFormatter({ locale, timeZone: 'UTC' });
  const duration = (ms: number) => durationWords(format, ms);
  const tables = KINDS.map((kind) => ({ kind, rows: rowsOf(locale, kind, timers) }));
  const isCommon = (row: string) => tables.every(({ rows }) => rows.includes(row));
  const table = (rows: readonly string[]) => [...headOf(words), ...rows].join('\n');
  return [
    `## ${words.language}`,
    fill(words.lead, { stake: format.number(STAKE) }),
    fill(words.pool, { fee: format.number(POOL_RULES.feePercent) }),
    words.fixed,
    `### ${words.all}`,
    words.allLead,
    table(tables[0]!.rows.filter(isCommon)),
    `### ${words.own}`,
    ...tables.flatMap(({ kind, rows }) => [`#### ${words.kinds[kind.name]}`, table(rows.filter((row) => !isCommon(row)))]),
    `### ${words.clock}`,
    fill(words.clockText, { blind: duration(timers.blindMs) }),
    `### ${words.corrections}`,
    fill(words.correctionsText, { correction: duration(timers.correctionMs), stable: duration(timers.scoreStableMs) }),
    `### ${words.rounding}`,
    ...roundingOf(words, format),
  ].join('\n\n');
}

const headOf = ({ columns }: DocWords) => [
  `| ${columns.ending} | ${columns.statuses} | ${columns.pool} | ${columns.fixed} |`,
  '|---|---|---|---|',
];

/** Returns a row per ending of one kind of match, with its outcome in both markets. */
function rowsOf(locale: Locale, kind: (typeof KINDS)[number], timers: typeof SETTLEMENT_TIMERS): string[] {
  const format = createFormatter({ locale, timeZone: 'UTC' });
  const messages = MESSAGES[locale] as unknown as Messages;
  const t = createTranslator<Messages, 'endings'>({ locale, messages, namespace: 'endings' });
  const word = kind.settlesOn === 'regular_time' ? 'regular_time' : kind.sport;
  const rows = new Map<string, Row>();
  for (const market of MARKETS) {
    // Two, to show a pool with too few participants: the default minimum is one.
    const rules = { ...POOL_RULES, participantsMin: 2 };
    for (const ending of endingsOf({ market, ...kind, timers, rules })) {
      const { label, answer } = endingWords({ t, format }, ending, word, STAKE, timers.confirmWaitMs);
      rows.set(label, { ...rows.get(label), ...ending, [market]: answer });
    }
  }
  return [...rows]
    .sort(([, a], [, b]) => ENDING_CASES.indexOf(a.on) - ENDING_CASES.indexOf(b.on))
    .map(([label, { statuses, wdl, '1x2': fixed }]) => `| ${label} | ${statuses.join(' ')} | ${wdl ?? '–'} | ${fixed ?? '–'} |`);
}

type Row = Ending & Partial<Record<Market, string>>;

/** Returns examples of rounding, calculated by the domain: a pool that does not divide evenly, and a payout rounded down. */
function roundingOf(words: DocWords, format: ReturnType<typeof createFormatter>): string[] {
  const stakes = [100, 100, 50];
  const lost = 76;
  const bet = (index: number, stake: number, pick: 'home' | 'away') => ({ id: String(index), pick, stake, placedAt: new Date(index) });
  const bets = [...stakes.map((stake, index) => bet(index, stake, 'home')), bet(stakes.length, lost, 'away')];
  const pool = bets.reduce((sum, { stake }) => sum + stake, 0);
  const { payouts } = poolPayouts(bets, 'home', POOL_RULES);
  const exact = (stake: number) => format.number((stake * pool) / (pool - lost), { minimumFractionDigits: 1, maximumFractionDigits: 2 });
  const leg = { stake: 33, oddsHundredths: 245 };
  const { player, stake, exact: share, paid } = words.share;
  return [
    fill(words.roundingText, { pool: format.number(pool) }),
    [
      `| ${player} | ${stake} | ${share} | ${paid} |`,
      '|---|---|---|---|',
      ...stakes.map((staked, index) => `| ${'ABC'[index]} | ${staked} | ${exact(staked)} | ${payouts.get(String(index))} |`),
    ].join('\n'),
    fill(words.roundingFixed, {
      stake: format.number(leg.stake),
      odds: format.number(leg.oddsHundredths / 100, { minimumFractionDigits: 2 }),
      paid: format.number(fixedPayout([leg])),
    }),
  ];
}

const fill = (text: string, values: Record<string, string>): string => text.replace(/\{(\w+)\}/g, (_, name: string) => values[name]!);
