import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { EXPORT_KINDS } from '#contract/v1/exports.ts';
import { EXPORT_COLUMNS } from '#server/modules/open-api/exports/export-columns.ts';
import { runExamples } from './support/api-examples.ts';
import { type ApiDescription, apiReference } from './support/api-reference.ts';
import { createTestApp } from './support/app.ts';
import { createOpenWorld } from './support/open-world.ts';

// `npm run docs:api` runs these tests to write the documents instead of comparing them.

const read = (path: string): string => readFileSync(new URL(`../docs/${path}`, import.meta.url), 'utf8');

/** The documents with examples. Each is asked of a new site with the open world, at noon of 20 November 2026. */
const WITH_EXAMPLES = ['api/overview.md', 'api/exports.md'];

it.each(WITH_EXAMPLES)('the examples of %s are answered as the document says', async (path) => {
  const site = await createTestApp({ API_PER_MINUTE: '60' });
  try {
    await createOpenWorld(site);
    const document = withColumns(read(path));
    const answered = await runExamples(document, (address, init) => site.app.request(address, init));
    await expect(answered).toMatchFileSnapshot(`../docs/${path}`);
    // A document whose examples were not found would always be right.
    expect(answered.match(/```http\n(GET|OPTIONS) /g)?.length).toBeGreaterThan(1);
  } finally {
    await site.database.drop();
  }
});

it('finds an example that is answered otherwise', async () => {
  const site = await createTestApp();
  try {
    await createOpenWorld(site);
    const document = '```http\nGET /api/v1/matches/1?fields=id\n```\n\n```json\n{ "id": 2 }\n```\n';
    const answered = await runExamples(document, (address, init) => site.app.request(address, init));
    expect(answered).toBe(document.replace('{ "id": 2 }', '{ "id": 1 }'));
  } finally {
    await site.database.drop();
  }
});

it('the reference matches the description', async () => {
  const site = await createTestApp();
  try {
    const description = (await (await site.app.request('/api/v1/openapi.json')).json()) as ApiDescription;
    const reference = apiReference(description);
    await expect(reference).toMatchFileSnapshot('../docs/api/reference.md');
    const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `\`${method.toUpperCase()} ${path}\``),
    );
    expect(operations.filter((operation) => !reference.includes(operation))).toEqual([]);
  } finally {
    await site.database.drop();
  }
});

const DOCUMENTS = ['api', 'recipes'].flatMap((folder) =>
  readdirSync(new URL(`../docs/${folder}`, import.meta.url))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`),
);

it.each(DOCUMENTS)('%s leads only to files that exist', (path) => {
  const text = read(path).replace(/```[\s\S]*?```/g, '');
  const targets = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, target]) => target!);
  const missing = targets.filter((target) => !existsSync(new URL(target, new URL(`../docs/${path}`, import.meta.url))));
  expect(missing).toEqual([]);
});

/** Writes the tables of columns anew, each between `<!-- columns of KIND -->` and the next empty line. */
function withColumns(document: string): string {
  return EXPORT_KINDS.reduce((text, kind) => {
    const rows = Object.entries(EXPORT_COLUMNS[kind]).map(([name, about]) => `| \`${name}\` | ${about} |`);
    const table = ['| column | what it is |', '| --- | --- |', ...rows].join('\n');
    return text.replace(new RegExp(`<!-- columns of ${kind} -->\\n(\\|.*\\n)*`), `<!-- columns of ${kind} -->\n${table}\n`);
  }, document);
}
