import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { findLeague } from '#demo/calendar.ts';
import type { DemoLeague } from '#demo/league.ts';
import { LEAGUES } from '#demo/leagues.ts';
import {
  feedKinds,
  hasSecondOpinions,
  type PolledSettings,
  PROVIDER_NAMES,
  PROVIDERS,
  type ProviderName,
  trustOf,
  trustProblems,
  trustSettings,
} from '#server/modules/match-data/public.ts';
import { readHelpLines } from '#server/modules/play-limits/public.ts';
import { missingOperator, operatorOf, operatorSettings, readLegalTexts } from '#server/modules/site/public.ts';
import { missingTron, tronOf, tronSettings } from '#server/modules/withdrawals/public.ts';
import { rateSettings, ratesOf } from '#server/platform/http/rate-settings.ts';
import { StartError } from '#server/platform/lifetime.ts';
import { gatewaySettings, gatewaysOf, missingGatewaySettings } from '#server/platform/messaging/gateways/gateway-settings.ts';
import { countries, origins, urlOf, urlsOf, wholeNumber, wholeNumberFrom } from '#server/platform/setting-values.ts';
import type { Role } from './roles.ts';
import { readSecretFiles, SECRET_SETTINGS, serverKeySetting } from './secret-settings.ts';

/** Settings that an installation may change without changing code. Other environment variables are ignored. */
export type Config = ReturnType<typeof arrange>;
export type Limits = Config['limits'];

/** Reads every setting and reports all invalid ones in one message. `role` is the role the process was started with; null for all roles. */
export function readConfig(environment: Record<string, string | undefined>, role: Role | null = null): Config {
  // Compose files and shells pass `NAME=` for a setting that was left out.
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
  const { values: given, fromFiles, problems: ofFiles } = readSecretFiles(present);
  if (role !== null && !given.DATABASE_URL && !ofFiles.has('DATABASE_URL'))
    throw new StartError(`--role ${role} needs DATABASE_URL: what several processes share is in a database that all of them reach.`);
  const [own, ofProviders] = [Settings.safeParse(given), ProviderValues.safeParse(given)];
  const withoutKey = missingKeys(given).filter(({ keySetting }) => !ofFiles.has(keySetting));
  if (own.success && ofProviders.success && withoutKey.length === 0 && ofFiles.size === 0)
    return arrange(own.data, providersOf(ofProviders.data, own.data.HISTORY_SEASONS), role);
  // A setting whose file cannot be used is reported once, not as missing too.
  const issues = [...(own.error?.issues ?? []), ...(ofProviders.error?.issues ?? [])].filter(({ path }) => !ofFiles.has(String(path[0])));
  const problems = issues.map(({ path, message }) => {
    const name = String(path[0]);
    return `  ${fromFiles.has(name) ? `${name}_FILE=${present[`${name}_FILE`]}` : `${path.join('.')}=${shown(name, given)}`}: ${message}`;
  });
  const missing = withoutKey.map(({ keySetting, setting, feed }) => `  ${keySetting}=: is needed with ${setting}=${feed}`);
  throw new StartError(`These settings cannot be used:\n${[...ofFiles.values(), ...problems, ...missing].join('\n')}`);
}

/** The settings of providers, which each of them declares. */
const ProviderValues = z.object(Object.assign({}, ...Object.values(PROVIDERS).map(({ shape }) => shape)) as Record<string, z.ZodType>);

const providersOf = (values: Readonly<Record<string, unknown>>, historySeasons: number): Record<ProviderName, PolledSettings> =>
  Object.fromEntries(PROVIDER_NAMES.map((name) => [name, { ...PROVIDERS[name].read(values), historySeasons }])) as Record<
    ProviderName,
    PolledSettings
  >;

/** Returns each followed provider that lacks its key, and the setting that names it. */
const missingKeys = (given: Readonly<Record<string, string | undefined>>): { keySetting: string; setting: string; feed: string }[] => {
  const followed = [
    ...(feedKinds.safeParse(given.FEED ?? 'none').data ?? []).map((feed) => ['FEED', feed] as const),
    ...(trustSettings.CONFIRM_BY.safeParse(given.CONFIRM_BY).data ?? []).map((feed) => ['CONFIRM_BY', feed] as const),
  ];
  return followed.flatMap(([setting, feed]) => {
    const keySetting = feed in PROVIDERS ? PROVIDERS[feed as ProviderName].keySetting : undefined;
    return keySetting === undefined || given[keySetting] ? [] : [{ keySetting, setting, feed }];
  });
};

/** A mistyped key is close to the real one, so it must not be logged. */
const shown = (name: string, given: Record<string, string | undefined>): string =>
  SECRET_SETTINGS.includes(name) && given[name] !== undefined ? '...' : (given[name] ?? '');

export const loadConfig = (role: Role | null = null): Config => readConfig(process.env, role);

const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });

/** Leagues of the demo by their names, such as "kronenliga,crown-cup". */
const demoLeagues = z
  .string()
  .transform((text) => text.split(',').map((name) => findLeague(`league:${name.trim()}`)))
  .refine((leagues) => !leagues.includes(undefined), `must be some of ${LEAGUES.map(({ id }) => id.replace('league:', '')).join(', ')}`)
  .transform((leagues) => [...new Set(leagues)] as DemoLeague[]);

const isRange = (text: string) => {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  return family !== 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)));
};

const Settings = z
  .object({
    DATA_DIR: z.string().default('./data'),
    PORT: wholeNumber(0, 65_535, 3000),
    HOST: z.string().trim().optional(),
    DATABASE_URL: urlOf('postgres:', 'postgresql:').optional(),
    // Replicas of that server that public pages and lists of the console are read from, separated by commas.
    DATABASE_READ_URL: urlsOf('postgres:', 'postgresql:').optional(),
    // With a pooler in DATABASE_URL that lends connections for one transaction: PostgreSQL itself, for what needs a session.
    DATABASE_SESSION_URL: urlOf('postgres:', 'postgresql:').optional(),
    // How processes reach each other: one server, or some addresses of a cluster, separated by commas.
    REDIS_URL: urlsOf('redis:', 'rediss:').optional(),
    // How long a process that is asked to end continues to answer, so that proxies can redirect traffic.
    DRAIN_SECONDS: wholeNumberFrom(0, 300).optional(),
    PUBLIC_URL: urlOf('https:', 'http:').optional(),
    SMTP_URL: urlOf('smtp:', 'smtps:').optional(),
    MAIL_FROM: z
      .string()
      .trim()
      .regex(
        /^([^<>\r\n]* )?<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/,
        'must be an address, or a name and an address in angle brackets',
      )
      .optional(),
    TELEGRAM_BOT_TOKEN: z
      .string()
      .trim()
      .regex(/^\d+:[\w-]{20,}$/, 'must be the token that BotFather gave')
      .optional(),
    TELEGRAM_API_URL: urlOf('https:', 'http:').default('https://api.telegram.org'),
    // Where people sign in with Telegram.
    TELEGRAM_OAUTH_URL: urlOf('https:', 'http:').default('https://oauth.telegram.org'),
    // How the bot gets updates: Telegram calls us, or we poll.
    TELEGRAM_UPDATES: oneOf(['polling', 'webhook', 'none']).default('polling'),
    GOOGLE_CLIENT_ID: z.string().trim().max(500).optional(),
    GOOGLE_CLIENT_SECRET: z.string().trim().max(500).optional(),
    GOOGLE_ISSUER: urlOf('https:', 'http:').default('https://accounts.google.com'),
    ...gatewaySettings,
    SERVER_KEY: serverKeySetting.optional(),
    FEED: feedKinds.default(['demo']),
    // Seasons before the current one that providers are asked for.
    HISTORY_SEASONS: wholeNumber(0, 20, 5),
    ...trustSettings,
    CONFIRM_WAIT_MINUTES: wholeNumber(0, 240, 15),
    DEMO_SPEED: wholeNumber(1, 120, 12),
    DEMO_PAST: oneOf(['on', 'off']).default('on'),
    DEMO_LEAGUES: demoLeagues.optional(),
    DEMO_SEED: z.string().trim().max(100, 'must have at most 100 characters').default('matchpoint'),
    REPLAY_PATH: z.string().trim().optional(),
    REPLAY_DATE: z.iso.date('must be a day such as 2022-12-18').optional(),
    REPLAY_SPEED: wholeNumber(1, 120, 30),
    REPLAY_LEAD_MINUTES: wholeNumber(0, 1_440, 2),
    // Separate port for metrics: local only, or with METRICS_TOKEN for its holders.
    METRICS_PORT: wholeNumberFrom(1, 65_535).optional(),
    // Target of traces, by OTLP over HTTP.
    OTEL_EXPORTER_OTLP_ENDPOINT: urlOf('https:', 'http:').optional(),
    METRICS_TOKEN: z
      .string()
      .trim()
      .regex(/^[\x21-\x7e]{16,200}$/, 'must have 16 to 200 letters, digits and signs without spaces')
      .optional(),
    // Maximum time of a connection for its headers, for a whole request, and between two requests.
    HEADERS_SECONDS: wholeNumber(1, 600, 10),
    REQUEST_SECONDS: wholeNumber(1, 3_600, 20),
    KEEP_ALIVE_SECONDS: wholeNumber(1, 3_600, 65),
    // Concurrent maximum per address.
    CONNECTIONS_PER_ADDRESS: wholeNumber(1, 1_000_000, 200),
    REQUESTS_PER_ADDRESS: wholeNumber(1, 1_000_000, 60),
    LOG_LEVEL: oneOf(['debug', 'info', 'warn', 'error', 'silent']).optional(),
    TRUST_PROXY: z
      .string()
      .transform((text) => text.split(',').map((part) => part.trim()))
      .refine((ranges) => ranges.every(isRange), 'must be IP addresses or ranges such as 10.0.0.0/8, separated by commas')
      .default([]),
    ...operatorSettings,
    // The operator's own texts, in Markdown: terms.en.md, privacy.vi.md, responsible-play.zh-CN.md and so on.
    LEGAL_DIR: z.string().trim().optional(),
    // Version of the terms that users agree to when they register: change it with the terms.
    TERMS_VERSION: z.string().trim().max(40).default('5'),
    // The operator's own list of where users find help with gambling problems, in JSON.
    HELP_LINES_FILE: z.string().trim().optional(),
    // Contact for reports of security vulnerabilities.
    SECURITY_CONTACT: urlOf('https:', 'mailto:').optional(),
    // Sites that may embed our cards; all if it is left out.
    EMBED_ORIGINS: origins.default([]),
    SUPPORT_URL: urlOf('https:', 'http:', 'mailto:').optional(),
    TELEGRAM_CHANNEL_URL: urlOf('https:').optional(),
    GEO_URL_1: urlOf('https:', 'http:').default('https://api.country.is/'),
    GEO_URL_2: urlOf('https:', 'http:').default('https://ipwho.is/'),
    STAKE_MIN: wholeNumber(1, 1_000_000_000, 10),
    STAKE_MAX: wholeNumber(1, 1_000_000_000, 5_000),
    STAKE_CONTEST_MAX: wholeNumber(1, 1_000_000_000, 10_000),
    POOL_FEE_PERCENT: wholeNumber(0, 50, 0),
    POOL_PARTICIPANTS_MIN: wholeNumber(1, 1_000, 1),
    // Fixed odds (docs/rules.md#house-prices).
    BET_PAYOUT_MAX: wholeNumber(1, 1_000_000_000, 50_000),
    MATCH_LIABILITY_MAX: wholeNumber(1, 1_000_000_000, 500_000),
    FIXED_MARGIN_PERCENT: wholeNumber(0, 50, 6),
    FIXED_SLOW_MARGIN_PERCENT: wholeNumber(0, 50, 9),
    FIXED_FORECAST_MARGIN_PERCENT: wholeNumber(0, 50, 12),
    FIXED_WEAK_STAKE_MAX: wholeNumber(1, 1_000_000_000, 500),
    PRICE_STALE_SECONDS: wholeNumber(1, 86_400, 60),
    PRICE_SUSPENDED_SECONDS: wholeNumber(1, 86_400, 300),
    PRICE_SLOW_CLOSED_MINUTES: wholeNumber(0, 1_440, 75),
    HOUSE_BANKROLL: wholeNumber(0, 1_000_000_000_000, 5_000_000),
    // Fixed odds close for all when the house lost this much of its bankroll in 24 hours.
    HOUSE_LOSS_PERCENT_MAX: wholeNumber(1, 100, 10),
    INVITER_REWARD: wholeNumber(0, 1_000_000, 100),
    INVITEE_REWARD: wholeNumber(0, 1_000_000, 50),
    INVITES_PER_DAY: wholeNumber(0, 1_000_000, 10),
    INVITES_PER_MONTH: wholeNumber(0, 1_000_000, 50),
    // Two capital letters each, separated by commas: users there cannot stake.
    STAKE_BLOCKED_COUNTRIES: countries.default([]),
    // Withdrawals (docs/rules.md#withdrawals), in points.
    REDEEM_STEP: wholeNumber(1, 1_000_000_000, 1_000),
    REDEEM_MIN: wholeNumber(1, 1_000_000_000, 1_000),
    REDEEM_PER_DAY: wholeNumber(1, 1_000_000_000, 50_000),
    REDEEM_PER_30_DAYS: wholeNumber(1, 1_000_000_000, 200_000),
    // Two admins must approve withdrawals above this amount, first withdrawals, and those to a wallet younger than this many days.
    REDEEM_ONE_REVIEWER_MAX: wholeNumber(0, 1_000_000_000, 20_000),
    REDEEM_WALLET_DAYS: wholeNumber(0, 3_650, 7),
    // Given points must have been staked once before they can be redeemed.
    REDEEM_PLAYTHROUGH: oneOf(['on', 'off']).default('off'),
    // Points won within this many hours cannot be redeemed yet.
    REDEEM_WON_HOURS_MIN: wholeNumber(0, 8_760, 0),
    REDEEM_BLOCKED_COUNTRIES: countries.default([]),
    ...tronSettings,
    WEBHOOKS_TO_LOOPBACK: oneOf(['on', 'off']).default('off'),
    // Actions in the console on more than this many points need a second admin.
    ADJUST_ALONE_MAX: wholeNumber(0, 1_000_000_000, 10_000),
    CONTEST_ALONE_MAX: wholeNumber(0, 1_000_000_000, 10_000),
    ...rateSettings,
    // Tries of a proof of work: about half a second on a phone.
    CAPTCHA_WORK: wholeNumber(1, 1_000_000, 300),
  })
  .superRefine((settings, context) => {
    const refuse = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
    for (const name of ['REPLAY_PATH', 'REPLAY_DATE'] as const)
      if (settings.FEED[0] === 'replay' && !settings[name]) refuse(name, 'is needed with FEED=replay');
    if (settings.DATABASE_READ_URL && !settings.DATABASE_URL)
      refuse('DATABASE_READ_URL', 'needs DATABASE_URL, the server of these replicas');
    if (settings.DATABASE_SESSION_URL && !settings.DATABASE_URL)
      refuse('DATABASE_URL', 'is needed with DATABASE_SESSION_URL: the address of the pooler');
    for (const problem of trustProblems(trustOf(settings))) refuse('CONFIRM_BY', problem);
    if (Boolean(settings.GOOGLE_CLIENT_ID) !== Boolean(settings.GOOGLE_CLIENT_SECRET))
      refuse(settings.GOOGLE_CLIENT_ID ? 'GOOGLE_CLIENT_SECRET' : 'GOOGLE_CLIENT_ID', 'is needed with the other: Google gave both');
    if (settings.TELEGRAM_UPDATES === 'webhook' && !settings.PUBLIC_URL?.startsWith('https:'))
      refuse('PUBLIC_URL', 'must be https with TELEGRAM_UPDATES=webhook: Telegram calls there');
    // Links in mails never use the host of a request.
    if (settings.SMTP_URL && !settings.PUBLIC_URL) refuse('PUBLIC_URL', 'is needed with SMTP_URL: links in mails lead there');
    if (settings.SMTP_URL && !settings.MAIL_FROM) refuse('MAIL_FROM', 'is needed with SMTP_URL: mails come from there');
    for (const name of missingOperator(settings)) refuse(name, 'is needed with the other settings of the operator');
    for (const { name, kind } of missingGatewaySettings(settings)) refuse(name, `is needed with SMS_KIND=${kind}`);
    for (const name of missingTron(settings)) refuse(name, 'is needed to verify payouts on TRON');
    if (settings.REQUEST_SECONDS < settings.HEADERS_SECONDS)
      refuse('REQUEST_SECONDS', `must not be below HEADERS_SECONDS (${settings.HEADERS_SECONDS}), which are part of it`);
    if (settings.STAKE_MAX < settings.STAKE_MIN) refuse('STAKE_MAX', `must not be below STAKE_MIN (${settings.STAKE_MIN})`);
    if (settings.STAKE_CONTEST_MAX < settings.STAKE_MAX) refuse('STAKE_CONTEST_MAX', `must not be below STAKE_MAX (${settings.STAKE_MAX})`);
    if (settings.REDEEM_MIN % settings.REDEEM_STEP !== 0)
      refuse('REDEEM_MIN', `must be a multiple of REDEEM_STEP (${settings.REDEEM_STEP})`);
    if (settings.REDEEM_PER_DAY < settings.REDEEM_MIN) refuse('REDEEM_PER_DAY', `must not be below REDEEM_MIN (${settings.REDEEM_MIN})`);
    if (settings.REDEEM_PER_30_DAYS < settings.REDEEM_PER_DAY)
      refuse('REDEEM_PER_30_DAYS', `must not be below REDEEM_PER_DAY (${settings.REDEEM_PER_DAY})`);
    if (settings.PRICE_SUSPENDED_SECONDS < settings.PRICE_STALE_SECONDS)
      refuse('PRICE_SUSPENDED_SECONDS', `must not be below PRICE_STALE_SECONDS (${settings.PRICE_STALE_SECONDS})`);
  });

/** All valid settings. */
export const SETTING_NAMES: readonly string[] = [...Object.keys(Settings.shape), ...Object.keys(ProviderValues.shape)];

/** Match minutes per real minute: more than 1 if matches are made up, or replayed. */
const matchSpeed = ({ FEED, DEMO_SPEED, REPLAY_SPEED }: z.output<typeof Settings>): number =>
  FEED[0] === 'demo' ? DEMO_SPEED : FEED[0] === 'replay' ? REPLAY_SPEED : 1;

/** Returns whether the demo runs. It shows mails to everybody and gives points away, so any setting of a real installation turns it off. */
const isDemo = (settings: z.output<typeof Settings>) =>
  settings.FEED[0] === 'demo' && !settings.SMTP_URL && !settings.DATABASE_URL && !settings.PUBLIC_URL;

/** A single process has no peers to hand visitors to, so it does not drain. */
const DRAIN_SECONDS_AMONG_OTHERS = 5;

const arrange = (settings: z.output<typeof Settings>, providers: Record<ProviderName, PolledSettings>, role: Role | null) => ({
  demo: isDemo(settings),
  /** Role of this process; null for all roles. */
  role,
  drainSeconds: settings.DRAIN_SECONDS ?? (role === null ? 0 : DRAIN_SECONDS_AMONG_OTHERS),
  dataDir: resolve(settings.DATA_DIR),
  port: settings.PORT,
  host: settings.HOST ?? (isDemo(settings) ? '127.0.0.1' : '0.0.0.0'),
  databaseUrl: settings.DATABASE_URL,
  /** Replicas of that database; empty if there are none. */
  databaseReadUrls: settings.DATABASE_READ_URL ?? [],
  /** Leads around the pooler that `databaseUrl` leads to; undefined if there is none. */
  databaseSessionUrl: settings.DATABASE_SESSION_URL,
  /** Several addresses form one cluster. */
  redisUrls: settings.REDIS_URL ?? null,
  publicUrl: settings.PUBLIC_URL?.replace(/\/+$/, ''),
  mail: settings.SMTP_URL && settings.MAIL_FROM ? { url: settings.SMTP_URL, from: settings.MAIL_FROM } : null,
  telegram: settings.TELEGRAM_BOT_TOKEN
    ? {
        token: settings.TELEGRAM_BOT_TOKEN,
        apiUrl: settings.TELEGRAM_API_URL.replace(/\/+$/, ''),
        oauthUrl: settings.TELEGRAM_OAUTH_URL.replace(/\/+$/, ''),
        updates: settings.TELEGRAM_UPDATES,
      }
    : null,
  google:
    settings.GOOGLE_CLIENT_ID && settings.GOOGLE_CLIENT_SECRET
      ? { clientId: settings.GOOGLE_CLIENT_ID, clientSecret: settings.GOOGLE_CLIENT_SECRET, issuer: settings.GOOGLE_ISSUER }
      : null,
  /** Gateways to phones, in the order in which they are tried; empty if there are none. */
  sms: gatewaysOf(settings),
  /** Where payouts are verified; null if they are not. */
  tron: tronOf(settings),
  /** Hexadecimal; the first key signs, all are accepted. */
  serverKeys: settings.SERVER_KEY,
  captchaWork: settings.CAPTCHA_WORK,
  webhooksToLoopback: settings.WEBHOOKS_TO_LOOPBACK === 'on',
  /** Feeds followed at the same time; empty with FEED=none. */
  feeds: [...settings.FEED].filter((name) => name !== 'none'),
  /** The settings of each provider of matches. */
  providers,
  trust: trustOf(settings),
  /** How long an ending waits for another provider that knows the match; 0 if there is none. */
  confirmWaitMs: hasSecondOpinions(trustOf(settings)) ? settings.CONFIRM_WAIT_MINUTES * 60_000 : 0,
  replay: { path: settings.REPLAY_PATH ?? '', date: settings.REPLAY_DATE ?? '', leadMinutes: settings.REPLAY_LEAD_MINUTES },
  metricsToken: settings.METRICS_TOKEN,
  metricsPort: settings.METRICS_PORT,
  tracesUrl: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
  matchSpeed: matchSpeed(settings),
  demoSeed: settings.DEMO_SEED,
  /** Whether the demo makes a past of two seasons, which takes minutes of processor time. */
  demoPast: settings.DEMO_PAST === 'on',
  demoLeagues: settings.DEMO_LEAGUES ?? LEAGUES,
  /** A demo user reads a terminal; an installation has a log. */
  logLevel: settings.LOG_LEVEL ?? (isDemo(settings) ? 'warn' : 'info'),
  trustProxy: settings.TRUST_PROXY,
  http: {
    headersSeconds: settings.HEADERS_SECONDS,
    requestSeconds: settings.REQUEST_SECONDS,
    keepAliveSeconds: settings.KEEP_ALIVE_SECONDS,
    connectionsPerAddress: settings.CONNECTIONS_PER_ADDRESS,
    requestsPerAddress: settings.REQUESTS_PER_ADDRESS,
  },
  legalTexts: readLegalTexts(settings.LEGAL_DIR && resolve(settings.LEGAL_DIR)),
  termsVersion: settings.TERMS_VERSION,
  operator: operatorOf(settings),
  helpLines: readHelpLines(settings.HELP_LINES_FILE && resolve(settings.HELP_LINES_FILE)),
  securityContact: settings.SECURITY_CONTACT,
  /** Origins that may frame our embeds; empty for all. */
  embedOrigins: settings.EMBED_ORIGINS,
  supportUrl: settings.SUPPORT_URL,
  telegramChannelUrl: settings.TELEGRAM_CHANNEL_URL,
  geoUrls: [settings.GEO_URL_1, settings.GEO_URL_2],
  /** Named as in the API, so that rules, meta and error parameters use the same terms. */
  limits: {
    stake_min: settings.STAKE_MIN,
    stake_max: settings.STAKE_MAX,
    stake_contest_max: settings.STAKE_CONTEST_MAX,
    pool_fee_percent: settings.POOL_FEE_PERCENT,
    pool_participants_min: settings.POOL_PARTICIPANTS_MIN,
    bet_payout_max: settings.BET_PAYOUT_MAX,
    match_liability_max: settings.MATCH_LIABILITY_MAX,
    fixed_margin_percent: settings.FIXED_MARGIN_PERCENT,
    fixed_slow_margin_percent: settings.FIXED_SLOW_MARGIN_PERCENT,
    fixed_forecast_margin_percent: settings.FIXED_FORECAST_MARGIN_PERCENT,
    fixed_weak_stake_max: settings.FIXED_WEAK_STAKE_MAX,
    price_stale_seconds: settings.PRICE_STALE_SECONDS,
    price_suspended_seconds: settings.PRICE_SUSPENDED_SECONDS,
    price_slow_closed_minutes: settings.PRICE_SLOW_CLOSED_MINUTES,
    house_bankroll: settings.HOUSE_BANKROLL,
    house_loss_percent_max: settings.HOUSE_LOSS_PERCENT_MAX,
    inviter_reward: settings.INVITER_REWARD,
    invitee_reward: settings.INVITEE_REWARD,
    invites_per_day: settings.INVITES_PER_DAY,
    invites_per_month: settings.INVITES_PER_MONTH,
    redeem_step: settings.REDEEM_STEP,
    redeem_min: settings.REDEEM_MIN,
    redeem_per_day: settings.REDEEM_PER_DAY,
    redeem_per_30_days: settings.REDEEM_PER_30_DAYS,
    redeem_one_reviewer_max: settings.REDEEM_ONE_REVIEWER_MAX,
    redeem_wallet_days: settings.REDEEM_WALLET_DAYS,
    redeem_playthrough: settings.REDEEM_PLAYTHROUGH === 'on' ? 1 : 0,
    redeem_won_hours_min: settings.REDEEM_WON_HOURS_MIN,
    adjust_alone_max: settings.ADJUST_ALONE_MAX,
    contest_alone_max: settings.CONTEST_ALONE_MAX,
  },
  stakeBlockedCountries: settings.STAKE_BLOCKED_COUNTRIES,
  redeemBlockedCountries: settings.REDEEM_BLOCKED_COUNTRIES,
  rates: ratesOf(settings),
});
