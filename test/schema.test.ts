import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { createTestDatabase } from './support/database.ts';

/** Types returned by the parsers in pool.ts. */
const typeMapping = { int8: 'number', date: 'string' };

// `npm run migrate:schema` runs this test to write the file instead of comparing it.
it('the schema types match the migrations', async () => {
  const database = await createTestDatabase();
  const file = join(tmpdir(), `matchpoint-schema-${process.pid}.ts`);
  const options = ['--dialect=postgres', `--url=${database.url}`, `--out-file=${file}`, '--exclude-pattern={*.kysely_*,shield.*}'];
  await promisify(execFile)('node_modules/.bin/kysely-codegen', [...options, `--type-mapping=${JSON.stringify(typeMapping)}`]);
  const generated = await readFile(file, 'utf8');
  await Promise.all([rm(file), database.drop()]);
  await expect(generated).toMatchFileSnapshot('../src/server/platform/db/schema.ts');
});
