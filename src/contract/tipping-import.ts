import { z } from 'zod';
import { IMPORT_FAULTS, IMPORT_LENGTH_MAX } from '#domain/tipping/import-faults.ts';
import { listOf, nothing, numericId, paging, queryText, timestamp, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';
import { tippingRules } from './tipping-rules.ts';

/** The largest body of an import, in bytes: three bytes for each letter, and what JSON adds. */
export const IMPORT_BYTES_MAX = 4 * IMPORT_LENGTH_MAX;
/** Faults that are listed; more are only counted. */
export const IMPORT_FAULTS_MAX = 200;
/** Imports that are listed, the latest ones. */
export const IMPORTS_MAX = 20;

export const IMPORT_FILES = ['members', 'rules', 'tips'] as const;
const file = z.string().max(IMPORT_LENGTH_MAX).default('');
const count = z.number().int();
const ofGroup = { group_id: uuid };

export const importTipping = endpoint({
  method: 'POST',
  path: '/api/tipping/groups/:group_id/import',
  access: 'user',
  summary:
    'Takes over members, rules and tips of matches that ended before the group began, as CSV, until the first match of the group closes (its owner); a preview writes nothing',
  input: z.strictObject({ ...ofGroup, mode: z.enum(['preview', 'import']), members: file, rules: file, tips: file }),
  reply: z.object({
    /** Lines that are left out, by file and line; line 0 is the file as a whole. Faulty rules stop the whole import. */
    faults: z.array(z.object({ file: z.enum(IMPORT_FILES), line: count, fault: z.enum(IMPORT_FAULTS), text: z.string() })),
    faults_total: count,
    /** Whether it was written; false for a preview, and if rules are faulty or nothing is new. */
    is_written: z.boolean(),
    /** New places, by name. */
    places: z.array(z.string()),
    /** Tips that are new, that replace an imported one, and that are there already. */
    tips: z.object({ added: count, changed: count, same: count, matches: count }),
    /** The rules afterwards; null if they stay as they are. */
    rules: tippingRules.nullable(),
  }),
});
export type TippingImport = z.infer<typeof importTipping.reply>;
export type ImportedFault = TippingImport['faults'][number];

/** A name that was imported, and that nobody has taken yet. */
const place = z.object({
  id: z.number().int(),
  name: z.string(),
  tips: count,
  /** For the address /groups/join/CODE, which joins and takes the place; for the owner alone, once. */
  code: z.string().nullable(),
});
export type TippingPlace = z.infer<typeof place>;

const importRecord = z.object({
  /** Null if whoever imported is no member any more. */
  by: z.string().nullable(),
  at: timestamp,
  places: count,
  tips: count,
  changed: count,
});

export const listTippingPlaces = endpoint({
  method: 'GET',
  path: '/api/tipping/groups/:group_id/places',
  access: 'user',
  summary: 'Imported places that nobody has taken yet, and every import, the latest first',
  input: z.object({ ...ofGroup, ...paging }),
  reply: listOf(place).extend({
    imports: z.array(importRecord),
    /** Whether more can be imported: until the first match of the group closes. */
    is_open: z.boolean(),
  }),
});
export type TippingPlaces = z.infer<typeof listTippingPlaces.reply>;

export const assignTippingPlace = endpoint({
  method: 'PUT',
  path: '/api/tipping/groups/:group_id/places/:place_id',
  access: 'user',
  summary: 'Gives an imported place with its tips to a member (its owner); `place_taken` if either is taken',
  input: z.strictObject({ ...ofGroup, place_id: numericId, handle: queryText(60) }),
  reply: nothing,
});

export const removeTippingPlace = endpoint({
  method: 'DELETE',
  path: '/api/tipping/groups/:group_id/places/:place_id',
  access: 'user',
  summary: 'Removes an imported place that nobody has taken (its owner); its tips stay in the quota. An unknown place is no error',
  input: z.object({ ...ofGroup, place_id: numericId }),
  reply: nothing,
});
