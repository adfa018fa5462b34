import { describe, expect, it } from 'vitest';
import { LEAGUES } from '#demo/leagues.ts';
import { readConfig } from './config.ts';

describe('settings', () => {
  it('are all optional', () => {
    const config = readConfig({ HOME: '/home/somebody', PATH: '/usr/bin' });
    expect(config).toMatchObject({ demo: true, port: 3000, host: '127.0.0.1', feeds: ['demo'], matchSpeed: 12, trustProxy: [] });
    expect(config.limits).toEqual({
      stake_min: 10,
      stake_max: 5000,
      stake_contest_max: 10_000,
      pool_fee_percent: 0,
      pool_participants_min: 1,
      bet_payout_max: 50_000,
      match_liability_max: 500_000,
      fixed_margin_percent: 6,
      fixed_slow_margin_percent: 9,
      fixed_forecast_margin_percent: 12,
      fixed_weak_stake_max: 500,
      price_stale_seconds: 60,
      price_suspended_seconds: 300,
      price_slow_closed_minutes: 75,
      house_bankroll: 5_000_000,
      house_loss_percent_max: 10,
      inviter_reward: 100,
      invitee_reward: 50,
      invites_per_day: 10,
      invites_per_month: 50,
      redeem_step: 1_000,
      redeem_min: 1_000,
      redeem_per_day: 50_000,
      redeem_per_30_days: 200_000,
      redeem_one_reviewer_max: 20_000,
      redeem_wallet_days: 7,
      redeem_playthrough: 0,
      redeem_won_hours_min: 0,
      adjust_alone_max: 10_000,
      contest_alone_max: 10_000,
    });
    expect(config.dataDir).toMatch(/^\/.*\/data$/);
  });

  it('treat an empty value as absent', () => {
    expect(readConfig({ PORT: '', SMTP_URL: ' ' })).toMatchObject({ port: 3000, demo: true });
  });

  it.each([
    { FEED: 'none' },
    { SMTP_URL: 'smtp://mail.example:587', PUBLIC_URL: 'https://matchpoint.example', MAIL_FROM: 'no-reply@matchpoint.example' },
    { DATABASE_URL: 'postgres://u:p@db.example/matchpoint' },
    { PUBLIC_URL: 'https://matchpoint.example' },
  ])('turn demo mode off and listen on all interfaces with %o', (environment) => {
    expect(readConfig(environment)).toMatchObject({ demo: false, host: '0.0.0.0' });
  });

  it('read who confirms, who is trusted first, and which leagues are one', () => {
    const keys = { API_FOOTBALL_KEY: 'a', API_BASKETBALL_KEY: 'b' };
    const { trust, confirmWaitMs } = readConfig({
      ...{ FEED: 'api-football', CONFIRM_BY: 'api-basketball', CONFIRM_WAIT_MINUTES: '30', ...keys },
      ...{ TRUST: 'football:api-football, api-basketball/12', SAME_LEAGUE: 'api-football/39=api-basketball/PL' },
    });
    expect(trust).toEqual({
      ...{ sources: ['api-football'], confirmers: ['api-basketball'] },
      exceptions: [{ sport: 'football', feed: 'api-football' }, { league: { feed: 'api-basketball', id: '12' } }],
      sameLeagues: [['api-football/39', 'api-basketball/PL'].map((text) => ({ feed: text.split('/')[0], id: text.split('/')[1] }))],
    });
    expect(confirmWaitMs).toBe(30 * 60_000);
    expect(readConfig({ FEED: 'api-football', ...keys }).confirmWaitMs).toBe(0);
  });

  it.each([
    [{ CONFIRM_BY: 'espn' }, /CONFIRM_BY=espn: must be providers/],
    [{ CONFIRM_BY: 'api-football' }, /CONFIRM_BY=api-football: must not name api-football/],
    [{ CONFIRM_BY: 'api-basketball', API_BASKETBALL_KEY: '' }, /API_BASKETBALL_KEY=: is needed with CONFIRM_BY=api-basketball/],
    [{ CONFIRM_BY: 'api-basketball', FEED: 'demo' }, /CONFIRM_BY=api-basketball: needs a provider in FEED/],
    [{ CONFIRM_WAIT_MINUTES: '241' }, /CONFIRM_WAIT_MINUTES=241: must be a whole number from 0 to 240/],
    [{ TRUST: 'chess:api-football' }, /TRUST=chess:api-football: must be a sport and its provider/],
    [{ SAME_LEAGUE: 'api-football/39' }, /SAME_LEAGUE=api-football\/39: must be leagues of providers/],
  ])('reject %o', (given, problem) => {
    const keys = { FEED: 'api-football', API_FOOTBALL_KEY: 'a', API_BASKETBALL_KEY: 'b' };
    expect(() => readConfig({ ...keys, ...given })).toThrow(problem);
  });

  it('name gateways to phones in the order in which they are tried', () => {
    expect(readConfig({}).sms).toEqual([]);
    expect(readConfig({ SMS_URL: 'https://sms.example/send', SMS_TOKEN: 't' }).sms).toEqual([
      { kind: 'http', url: 'https://sms.example/send', token: 't' },
    ]);
    const esms = { ESMS_API_KEY: 'k', ESMS_SECRET_KEY: 's', ESMS_BRAND: 'Matchpoint', ESMS_TEMPLATE: 'Ma: {code}' };
    const twilio = { TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`, TWILIO_AUTH_TOKEN: 'a', TWILIO_FROM: '+15005550006' };
    const telegram = { TELEGRAM_GATEWAY_TOKEN: 'AAG', TELEGRAM_GATEWAY_URL: 'https://proxy.example/' };
    const { sms } = readConfig({ SMS_KIND: 'telegram-gateway, esms,twilio', ...esms, ...twilio, ...telegram });
    expect(sms).toEqual([
      { kind: 'telegram-gateway', url: 'https://proxy.example', token: 'AAG' },
      { kind: 'esms', url: 'https://rest.esms.vn', apiKey: 'k', secretKey: 's', brand: 'Matchpoint', template: 'Ma: {code}' },
      { kind: 'twilio', url: 'https://api.twilio.com', accountSid: twilio.TWILIO_ACCOUNT_SID, authToken: 'a', from: '+15005550006' },
    ]);
  });

  it.each([
    [{ SMS_KIND: 'pigeon' }, /SMS_KIND=pigeon: must be one or several of http, telegram-gateway, esms, twilio/],
    [{ SMS_KIND: 'http,http', SMS_URL: 'https://sms.example' }, /SMS_KIND=http,http: must name each gateway once/],
    [{ SMS_KIND: 'http' }, /SMS_URL=: is needed with SMS_KIND=http/],
    [{ SMS_KIND: 'esms', ESMS_API_KEY: 'k' }, /ESMS_SECRET_KEY=: is needed with SMS_KIND=esms/],
    [{ ESMS_TEMPLATE: 'Ma xac nhan' }, /ESMS_TEMPLATE=Ma xac nhan: must contain \{code\}/],
    [{ TWILIO_AUTH_TOKEN: 'two words' }, /TWILIO_AUTH_TOKEN=\.\.\.: must have at most 1000 letters/],
    [{ TWILIO_FROM: 'us' }, /TWILIO_FROM=us: must be a number/],
  ])('reject %o', (given, problem) => {
    expect(() => readConfig(given)).toThrow(problem);
  });

  it('lead around a pooler only if there is one', () => {
    expect(() => readConfig({ DATABASE_SESSION_URL: 'postgres://u:p@h/d' })).toThrow(/DATABASE_URL=: is needed with DATABASE_SESSION_URL/);
    const [databaseUrl, databaseSessionUrl] = ['postgres://u:p@h:6432/d', 'postgres://u:p@h/d'];
    const given = { DATABASE_URL: databaseUrl, DATABASE_SESSION_URL: databaseSessionUrl };
    expect(readConfig(given)).toMatchObject({ databaseUrl, databaseSessionUrl, demo: false });
  });

  it('listen on HOST, in demo mode too', () => {
    expect(readConfig({ HOST: '0.0.0.0' })).toMatchObject({ demo: true, host: '0.0.0.0' });
  });

  it('choose leagues of the demo, each once, or all of them', () => {
    const chosen = (leagues?: string) => readConfig({ DEMO_LEAGUES: leagues }).demoLeagues.map(({ id }) => id);
    expect(chosen('kronenliga, crown-cup,kronenliga')).toEqual(['league:kronenliga', 'league:crown-cup']);
    expect(chosen()).toEqual(LEAGUES.map(({ id }) => id));
    for (const wrong of ['kronenliga,premier-league', 'kronenliga,', ','])
      expect(() => chosen(wrong)).toThrow(`DEMO_LEAGUES=${wrong}: must be some of first-division, crown-cup, `);
  });

  it('report all problems at once, with the allowed values', () => {
    const read = () =>
      readConfig({ PORT: '99999', DEMO_SPEED: 'fast', FEED: 'espn', DATABASE_URL: 'mysql://x', TRUST_PROXY: '10.0.0.0/99' });
    expect(read).toThrow(/PORT=99999: must be a whole number from 0 to 65535/);
    expect(read).toThrow(/DEMO_SPEED=fast: must be a whole number from 1 to 120/);
    expect(read).toThrow(/FEED=espn: must be one of demo, replay, none, or of api-football, api-basketball/);
    expect(read).toThrow(/DATABASE_URL=\.\.\.: must be a URL that starts with postgres:\/\/ or postgresql:\/\//);
    expect(read).toThrow(/TRUST_PROXY=10\.0\.0\.0\/99: must be IP addresses or ranges/);
  });

  it('use API-Football only with a key, numeric leagues and a numeric allowance', () => {
    const feed = { FEED: 'api-football', API_FOOTBALL_KEY: 'secret-key' };
    const { demo, providers } = readConfig({ ...feed, API_FOOTBALL_URL: 'https://proxy.example/', API_FOOTBALL_LEAGUES: '39, 2,39' });
    expect(demo).toBe(false);
    expect(providers['api-football']).toEqual({
      ...{ key: 'secret-key', baseUrl: 'https://proxy.example', followed: ['39', '2'] },
      ...{ perDay: 100, perMinute: 10, historySeasons: 5 },
    });
    expect(() => readConfig({ FEED: 'api-football' })).toThrow(/API_FOOTBALL_KEY=: is needed with FEED=api-football/);
    expect(() => readConfig({ ...feed, API_FOOTBALL_LEAGUES: '39,epl' })).toThrow(
      /API_FOOTBALL_LEAGUES=39,epl: must be at most 50 numbers/,
    );
    expect(() => readConfig({ ...feed, API_FOOTBALL_PER_DAY: 'all' })).toThrow(/API_FOOTBALL_PER_DAY=all: must be a whole number/);
  });

  it('follow several providers at once, each with its own key, and no other feed beside another', () => {
    const keys = { API_FOOTBALL_KEY: 'f', API_BASKETBALL_KEY: 'b' };
    const { feeds, matchSpeed, providers } = readConfig({ FEED: 'api-football, api-basketball', ...keys });
    expect({ feeds, matchSpeed }).toEqual({ feeds: ['api-football', 'api-basketball'], matchSpeed: 1 });
    expect(providers['api-basketball']).toEqual({
      ...{ key: 'b', baseUrl: 'https://v1.basketball.api-sports.io', followed: ['12', '120'] },
      ...{ perDay: 100, perMinute: 10, historySeasons: 5 },
    });
    expect(readConfig({ FEED: 'none' }).feeds).toEqual([]);
    expect(() => readConfig({ FEED: 'api-football,api-basketball' })).toThrow(
      /API_FOOTBALL_KEY=: is needed.*\n.*API_BASKETBALL_KEY=: is needed/,
    );
    for (const mixed of ['demo,api-football', 'none,api-football', 'demo,replay', 'api-football,'])
      expect(() => readConfig({ FEED: mixed, ...keys })).toThrow(/FEED=.*: must be one of/);
  });

  it('does not repeat secrets that cannot be used', () => {
    const read = () => readConfig({ FEED: 'api-football', API_FOOTBALL_KEY: 'mistyped key', METRICS_TOKEN: 'short' });
    expect(read).toThrow(/API_FOOTBALL_KEY=\.\.\.: must be/);
    expect(read).not.toThrow(/mistyped|short/);
  });

  it('send mail only from their own address, with links to their own site', () => {
    const mail = { SMTP_URL: 'smtps://user:secret@mail.example', MAIL_FROM: 'Matchpoint <no-reply@matchpoint.example>' };
    expect(readConfig({ ...mail, PUBLIC_URL: 'https://matchpoint.example/' })).toMatchObject({
      publicUrl: 'https://matchpoint.example',
      mail: { url: mail.SMTP_URL, from: mail.MAIL_FROM },
    });
    const read = () => readConfig({ SMTP_URL: mail.SMTP_URL });
    expect(read).toThrow(/PUBLIC_URL=: is needed with SMTP_URL.*\n.*MAIL_FROM=: is needed with SMTP_URL/);
    expect(read).not.toThrow(/secret/);
    for (const from of ['nobody', 'a@b\r\nBcc: c@d', 'A <a@b'])
      expect(() => readConfig({ ...mail, PUBLIC_URL: 'https://matchpoint.example', MAIL_FROM: from })).toThrow(
        /MAIL_FROM=.*: must be an address/s,
      );
    expect(readConfig({ MAIL_FROM: mail.MAIL_FROM })).toMatchObject({ demo: true, mail: null });
  });

  it('configure the senders of messages and texts', () => {
    const telegram = { TELEGRAM_BOT_TOKEN: '123456:AbCdEfGhIjKlMnOpQrStUv', TELEGRAM_API_URL: 'http://bots.example/' };
    expect(readConfig({ ...telegram, SMS_URL: 'https://sms.example/send', SMS_TOKEN: 't' })).toMatchObject({
      telegram: { token: telegram.TELEGRAM_BOT_TOKEN, apiUrl: 'http://bots.example' },
      sms: [{ kind: 'http', url: 'https://sms.example/send', token: 't' }],
    });
    expect(readConfig({ SMS_TOKEN: 't' })).toMatchObject({ telegram: null, sms: [] });
    expect(() => readConfig({ TELEGRAM_BOT_TOKEN: '123456' })).toThrow(/TELEGRAM_BOT_TOKEN=\.\.\.: must be the token/);
  });

  it('verify payouts with one or two nodes and the treasury, and never show the key', () => {
    const TREASURY_WALLET = 'TJoaVSdktrnndU4dmKm33SWMKoXt4LLFbU';
    expect(readConfig({}).tron).toBeNull();
    expect(readConfig({ TRON_API_URL: 'https://api.trongrid.io/', TREASURY_WALLET }).tron).toEqual({
      ...{ urls: ['https://api.trongrid.io'], key: null, treasury: TREASURY_WALLET },
    });
    const two = { TRON_API_URL: 'https://api.trongrid.io, http://10.0.0.5:8090', TRON_API_KEY: 'k-1', TREASURY_WALLET };
    expect(readConfig(two).tron).toEqual({
      ...{ urls: ['https://api.trongrid.io', 'http://10.0.0.5:8090'], key: 'k-1', treasury: TREASURY_WALLET },
    });
    expect(() => readConfig({ TRON_API_URL: 'https://api.trongrid.io' })).toThrow(/TREASURY_WALLET=: is needed/);
    expect(() => readConfig({ TREASURY_WALLET })).toThrow(/TRON_API_URL=: is needed/);
    expect(() => readConfig({ TRON_API_KEY: 'k' })).toThrow(/TRON_API_URL=: is needed/);
    expect(() => readConfig({ ...two, TRON_API_URL: 'ftp://a' })).toThrow(/TRON_API_URL=\.\.\.: must be a URL/);
    expect(() => readConfig({ ...two, TRON_API_URL: 'http://a,http://a/' })).toThrow(/two different/);
    expect(() => readConfig({ ...two, TRON_API_URL: 'http://a,http://b,http://c' })).toThrow(/two different/);
    expect(() => readConfig({ ...two, TREASURY_WALLET: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' })).toThrow(/TREASURY_WALLET/);
    expect(() => readConfig({ ...two, TRON_API_KEY: 'secret with spaces' })).toThrow(/TRON_API_KEY=\.\.\./);
    expect(() => readConfig({ ...two, TRON_API_KEY: 'secret with spaces' })).not.toThrow(/secret/);
  });

  it('accept replicas of the database, and never show their passwords', () => {
    const DATABASE_URL = 'postgres://u:p@db.example/matchpoint';
    expect(readConfig({ DATABASE_URL }).databaseReadUrls).toEqual([]);
    const two = 'postgres://u:p@a.example/matchpoint, postgresql://u:p@b.example:5433/matchpoint';
    expect(readConfig({ DATABASE_URL, DATABASE_READ_URL: two }).databaseReadUrls).toEqual([
      'postgres://u:p@a.example/matchpoint',
      'postgresql://u:p@b.example:5433/matchpoint',
    ]);
    for (const wrong of ['a.example', 'mysql://u:secret@a.example', `${two},`, `${two},redis://u:secret@c.example`])
      expect(() => readConfig({ DATABASE_URL, DATABASE_READ_URL: wrong })).toThrow(
        /DATABASE_READ_URL=\.\.\.: must be a URL that starts with/,
      );
    const twice = 'postgres://u:p@a.example/matchpoint,postgres://u:p@a.example/matchpoint';
    expect(() => readConfig({ DATABASE_URL, DATABASE_READ_URL: twice })).toThrow(/must name each server once/);
    expect(() => readConfig({ DATABASE_READ_URL: two })).toThrow(/DATABASE_READ_URL=\.\.\.: needs DATABASE_URL/);
  });

  it('accept one Redis or several addresses of a cluster, and never show their passwords', () => {
    expect(readConfig({}).redisUrls).toBeNull();
    expect(readConfig({ REDIS_URL: ' redis://r.example/2 ' }).redisUrls).toEqual(['redis://r.example/2']);
    const cluster = 'rediss://u:p@a.example:7000, rediss://u:p@b.example:7000';
    expect(readConfig({ REDIS_URL: cluster }).redisUrls).toEqual(['rediss://u:p@a.example:7000', 'rediss://u:p@b.example:7000']);
    for (const wrong of ['r.example', 'http://u:secret@r.example', 'redis://', 'redis://u:secret@a.example,', 'redis:///tmp/socket'])
      expect(() => readConfig({ REDIS_URL: wrong })).toThrow(/REDIS_URL=\.\.\.: must be a URL that starts with redis/);
  });

  it('configure sign-in providers, and require all values from Google', () => {
    const google = { GOOGLE_CLIENT_ID: 'id.apps.example', GOOGLE_CLIENT_SECRET: 'very secret' };
    const { clientId, clientSecret } = { clientId: google.GOOGLE_CLIENT_ID, clientSecret: google.GOOGLE_CLIENT_SECRET };
    expect(readConfig(google)).toMatchObject({ demo: true, google: { clientId, clientSecret, issuer: 'https://accounts.google.com' } });
    expect(readConfig({ ...google, GOOGLE_ISSUER: 'http://127.0.0.1:4000' }).google?.issuer).toBe('http://127.0.0.1:4000');
    expect(readConfig({ GOOGLE_ISSUER: 'https://accounts.google.com', GOOGLE_CLIENT_SECRET: ' ' }).google).toBeNull();
    expect(() => readConfig({ GOOGLE_CLIENT_ID: 'id' })).toThrow(/GOOGLE_CLIENT_SECRET=: is needed with the other/);
    const alone = () => readConfig({ GOOGLE_CLIENT_SECRET: 'very secret', GOOGLE_ISSUER: 'accounts.google.com' });
    expect(alone).toThrow(/GOOGLE_ISSUER=accounts.google.com: must be a URL/);
    expect(alone).not.toThrow(/very secret/);
    const telegram = { TELEGRAM_BOT_TOKEN: '123456:AbCdEfGhIjKlMnOpQrStUv' };
    expect(readConfig(telegram).telegram).toMatchObject({ oauthUrl: 'https://oauth.telegram.org' });
    expect(readConfig({ ...telegram, TELEGRAM_OAUTH_URL: 'http://127.0.0.1:4001/' }).telegram?.oauthUrl).toBe('http://127.0.0.1:4001');
  });

  it('refuses stake limits that contradict each other', () => {
    expect(() => readConfig({ STAKE_MIN: '100', STAKE_MAX: '50' })).toThrow(/STAKE_MAX=50: must not be below STAKE_MIN \(100\)/);
    expect(() => readConfig({ PRICE_STALE_SECONDS: '400' })).toThrow(
      /PRICE_SUSPENDED_SECONDS=: must not be below PRICE_STALE_SECONDS \(400\)/,
    );
    expect(readConfig({ PRICE_STALE_SECONDS: '300' }).limits).toMatchObject({ price_stale_seconds: 300, price_suspended_seconds: 300 });
  });

  it.each([
    ['HOUSE_BANKROLL', '-1'],
    ['HOUSE_BANKROLL', '5e6'],
    ['HOUSE_LOSS_PERCENT_MAX', '0'],
    ['HOUSE_LOSS_PERCENT_MAX', '101'],
    ['FIXED_MARGIN_PERCENT', '51'],
    ['BET_PAYOUT_MAX', '0'],
    ['MATCH_LIABILITY_MAX', 'much'],
    ['PRICE_STALE_SECONDS', '0'],
  ])('reject %s=%s for the house', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`${name}=${value}: `));
  });

  it('reject text that only resembles numbers', () => {
    for (const text of ['1e3', '-1', '3.5', '0x10', '٣']) expect(() => readConfig({ PORT: text })).toThrow(/PORT=/);
  });
});
