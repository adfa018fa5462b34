import { z } from 'zod';

/** Every code an answer can carry, with its HTTP status (decisions.md section 9). */
export const ERROR_STATUS = {
  missing_fields: 400,
  invalid_query: 400,
  invalid_payload: 400,
  invalid_time_zone: 400,
  invalid_date: 400,
  idempotency_key_required: 400,
  unauthorized: 401,
  invalid_credentials: 401,
  token_expired: 401,
  token_missing: 401,
  refresh_reused: 401,
  session_expired: 401,
  forbidden: 403,
  account_disabled: 403,
  login_required: 403,
  age_required: 403,
  step_up_required: 403,
  contact_unconfirmed: 403,
  not_found: 404,
  method_not_allowed: 405,
  already_checked_in: 409,
  email_taken: 409,
  contest_not_open: 409,
  market_suspended: 409,
  odds_changed: 409,
  bet_pick_conflict: 409,
  idempotency_mismatch: 409,
  request_in_progress: 409,
  code_expired: 410,
  link_expired: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  password_min: 422,
  password_max: 422,
  password_lower: 422,
  password_upper: 422,
  password_digit: 422,
  password_common: 422,
  password_mismatch: 422,
  agree_required: 422,
  disposable_email: 422,
  invalid_email: 422,
  invalid_invite_code: 422,
  captcha_required: 422,
  captcha_expired: 422,
  captcha_failed: 422,
  bot_detected: 422,
  invalid_code: 422,
  too_many_tries: 422,
  stake_below_min: 422,
  stake_above_max: 422,
  option_required: 422,
  insufficient_points: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;
export const ERROR_CODES = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];

/** Values that an error's sentence or the client needs: limits, seconds to wait, the new price. */
export type ErrorParams = Record<string, string | number>;

/** An error's body: application/problem+json (RFC 9457). */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  code: z.enum(ERROR_CODES),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  request_id: z.string().optional(),
});
export type Problem = z.infer<typeof problem>;
