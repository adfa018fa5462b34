import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const sheets = ['src/web/app/app.css', 'src/web/console/app/admin.css'];

it.each(sheets)('%s takes class names from folders and files that exist', (sheet) => {
  const named = [...readFileSync(sheet, 'utf8').matchAll(/source(?: not)?[ (]"([^"]+)"/g)].map(([, path]) => join(dirname(sheet), path!));
  expect(named.length).toBeGreaterThan(1);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});
