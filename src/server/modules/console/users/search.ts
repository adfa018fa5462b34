import { type RawBuilder, sql } from 'kysely';
import type { USER_STATUSES } from '#contract/admin-users.ts';

/** Filter for users. */
export interface UserFilter {
  /** Prefix of an identifier of the user; null: any user. */
  q: string | null;
  status: (typeof USER_STATUSES)[number] | null;
  /**
   * Whether addresses and numbers are found by prefix. Otherwise only by the full value: an admin who may not see one could guess it
   * character by character.
   */
  spellsContacts: boolean;
}

/** Ids begin with the time: fewer characters would match everyone who registered within some weeks. */
const ID_BEGINNING = /^[0-9a-f]{8,32}$/;

/** Returns whether a filter may match only a small part of the users. */
export const isNarrow = ({ q, status }: UserFilter): boolean => q !== null || (status !== null && status !== 'normal');

/** Returns the filter's condition on the status of `u`, as a literal in the query text so that partial indexes are used. */
export const hasStatus = ({ status }: UserFilter): RawBuilder<unknown> =>
  status === null ? sql`true` : sql`u.status = ${sql.lit(status)}`;

/** Returns conditions on `u`, each served by its own index; a user matches `q` if one of them holds. */
export function searchConditions(q: string, { spellsContacts }: Pick<UserFilter, 'spellsContacts'>): RawBuilder<unknown>[] {
  const typed = q.trim().toLowerCase();
  const phone = typed.replace(/[\s().-]/g, '').replace(/^(\+|00)/, '');
  return [
    spellsContacts ? sql`u.email like ${prefix(typed)}` : sql`u.email = ${typed}`,
    sql`u.public_handle like ${prefix(typed.replace(/^@/, ''))}`,
    sql`lower(u.display_name) like ${prefix(typed)}`,
    sql`u.invite_code like ${prefix(typed.toUpperCase())}`,
    ...(/^\d+$/.test(phone) ? [spellsContacts ? sql`u.phone like ${prefix(`+${phone}`)}` : sql`u.phone = ${`+${phone}`}`] : []),
    ...idCondition(typed.replaceAll('-', '')),
  ];
}

function idCondition(hex: string): RawBuilder<unknown>[] {
  if (!ID_BEGINNING.test(hex)) return [];
  return [sql`u.id between ${hex.padEnd(32, '0')}::uuid and ${hex.padEnd(32, 'f')}::uuid`];
}

const prefix = (text: string): string => `${text.replace(/[\\%_]/g, '\\$&')}%`;
