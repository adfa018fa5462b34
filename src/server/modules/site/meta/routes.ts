import type { Hono } from 'hono';
import { LEGAL_PAGES } from '#contract/legal.ts';
import { getMeta } from '#contract/meta.ts';
import { LOCALES } from '#domain/identity/locale.ts';
import { CHECK_IN_REWARDS } from '#domain/ledger/rewards.ts';
import { POINTS_PER_USDT } from '#domain/withdrawals/payout-text.ts';
import type { Deps } from '#server/deps.ts';
import { shownNotice } from '#server/platform/feature-flags/feature-flags.ts';
import { mount } from '#server/platform/http/mount.ts';
import { openApiDocument } from '#server/platform/http/openapi.ts';

export function metaRoutes(app: Hono, deps: Deps): void {
  const { config } = deps;
  mount(app, deps, getMeta, () => ({
    name: 'Matchpoint',
    version: VERSION,
    demo: config.demo,
    match_speed: config.matchSpeed,
    confirm_wait_seconds: config.confirmWaitMs / 1000,
    now: deps.now().toISOString(),
    stake_min: config.limits.stake_min,
    stake_max: config.limits.stake_max,
    stake_contest_max: config.limits.stake_contest_max,
    bet_payout_max: config.limits.bet_payout_max,
    match_liability_max: config.limits.match_liability_max,
    fee_percent: config.limits.pool_fee_percent,
    points_per_usdt: POINTS_PER_USDT,
    play_through: config.limits.redeem_playthrough !== 0,
    invite_bonus: config.limits.inviter_reward,
    invitee_bonus: config.limits.invitee_reward,
    check_in_rewards: [...CHECK_IN_REWARDS],
    odds_refresh_seconds: 15,
    standings_top: 5,
    support_url: config.supportUrl ?? null,
    telegram_channel_url: config.telegramChannelUrl ?? null,
    sign_in: { google: config.google !== null, telegram: config.telegram !== null },
    contacts: { phone: config.demo || config.sms.length > 0, telegram: config.telegram !== null },
    own_texts: LEGAL_PAGES.filter((page) => Object.keys(config.legalTexts[page]).length > 0),
    switches: { ...deps.site.settings().switches },
    notice: shownNotice(deps),
    geo_urls: config.geoUrls,
  }));
  securityText(app, deps);
  app.get('/api/docs', (c) => c.json(openApiDocument(app)));
}

/** A test keeps this equal to package.json. */
const VERSION = '0.1.0';

/** RFC 9116 requires less than a year. The date is computed for every response, so this is the maximum age of a copy. */
const GOOD_FOR_MS = 180 * 86_400_000;

/** Serves security.txt, which names the contact for vulnerability reports (RFC 9116); not served without SECURITY_CONTACT. */
function securityText(app: Hono, { config, now }: Deps): void {
  const { securityContact, publicUrl } = config;
  if (!securityContact) return;
  app.get('/.well-known/security.txt', (c) => {
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${new Date(now().getTime() + GOOD_FOR_MS).toISOString()}`,
      `Preferred-Languages: ${LOCALES.join(', ')}`,
      ...(publicUrl ? [`Canonical: ${publicUrl}/.well-known/security.txt`] : []),
    ];
    return c.text(`${lines.join('\n')}\n`, 200, { 'Cache-Control': 'no-cache' });
  });
}
