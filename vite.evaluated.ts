import compile from 'icu-minify/compile';
import { type Plugin, runnerImport } from 'vite';

/**
 * Evaluates two kinds of modules when the site is built, and sends only the results to browsers:
 *
 * - The contract: the browser needs only the method and the path of an endpoint. The server parses every reply with the schemas
 *   before sending it (docs/decisions/011); in the browser they are types only. Code that uses a schema in the browser does not build.
 * - Texts: messages are compiled, so that the browser does not need the message parser.
 */
export const evaluatedModules = (): Plugin => ({
  name: 'evaluated-modules',
  enforce: 'pre',
  async load(id) {
    const path = id.replaceAll('\\', '/');
    if (/\/src\/contract\/.+\.ts$/.test(path)) return exportsOf(await evaluate(id), addressesAndValues);
    if (
      /\/src\/web\/i18n\/[^/]+\/(first|later|legal|admin|backtest|commentary|developer|outlook|tipping|bracket|division)-messages\.ts$/.test(
        path,
      )
    )
      return exportsOf(await evaluate(id), compiled);
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

/** Generates a module from its exports, each converted by `describe`; exports for which that returns undefined are left out. */
function exportsOf(module: Record<string, unknown>, describe: (value: unknown) => unknown): string {
  const lines = Object.entries(module).map(([name, value]) => {
    const described = JSON.stringify(describe(value));
    return described === undefined ? '' : `export const ${name} = ${described};`;
  });
  // A module with only schemas exports nothing, but must still be a module.
  return [...lines, 'export {};'].join('\n');
}

/** Returns endpoints without their schemas and plain values unchanged; undefined for schemas and functions. */
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
