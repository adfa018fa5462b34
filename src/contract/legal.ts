import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const LEGAL_PAGES = ['terms', 'privacy'] as const;
export type LegalPage = (typeof LEGAL_PAGES)[number];

export const getLegalText = endpoint({
  method: 'GET',
  path: '/api/legal/:page',
  access: 'public',
  summary: "The operator's own text of a page, in the language of Accept-Language",
  input: z.object({ page: z.enum(LEGAL_PAGES) }),
  /** Markdown without HTML; null if the operator has no text: pages then show the built-in one. */
  reply: z.object({ markdown: z.string().nullable() }),
});
