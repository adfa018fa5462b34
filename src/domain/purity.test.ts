import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

// The lint table keeps packages and globals out; the clock and the dice are members of objects that the language itself has.
const IMPURE = /\bDate\.now\b|\bnew Date\(\s*\)|\bMath\.random\b|\bperformance\b/;

describe('the domain', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );

  it.each(files)('%s asks neither the clock nor the dice', (file) => {
    expect(readFileSync(join(import.meta.dirname, file), 'utf8')).not.toMatch(IMPURE);
  });
});
