import { type RawBuilder, sql } from 'kysely';
import type { USER_STATUSES } from '#contract/admin-users.ts';

/** Which users are looked for. */
export interface UserFilter {
  /** What somebody is known by begins with this; null: whoever it is. */
  q: string | null;
  status: (typeof USER_STATUSES)[number] | null;
  /** Whether addresses and numbers are found by what they begin with. Where not, they are found whole: who is not shown one could spell it out. */
  spellsContacts: boolean;
}

/** Ids begin with the time: fewer characters name everybody who registered in some weeks. */
const ID_BEGINNING = /^[0-9a-f]{8,32}$/;

/** Whether a filter leaves a part of the users alone that may be small. */
export const isNarrow = ({ q, status }: UserFilter): boolean => q !== null || (status !== null && status !== 'normal');

/** The status that a filter asks of `u`, in the text itself: partial indexes are chosen by it. */
export const hasStatus = ({ status }: UserFilter): RawBuilder<unknown> =>
  status === null ? sql`true` : sql`u.status = ${sql.lit(status)}`;

/**
 * Conditions on `u`, of which one has to hold of who is found by `q`: each is answered by an index of its own. Empty where nobody could be
 * found.
 */
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
