import type { z } from 'zod';
import type { AdminRole } from '#domain/identity/admin-role.ts';

/** Who may call: everybody, everybody (told apart when signed in), signed-in users only, or admins of these roles only. */
export type Access = 'public' | 'optional' | 'user' | readonly AdminRole[];

/**
 * One call across the wire. Server and browser are both derived from it.
 *
 * `input` holds the path's parameters, and the query (GET) or the body (all else) in one object:
 * a field named in the path as `:name` travels there. A body's unknown fields are refused by
 * `z.strictObject`; unknown query values are ignored. `reply` is parsed by the server before it leaves; browsers get the
 * address and the types, and no schemas (docs/decisions/011).
 */
export interface Endpoint<I extends z.ZodObject = z.ZodObject, R extends z.ZodType = z.ZodType> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: `/api/${string}`;
  access: Access;
  /** Moves points: takes an Idempotency-Key ("required", or "optional" for check-in). */
  idempotent?: 'required' | 'optional';
  /** Is play, as staking is: refused with `self_excluded` to who has taken time away, and with `account_leaving` to who is about to leave. */
  isPlay?: true;
  /**
   * Gives the account a way in, a second factor, a contact or a place to be paid at: refused with `contact_unconfirmed` while the account's
   * address is not confirmed (docs/decisions/044).
   */
  isArming?: true;
  /** Admins only: refused with `totp_setup_required` to who could do harm and has no second factor yet (docs/rules.md#admins). */
  isGrave?: true;
  /**
   * Admins only: hands out users' data by the thousand, whole. Refused with `totp_setup_required` to who has no second factor, whatever their role, and
   * with `step_up_required` unless they gave it in this session within ten minutes (`adminStepUp`).
   */
  isExport?: true;
  /** The status of a success, 200 unless said. */
  status?: 200 | 201;
  /** What the answer is, where that is not JSON: it is sent on as the handler yields it. */
  produces?: 'application/zip' | 'text/csv; charset=utf-8' | 'application/json';
  /** What such an answer is saved as: a name with its ending. */
  fileName?: string;
  summary: string;
  input: I;
  reply: R;
}

/** Declares an endpoint; exists so that its types are inferred, `access` as the very word. */
export const endpoint = <I extends z.ZodObject, R extends z.ZodType, const A extends Access>(
  definition: Endpoint<I, R> & { access: A },
): Endpoint<I, R> & { access: A } => definition;

/** What a caller gives (before defaults are filled in). */
export type InputOf<E extends Endpoint> = z.input<E['input']>;
/** What a handler receives. */
export type ParsedInputOf<E extends Endpoint> = z.output<E['input']>;
/** What a handler answers and a caller receives. */
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>;
