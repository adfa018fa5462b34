import { existsSync, readFileSync } from 'node:fs';

/** What a document names as a proof: a file and, where it is a test's, the beginnings of its tests' names. */
export interface NamedProof {
  file: string;
  names: string[];
}

/** The proofs in a cell of a Markdown table: a file in backticks and, of a test's, what the tests are called in quotation marks. */
export function proofsIn(cell: string): NamedProof[] {
  return [...cell.matchAll(/`([^`]+)`((?:,? "[^"]+")*)/g)].map(([, file = '', names = '']) => ({
    file,
    names: [...names.matchAll(/"([^"]+)"/g)].map(([, name]) => name!),
  }));
}

export const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file);

/** Whether a proof holds: its file exists and, where it is a test's, has each test by its name; of another file the whole is the proof. */
export const isProof = ({ file, names }: NamedProof): boolean =>
  existsSync(file) && isTest(file) === names.length > 0 && names.every((name) => hasTest(file, name));

/** Whether a test, or a row of a table of tests, begins with this name. */
function hasTest(file: string, name: string): boolean {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`[([]\\s*(['"\`])${escaped}\\1,`).test(readFileSync(file, 'utf8'));
}
