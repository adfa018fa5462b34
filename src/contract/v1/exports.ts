import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { fields, pageOf, paging } from './parts.ts';

/** Exports of the open API: everything public of a UTC day as files, so that others can check and research it (docs/api/exports.md). */

export const EXPORT_KINDS = ['matches', 'events', 'odds', 'forecasts', 'scores', 'contests'] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];
export const EXPORT_FORMATS = ['ndjson', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
export type ExportFile = `${ExportKind}.${ExportFormat}`;

const FILES = EXPORT_KINDS.flatMap((kind) => EXPORT_FORMATS.map((format): ExportFile => `${kind}.${format}`));

const count = z.number().int().min(0);
/** No match has an earlier date, and PostgreSQL knows no year 0. */
const day = z.iso
  .date()
  .refine((date) => date >= '1850-01-01', 'must be 1850-01-01 or later')
  .meta({ description: 'A UTC day.', examples: ['2026-11-20'] });

export const v1Exports = endpoint({
  method: 'GET',
  path: '/api/v1/exports',
  operation: 'listExports',
  access: 'open',
  summary: 'List days with exports',
  description: 'The UTC days, until today, on which matches kicked off, with the number of lines of each file. By date, the oldest first.',
  input: z.object({
    from: day.optional(),
    to: day.optional().meta({ description: 'The last day, inclusive.', examples: ['2026-11-20'] }),
    limit: z.coerce.number<number>().int().min(1).max(50).default(50).meta({ description: 'Days per page.' }),
    cursor: paging.cursor,
    ...fields,
  }),
  reply: pageOf(
    z.object({
      date: day,
      over: z.boolean().meta({
        description:
          'Whether the day has ended and all of its matches are finished or put off. Files change afterwards only by corrections.',
      }),
      lines: z.object({ matches: count, events: count, odds: count, forecasts: count, scores: count, contests: count }),
    }),
  ),
});

export const v1ExportFile = endpoint({
  method: 'GET',
  path: '/api/v1/exports/:date/:file',
  operation: 'getExport',
  access: 'open',
  produces: 'application/x-ndjson; charset=utf-8',
  alsoProduces: ['text/csv; charset=utf-8'],
  summary: 'Get an export',
  description:
    'All lines of a kind about the matches that kicked off on a UTC day, by match id, as NDJSON or CSV; an empty file for a day without any. `not_found` for days after today. The columns are listed in docs/api/exports.md.',
  input: z.object({ date: day, file: z.enum(FILES).meta({ examples: ['forecasts.ndjson'] }) }),
  reply: z.custom<AsyncIterable<Uint8Array>>(),
});
