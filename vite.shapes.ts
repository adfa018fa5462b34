import { type Plugin, parseSync, Visitor } from 'vite';

/**
 * Lets objects that are made in one place share their hidden class. Node 20 makes a class for each that begins with a spread and gets more keys
 * after it, which takes five to twenty times as long and leaves rubbish until the next collection of everything (docs/decisions/043).
 */
export const sharedShapes = (): Plugin => ({
  name: 'shared-shapes',
  // Last of all, as the bundler takes an empty spread out again. Source maps stay true to the line.
  generateBundle: (_, bundle) => {
    for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk') chunk.code = withEmptySpreads(chunk.fileName, chunk.code);
  },
});

/** Writes `{ ...row, more }` as `{ ...{}, ...row, more }`, which is the same, and which Node 20 does by another way. */
export function withEmptySpreads(fileName: string, code: string): string {
  const places: number[] = [];
  new Visitor({
    ObjectExpression: ({ properties: [first, ...others] }) => {
      if (first?.type === 'SpreadElement' && others.length > 0) places.push(first.start);
    },
  }).visit(parseSync(fileName, code).program);
  const starts = [0, ...places.sort((a, b) => a - b)];
  return starts.map((start, i) => code.slice(start, starts[i + 1])).join('...{}, ');
}
