import { existsSync, readFileSync } from 'node:fs';

/** A proof cited by a document: a file and, for a test file, the beginnings of its tests' names. */
export interface NamedProof {
  file: string;
  names: string[];
}

/** Returns the proofs in a cell of a Markdown table: a file in backticks and, for a test file, the tests' names in quotation marks. */
export function proofsIn(cell: string): NamedProof[] {
  return [...cell.matchAll(/`([^`]+)`((?:,? "[^"]+")*)/g)].map(([, file = '', names = '']) => ({
    file,
    names: [...names.matchAll(/"([^"]+)"/g)].map(([, name]) => name!),
  }));
}

export const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file);

/**
 * Returns whether a proof is valid: its file exists and, if it is a test file, contains each named test; other files are a proof as a
 * whole.
 */
export const isProof = ({ file, names }: NamedProof): boolean =>
  existsSync(file) && isTest(file) === names.length > 0 && names.every((name) => hasTest(file, name));

/** Returns whether the name of a test, or a row of a table of tests, begins with this name. */
function hasTest(file: string, name: string): boolean {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`[([]\\s*(['"\`])${escaped}\\1,`).test(readFileSync(file, 'utf8'));
}
