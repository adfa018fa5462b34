import compile from 'icu-minify/compile';
import { type Plugin, runnerImport } from 'vite';

/**
 * Two kinds of modules are run when the site is built, and only what came of it is sent to browsers:
 *
 * - The contract: of an endpoint the browser needs the method and the path. Its schemas are the server's, which parses every
 *   reply with them before it leaves (docs/decisions/011); here they are types. Using a schema in the browser does not build.
 * - Texts: messages are compiled, so that the parser of their format stays here.
 */
export const evaluatedModules = (): Plugin => ({
  name: 'evaluated-modules',
  enforce: 'pre',
  async load(id) {
    const path = id.replaceAll('\\', '/');
    if (/\/src\/contract\/.+\.ts$/.test(path)) return exportsOf(await evaluate(id), addressesAndValues);
    if (/\/src\/web\/i18n\/[^/]+\/(first|later|admin)-messages\.ts$/.test(path)) return exportsOf(await evaluate(id), compiled);
    return null;
  },
  transform(code, id) {
    if (!/[/\\]src[/\\]web[/\\]/.test(id)) return;
    const used = /\.(input|reply)\.(shape|parse|safeParse)\b/.exec(code)?.[0];
    if (used) this.error(`${used}: there are no schemas in the browser.`);
  },
});

const evaluate = async (id: string): Promise<Record<string, unknown>> =>
  (await runnerImport<Record<string, unknown>>(id, { configFile: false, logLevel: 'error' })).module;

/** Writes a module anew from its exports, each as `describe` has it; those described by undefined are left out. */
function exportsOf(module: Record<string, unknown>, describe: (value: unknown) => unknown): string {
  const lines = Object.entries(module).map(([name, value]) => {
    const described = JSON.stringify(describe(value));
    return described === undefined ? '' : `export const ${name} = ${described};`;
  });
  // A module of schemas only has nothing to export, and still is one.
  return [...lines, 'export {};'].join('\n');
}

/** Endpoints without their schemas, plain values as they are, nothing of schemas and functions. */
function addressesAndValues(value: unknown): unknown {
  if (isSchema(value) || typeof value === 'function') return undefined;
  if (typeof value !== 'object' || value === null || !('method' in value && 'path' in value)) return value;
  const { input: _, reply: __, summary: ___, ...address } = value as Record<string, unknown>;
  return address;
}

const isSchema = (value: unknown): boolean => typeof value === 'object' && value !== null && '_zod' in value;

const compiled = (value: unknown): unknown =>
  typeof value === 'string'
    ? compile(value)
    : Object.fromEntries(Object.entries(value as Record<string, unknown>).map(([key, inner]) => [key, compiled(inner)]));
