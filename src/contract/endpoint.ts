import type { z } from 'zod';
import type { AdminRole } from '#domain/identity/admin-role.ts';

/**
 * Who may call: everybody, everybody (told apart when signed in), signed-in users only, or admins of these roles only. In the open API
 * (`/api/v1`): everybody with or without a key (`open`), keys for public data (`read`), or keys with a scope of their owner.
 */
export type Access = 'public' | 'optional' | 'user' | 'open' | 'read' | 'me:read' | 'me:tip' | readonly AdminRole[];

/** Whether an endpoint is about the owner of an API key. */
export const isOwnAccess = (access: Access): access is 'me:read' | 'me:tip' => access === 'me:read' || access === 'me:tip';

/** Whether an endpoint needs an API key, with the scope of the same name. */
export const isKeyAccess = (access: Access): access is 'read' | 'me:read' | 'me:tip' => access === 'read' || isOwnAccess(access);

type MediaType =
  | 'application/zip'
  | 'text/csv; charset=utf-8'
  | 'application/json'
  | 'application/x-ndjson; charset=utf-8'
  | 'text/calendar; charset=utf-8'
  | 'text/event-stream';

/** Returns the media types of an answer that is not JSON; none of one that is. */
export const mediaTypesOf = ({ produces, alsoProduces = [] }: Pick<Endpoint, 'produces' | 'alsoProduces'>): MediaType[] =>
  produces === undefined ? [] : [produces, ...alsoProduces];

/**
 * One call across the wire. Server and browser are both derived from it.
 *
 * `input` holds the path's parameters, and the query (GET) or the body (all other methods) in one object: a field named in the path as
 * `:name` travels there. `z.strictObject` refuses a body's unknown fields; unknown query values are ignored. The server parses `reply`
 * before sending it; browsers get the address and the types, but no schemas (docs/decisions/011).
 */
export interface Endpoint<I extends z.ZodObject = z.ZodObject, R extends z.ZodType = z.ZodType> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: `/api/${string}`;
  access: Access;
  /** Moves points: takes an Idempotency-Key ("required", or "optional" for check-in). */
  idempotent?: 'required' | 'optional';
  /**
   * Counts as play, like staking: refused with `self_excluded` during time away, and with `account_leaving` while the account is about to
   * be erased.
   */
  isPlay?: true;
  /**
   * Enters something without a stake (forecasts, tips, brackets), or joins others who do: no play, but refused with `tipping_paused` during
   * a time away for which the user chose that too.
   */
  isTipping?: true;
  /**
   * Adds a way to sign in, a second factor, a contact, a payout address, or an address that reads in the user's name: refused with `contact_unconfirmed` while the account's address
   * is not confirmed (docs/decisions/044).
   */
  isArming?: true;
  /**
   * Admins only: refused with `totp_setup_required` if the admin's role can do harm and they have no second factor yet
   * (docs/rules.md#admins).
   */
  isGrave?: true;
  /**
   * Admins only: exports data of thousands of users. Refused with `totp_setup_required` without a second factor, whatever the role, and
   * with `step_up_required` unless the code was given in this session within ten minutes (`adminStepUp`).
   */
  isExport?: true;
  /** Open API: the endpoint goes away. Its answers say since when, until when it works, and where to read what replaces it (RFC 9745, 8594). */
  deprecated?: { since: string; until: string; link: string };
  /** Open API: its name in the description and in generated clients, which never changes. */
  operation?: string;
  /** Open API: one or two sentences for the reference, beyond the summary. */
  description?: string;
  /** The status of a success; 200 by default. */
  status?: 200 | 201;
  /** The media type of an answer that is not JSON: the handler's output is streamed. */
  produces?: MediaType;
  /** Open API: further media types of such an answer, if the path says which one it is. */
  alsoProduces?: readonly MediaType[];
  /** The name under which such an answer is saved, with its extension. */
  fileName?: string;
  summary: string;
  input: I;
  reply: R;
}

/** Declares an endpoint. Exists to infer its types, with `access` as a literal. */
export const endpoint = <I extends z.ZodObject, R extends z.ZodType, const A extends Access>(
  definition: Endpoint<I, R> & { access: A },
): Endpoint<I, R> & { access: A } => definition;

/** Returns whether a field of an endpoint's input is a parameter of its path: `id` is one of "/matches/:id", and not of "/groups/:id_code". */
export const isInPath = ({ path }: { path: string }, name: string): boolean => path.split('/').includes(`:${name}`);

/** The caller's input (before defaults are filled in). */
export type InputOf<E extends Endpoint> = z.input<E['input']>;
/** The handler's input. */
export type ParsedInputOf<E extends Endpoint> = z.output<E['input']>;
/** The handler's answer, as the caller receives it. */
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>;
