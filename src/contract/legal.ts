import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const LEGAL_PAGES = ['terms', 'privacy', 'responsible-play'] as const;
export type LegalPage = (typeof LEGAL_PAGES)[number];

/** The day of the built-in texts. Change it with them, and the default of `TERMS_VERSION` with the terms. */
export const LEGAL_TEXTS_DATE = '2026-11-27';

/**
 * Every number that the built-in texts state, under the name of its argument in their messages. All come from settings and constants that
 * the server itself follows (facts.ts), so that no text states another number.
 */
export const LEGAL_NUMBERS = [
  ...(['age_min', 'points_per_usdt', 'stake_min', 'stake_max', 'stake_contest_max', 'pool_fee_percent', 'pool_participants_min'] as const),
  ...(['bet_payout_max', 'match_liability_max', 'fixed_margin_percent', 'fixed_slow_margin_percent'] as const),
  ...(['fixed_forecast_margin_percent', 'fixed_weak_stake_max', 'low_odds', 'play_min'] as const),
  ...([
    'score_stable_seconds',
    'paused_hours',
    'new_date_pool_days',
    'new_date_fixed_hours',
    'correction_hours',
    'confirm_wait_minutes',
  ] as const),
  ...(['check_in_min', 'check_in_max', 'check_in_days', 'inviter_reward', 'invitee_reward', 'invites_per_day'] as const),
  ...(['invites_per_month', 'invite_bets', 'invite_bet_days', 'invite_within_days', 'invite_link_days', 'household_accounts_max'] as const),
  ...(['redeem_step', 'redeem_min', 'redeem_per_day', 'redeem_per_30_days', 'redeem_one_reviewer_max'] as const),
  ...(['redeem_wallet_days', 'redeem_won_hours_min', 'review_hours', 'code_minutes'] as const),
  ...(['hold_password_hours', 'hold_wallet_hours', 'hold_contact_hours', 'hold_not_me_hours'] as const),
  ...(['chat_text_max', 'chat_reports_hide', 'chat_days', 'registration_ip_days', 'session_days', 'activity_days'] as const),
  ...(['message_days', 'notification_days', 'audit_years', 'deletion_days'] as const),
  ...(['loosening_hours', 'time_out_hours_min', 'time_out_days_max', 'exclusion_months_min', 'exclusion_years_max'] as const),
] as const;
export type LegalNumber = (typeof LEGAL_NUMBERS)[number];

const given = z.string().nullable();

export const legalFacts = z.object({
  /** Who runs the site, as the operator's settings say; null where they say nothing. */
  operator: z.object({
    name: given,
    /** Postal, in one line. */
    address: given,
    email: given,
    /** The governing law and the courts. */
    law: given,
    /** The body for complaints that could not be settled. */
    complaints: given,
    /** Companies that process data for the operator: hosting, mail, text messages. */
    services: given,
    support_url: given,
  }),
  terms_version: z.string(),
  numbers: z.record(z.enum(LEGAL_NUMBERS), z.number()),
  /** Whether given points must be played before they can be redeemed. */
  play_through: z.boolean(),
  /** Countries where nothing can be staked, and where nothing can be redeemed: two capital letters each. */
  stake_blocked: z.array(z.string()),
  redeem_blocked: z.array(z.string()),
  /** Which of the services are set up that get data of users. */
  services: z.object({ mail: z.boolean(), sms: z.boolean(), telegram: z.boolean(), google: z.boolean() }),
  /** Hosts of the services that browsers ask for the visitor's country. */
  geo_hosts: z.array(z.string()),
});
export type LegalFacts = z.infer<typeof legalFacts>;

export const getLegalFacts = endpoint({
  method: 'GET',
  path: '/api/legal',
  access: 'public',
  summary: 'What the built-in terms, privacy notice and page on responsible play state: the operator, and every number',
  input: z.object({}),
  reply: legalFacts,
});

export const getLegalText = endpoint({
  method: 'GET',
  path: '/api/legal/:page',
  access: 'public',
  summary: "The operator's own text of a page, in the language of Accept-Language",
  input: z.object({ page: z.enum(LEGAL_PAGES) }),
  /** Markdown without HTML; null if the operator has no text: pages then show the built-in one. */
  reply: z.object({ markdown: z.string().nullable() }),
});
