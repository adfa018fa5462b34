import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { packageRoot } from './data-folder.ts';

/**
 * Starts a module in a worker thread: next to the built server, the built file (named in vite.server.config.ts); from the sources, the
 * module itself, which Node runs without its types.
 */
export function openThread(name: string, source: URL, options: WorkerOptions = {}): Worker {
  const built = join(packageRoot, 'dist', 'server', `${name}.js`);
  if (!import.meta.url.endsWith('.ts') && existsSync(built)) return new Worker(built, { ...options, name });
  return new Worker(source, { ...options, name });
}
