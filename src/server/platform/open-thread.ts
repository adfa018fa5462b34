import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { packageRoot } from './data-folder.ts';

/**
 * Starts a module in a worker thread: next to the built server, the built file (named in vite.server.config.ts); from the sources, through
 * the loader that runs all scripts here.
 */
export function openThread(name: string, source: URL, options: WorkerOptions = {}): Worker {
  const built = join(packageRoot, 'dist', 'server', `${name}.js`);
  if (!import.meta.url.endsWith('.ts') && existsSync(built)) return new Worker(built, { ...options, name });
  const program = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(source.href)}); })`;
  return new Worker(program, { ...options, name, eval: true });
}
