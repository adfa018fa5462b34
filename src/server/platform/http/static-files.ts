import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { type Keeping, type KeptBytes, keepBytes } from './kept-bytes.ts';

export interface SiteFiles {
  find: (path: string) => Promise<KeptBytes | null>;
}

/** Files named after their content never change; the others are asked for again each time. */
const FOREVER = 'public, max-age=31536000, immutable';
const ASK_AGAIN = 'public, no-cache';

/** The built files by their URL's path, each read, and compressed as asked for, once. */
export function siteFiles(folder: string): SiteFiles {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).split(sep).join('/'));
  // The pages themselves are written anew for each visitor (see static-page.ts); what the build noted for us is nobody else's.
  const served = names.filter((name) => !['/index.html', '/admin.html'].includes(name) && !name.startsWith('/.'));
  const known = new Map<string, Promise<KeptBytes> | null>(served.map((name) => [name, null]));
  const find = async (path: string): Promise<KeptBytes | null> => {
    const kept = known.get(path);
    if (kept === undefined) return null;
    if (kept) return kept;
    const read = readFile(join(folder, path)).then((bytes) => keepBytes(bytes, keeping(path)));
    known.set(path, read);
    return read;
  };
  return { find };
}

const keeping = (path: string): Keeping => ({
  contentType: getMimeType(path) ?? 'application/octet-stream',
  cacheControl: path.startsWith('/assets/') ? FOREVER : ASK_AGAIN,
  brotliQuality: 8,
});
