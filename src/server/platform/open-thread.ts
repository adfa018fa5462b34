import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { packageRoot } from './data-folder.ts';

/**
 * Returns the module of a thread: next to the built server, the built file (named in vite.server.config.ts); from the sources, the module
 * itself, which Node runs without its types.
 */
export function threadModule(name: string, source: URL): URL {
  const built = join(packageRoot, 'dist', 'server', `${name}.js`);
  return !import.meta.url.endsWith('.ts') && existsSync(built) ? pathToFileURL(built) : source;
}

/** Starts the module of a thread. */
export const openThread = (name: string, source: URL, options: WorkerOptions = {}): Worker =>
  new Worker(threadModule(name, source), { ...options, name });
