import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { packageRoot } from './data-folder.ts';

/**
 * Starts one of our modules in a thread of its own: as it was built beside the built server (by the name that vite.server.config.ts gives it);
 * from the sources through the loader that runs every script here.
 */
export function openThread(name: string, source: URL, options: WorkerOptions = {}): Worker {
  const built = join(packageRoot, 'dist', 'server', `${name}.js`);
  if (!import.meta.url.endsWith('.ts') && existsSync(built)) return new Worker(built, { ...options, name });
  const program = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(source.href)}); })`;
  return new Worker(program, { ...options, name, eval: true });
}
