import { readFile } from 'node:fs/promises';

/**
 * Returns a configuration file of `ops/` with other values, each in place of the one that the file has. Throws if the file has no such
 * line, so that tests keep using what operators use. An empty value removes what the file sets.
 */
export async function fillTemplate(path: string, values: Readonly<Record<string, string | number>>): Promise<string> {
  let text = await readFile(path, 'utf8');
  for (const [name, value] of Object.entries(values)) {
    const line = new RegExp(`^(${name.replaceAll('*', '\\*')}[ \\t]*=[ \\t]*).*$`, 'm');
    if (!line.test(text)) throw new Error(`${path} sets no ${name}`);
    text = text.replace(line, (_, start: string) => start + value);
  }
  return text;
}
