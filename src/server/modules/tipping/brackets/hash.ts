import { createHash } from 'node:crypto';
import { canonicalJson } from '#domain/canonical-json.ts';

/** Returns a hash of anything that is JSON, 32 characters long. */
export const hashOf = (value: unknown): string => createHash('sha256').update(canonicalJson(value)).digest('base64url').slice(0, 32);
