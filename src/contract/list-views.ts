import { z } from 'zod';
import { EVERY_ADMIN } from '#domain/identity/admin-role.ts';
import { nothing, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';

/** How an admin's lists look: views that they saved under a name, and the columns that they hide. No colleague sees or changes them. */

/**
 * The console's lists with filters, and the columns of each that can be hidden. The column that links to a row stays, and so does what an
 * admin must not overlook: the evidence against a withdrawal, and what an admin did.
 */
export const LIST_COLUMNS = {
  users: ['status', 'contact', 'balance', 'registered', 'last_login', 'code', 'linked', 'referrer', 'invitees'],
  withdrawals: ['points', 'usdt', 'wallet', 'origins'],
  contests: ['league', 'kickoff', 'standing', 'market', 'stake', 'bets', 'state', 'why'],
  audit: ['why'],
  fixtures: ['league', 'kickoff', 'score', 'status'],
  quarantine: [],
} as const satisfies Record<string, readonly string[]>;
export type ConsoleList = keyof typeof LIST_COLUMNS;
export const CONSOLE_LISTS = Object.keys(LIST_COLUMNS) as [ConsoleList, ...ConsoleList[]];

/** Views of one admin, for each list. */
export const LIST_VIEWS_MAX = 20;
export const VIEW_NAME_LENGTH_MAX = 40;
const VALUES_MAX = 20;
const COLUMNS_MAX = Math.max(...Object.values(LIST_COLUMNS).map(({ length }) => length));

const list = z.enum(CONSOLE_LISTS);
const viewName = z.string().trim().normalize('NFC').min(1).max(VIEW_NAME_LENGTH_MAX);

/** Values of the list's address by name, without the page: filters, search and sorting. Names that the list does not know are ignored. */
const viewValues = z
  .record(z.string().regex(/^[a-z][a-z_]{0,19}$/), z.string().regex(/^\P{Cc}{1,120}$/u))
  .refine((values) => Object.keys(values).length <= VALUES_MAX, 'too many values');

export const listView = z.object({ id: uuid, name: z.string(), values: z.record(z.string(), z.string()) });
export type ListView = z.infer<typeof listView>;

/** `hidden`: columns that the admin does not want to see, in the list's order. */
const listLook = z.object({ views: z.array(listView), hidden: z.array(z.string()) });
export type ListLook = z.infer<typeof listLook>;

const path = '/api/admin/account/lists/:list';

export const getListLook = endpoint({
  method: 'GET',
  path,
  access: EVERY_ADMIN,
  summary: 'The caller’s saved views of a list of the console, by name, and the columns that they hide in it',
  input: z.object({ list }),
  reply: listLook,
});

export const saveListView = endpoint({
  method: 'POST',
  path: `${path}/views`,
  access: EVERY_ADMIN,
  status: 201,
  summary: `Saves a view of a list under a new name, at most ${LIST_VIEWS_MAX} per list`,
  /** `view_name_taken` whatever its capitals, `too_many_views`, `invalid_payload` for a name that cannot be read. */
  input: z.strictObject({ list, name: viewName, values: viewValues }),
  reply: z.object({ view: listView }),
});

export const changeListView = endpoint({
  method: 'PATCH',
  path: '/api/admin/account/views/:id',
  access: EVERY_ADMIN,
  summary: 'Renames a view of the caller’s, or replaces what it shows',
  input: z.strictObject({ id: uuid, name: viewName.optional(), values: viewValues.optional() }),
  reply: z.object({ view: listView }),
});

export const deleteListView = endpoint({
  method: 'DELETE',
  path: '/api/admin/account/views/:id',
  access: EVERY_ADMIN,
  summary: 'Deletes a view of the caller’s',
  input: z.object({ id: uuid }),
  reply: nothing,
});

export const hideColumns = endpoint({
  method: 'PUT',
  path: `${path}/columns`,
  access: EVERY_ADMIN,
  summary: 'Replaces the columns that the caller hides in a list',
  /** `invalid_payload` for columns that the list does not have, or that cannot be hidden. */
  input: z.strictObject({ list, hidden: z.array(z.string().max(20)).max(COLUMNS_MAX) }),
  reply: z.object({ hidden: z.array(z.string()) }),
});
