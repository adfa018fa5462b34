import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

// The lint rules ban packages and globals such as `performance`; the clock and randomness are members of built-in objects, so they need this check.
const IMPURE = /\bDate\.now\b|\bnew Date\(\s*\)|\bMath\.random\b/;

describe('domain purity', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );

  it.each(files)('%s reads neither the clock nor a random source', (file) => {
    expect(readFileSync(join(import.meta.dirname, file), 'utf8')).not.toMatch(IMPURE);
  });
});
