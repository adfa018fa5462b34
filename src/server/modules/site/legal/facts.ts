import type { LegalFacts } from '#contract/legal.ts';
import { CHAT_REPORTS_HIDE, CHAT_TEXT_MAX } from '#domain/chat/chat.ts';
import { AUDIT_YEARS, DELETION_GRACE_DAYS, RETENTION_DAYS } from '#domain/identity/retention.ts';
import { CHECK_IN_REWARDS, HOUSEHOLD_ACCOUNTS_MAX, INVITE_LINK_DAYS, INVITE_TERMS } from '#domain/ledger/rewards.ts';
import { LOOSENING_MS, SELF_EXCLUSION_MONTHS, TIME_OUT_HOURS } from '#domain/play-limits/play-limits.ts';
import { LOW_ODDS_HUNDREDTHS, PLAY_MIN } from '#domain/settlement/play-at-risk.ts';
import { SETTLEMENT_TIMERS } from '#domain/settlement/settlement-timers.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts';
import { POINTS_PER_USDT } from '#domain/withdrawals/payout-text.ts';
import { REVIEW_HOURS } from '#domain/withdrawals/withdrawal.ts';
import { WITHDRAWAL_HOLD_HOURS } from '#domain/withdrawals/withdrawal-request.ts';
import type { Config } from '#server/config.ts';
import { AGE_MIN, CODE_MINUTES } from '#server/modules/identity/public.ts';

/** Returns what the built-in legal texts state. Nothing is a number of this file's own: each is the one that the code follows. */
export const legalFactsOf = (config: Config): LegalFacts => ({
  operator: { ...config.operator, support_url: config.supportUrl ?? null },
  terms_version: config.termsVersion,
  numbers: numbersOf(config),
  play_through: config.limits.redeem_playthrough !== 0,
  stake_blocked: config.stakeBlockedCountries,
  redeem_blocked: config.redeemBlockedCountries,
  services: {
    mail: config.mail !== null,
    sms: config.sms.length > 0,
    telegram: config.telegram !== null,
    google: config.google !== null,
  },
  geo_hosts: config.geoUrls.map((url) => new URL(url).hostname),
});

const numbersOf = ({ limits, confirmWaitMs }: Config): LegalFacts['numbers'] => ({
  age_min: AGE_MIN,
  points_per_usdt: POINTS_PER_USDT,
  stake_min: limits.stake_min,
  stake_max: limits.stake_max,
  stake_contest_max: limits.stake_contest_max,
  pool_fee_percent: limits.pool_fee_percent,
  pool_participants_min: limits.pool_participants_min,
  bet_payout_max: limits.bet_payout_max,
  match_liability_max: limits.match_liability_max,
  fixed_margin_percent: limits.fixed_margin_percent,
  fixed_slow_margin_percent: limits.fixed_slow_margin_percent,
  fixed_forecast_margin_percent: limits.fixed_forecast_margin_percent,
  fixed_weak_stake_max: limits.fixed_weak_stake_max,
  low_odds: LOW_ODDS_HUNDREDTHS / 100,
  play_min: PLAY_MIN,
  score_stable_seconds: SETTLEMENT_TIMERS.scoreStableMs / SECOND_MS,
  paused_hours: SETTLEMENT_TIMERS.pausedMs / HOUR_MS,
  new_date_pool_days: SETTLEMENT_TIMERS.newDatePoolMs / DAY_MS,
  new_date_fixed_hours: SETTLEMENT_TIMERS.newDateFixedOddsMs / HOUR_MS,
  correction_hours: SETTLEMENT_TIMERS.correctionMs / HOUR_MS,
  confirm_wait_minutes: confirmWaitMs / MINUTE_MS,
  check_in_min: Math.min(...CHECK_IN_REWARDS),
  check_in_max: Math.max(...CHECK_IN_REWARDS),
  check_in_days: CHECK_IN_REWARDS.length,
  inviter_reward: limits.inviter_reward,
  invitee_reward: limits.invitee_reward,
  invites_per_day: limits.invites_per_day,
  invites_per_month: limits.invites_per_month,
  invite_bets: INVITE_TERMS.bets,
  invite_bet_days: INVITE_TERMS.betDays,
  invite_within_days: INVITE_TERMS.withinDays,
  invite_link_days: INVITE_LINK_DAYS,
  household_accounts_max: HOUSEHOLD_ACCOUNTS_MAX,
  redeem_step: limits.redeem_step,
  redeem_min: limits.redeem_min,
  redeem_per_day: limits.redeem_per_day,
  redeem_per_30_days: limits.redeem_per_30_days,
  redeem_one_reviewer_max: limits.redeem_one_reviewer_max,
  redeem_wallet_days: limits.redeem_wallet_days,
  redeem_won_hours_min: limits.redeem_won_hours_min,
  review_hours: REVIEW_HOURS,
  code_minutes: CODE_MINUTES,
  hold_password_hours: WITHDRAWAL_HOLD_HOURS.password,
  hold_wallet_hours: WITHDRAWAL_HOLD_HOURS.wallet,
  hold_contact_hours: WITHDRAWAL_HOLD_HOURS.contact,
  hold_not_me_hours: WITHDRAWAL_HOLD_HOURS.notMe,
  chat_text_max: CHAT_TEXT_MAX,
  chat_reports_hide: CHAT_REPORTS_HIDE,
  chat_days: RETENTION_DAYS.chat,
  registration_ip_days: RETENTION_DAYS.registrationIp,
  session_days: RETENTION_DAYS.session,
  activity_days: RETENTION_DAYS.activity,
  message_days: RETENTION_DAYS.message,
  notification_days: RETENTION_DAYS.notification,
  audit_years: AUDIT_YEARS,
  deletion_days: DELETION_GRACE_DAYS,
  loosening_hours: LOOSENING_MS / HOUR_MS,
  time_out_hours_min: TIME_OUT_HOURS.min,
  time_out_days_max: TIME_OUT_HOURS.max / 24,
  exclusion_months_min: SELF_EXCLUSION_MONTHS.min,
  exclusion_years_max: SELF_EXCLUSION_MONTHS.max / 12,
});
