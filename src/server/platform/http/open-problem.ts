import type { ErrorCode, ErrorParams } from '#contract/errors.ts';

/**
 * What programs are told instead of the site's sentences, which speak to visitors of links, forms and reloading. Refusals that are missing
 * here concern the owner of a key, such as a match that has started: a program may show their sentences to its users.
 */
const SENTENCES: Partial<Record<ErrorCode, string>> = {
  api_key_missing: 'This endpoint needs an API key. Send it as `Authorization: Bearer mp_...`.',
  api_key_invalid: 'The API key is unknown, revoked or expired.',
  scope_missing: 'The API key lacks the scope `{scope}`.',
  not_found: 'Nothing has this address or this id.',
  method_not_allowed: 'This address does not accept this method. It accepts {allow}.',
  payload_too_large: 'The body is too large.',
  unsupported_media_type: 'The body must be JSON. Send `Content-Type: application/json`.',
  rate_limited: 'Too many requests. Send the next one in {seconds} seconds.',
  too_many_streams: 'Too many streams are open: {max} at most.',
  internal: 'The server failed to answer this request. It has logged the error.',
  unavailable: 'The server cannot answer at the moment. Try again after the seconds in `Retry-After`.',
};

/** Codes of inputs that break a rule, with what is assumed of a field if the rule is not told. */
const INPUT_CODES: Partial<Record<ErrorCode, string>> = {
  missing_fields: 'is required',
  invalid_query: 'is not valid',
  invalid_payload: 'is not valid',
  invalid_date: 'must be a day that exists, written as `2026-11-20`',
};

/**
 * Returns the `detail` of a refusal by the open API, in English: what is wrong with the request, and for an input which field breaks which
 * rule. Null for a refusal that has no sentence for programs.
 *
 * @param rule What follows the name of the field, as in "must be at most 200".
 */
export function openDetail(code: ErrorCode, params: ErrorParams = {}, rule?: string): string | null {
  const assumed = INPUT_CODES[code];
  if (assumed !== undefined) return params.field === 'body' ? 'The body must be a JSON object.' : `\`${params.field}\` ${rule ?? assumed}.`;
  const sentence = SENTENCES[code];
  return sentence?.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name])) ?? null;
}
