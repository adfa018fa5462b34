import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { EXPORT_KINDS } from '#contract/v1/exports.ts';
import { signedHeaders } from '#server/modules/notifications/webhooks/signing.ts';
import { EXPORT_COLUMNS } from '#server/modules/open-api/exports/export-columns.ts';
import { seal } from '#server/platform/crypto/server-keys.ts';
import { runExamples } from './support/api-examples.ts';
import { type ApiDescription, apiReference, webhookTables } from './support/api-reference.ts';
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

it('webhooks.md has the fields of each event as the description has them', async () => {
  const site = await createTestApp();
  try {
    const tables = webhookTables((await (await site.app.request('/api/v1/openapi.json')).json()) as ApiDescription);
    const document = read('api/webhooks.md');
    expect([...document.matchAll(/<!-- fields of (\S+) -->/g)].map(([, type]) => type)).toEqual([...tables.keys()]);
    const written = [...tables].reduce(
      (text, [type, table]) =>
        text.replace(new RegExp(`<!-- fields of ${type} -->\\n(\\|.*\\n)*`), `<!-- fields of ${type} -->\n${table}\n`),
      document,
    );
    await expect(written).toMatchFileSnapshot('../docs/api/webhooks.md');
  } finally {
    await site.database.drop();
  }
});

it('the signature in webhooks.md is what the site and the library of Standard Webhooks make of its secret', () => {
  const [block] = /^secret: [^`]*/m.exec(read('api/webhooks.md'))!;
  const of = (name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(block)![1]!;
  const [secret, id, body] = [of('secret'), of('webhook-id'), of('body')];
  const at = new Date(1_000 * Number(of('webhook-timestamp')));
  const serverKeys: [Buffer] = [randomBytes(32)];
  const sealed = seal({ serverKeys, randomBytes }, secret);
  const headers = signedHeaders({ serverKeys }, { secret: sealed, old_secret: null, old_secret_until: null }, { id, body }, at);
  expect(headers).toMatchObject({
    'webhook-id': id,
    'webhook-timestamp': of('webhook-timestamp'),
    'webhook-signature': of('webhook-signature'),
  });
  expect(new Webhook(secret).sign(id, at, body)).toBe(of('webhook-signature'));
  expect(Buffer.from(secret.slice('whsec_'.length), 'base64').toString('hex')).toBe(of('key, in hex'));
  expect(JSON.parse(body)).toMatchObject({ id, type: 'webhook.test', timestamp: at.toISOString() });
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
