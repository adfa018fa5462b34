import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const ICONS = fileURLToPath(new URL('node_modules/lucide-react/dist/esm/lucide-react.mjs', import.meta.url));

/**
 * Imports each icon from its own file. The package's index names all icons, so every part of the site would depend on all of them, and the
 * first load would include those of later pages.
 */
export function directIcons(): Plugin {
  const files = new Map<string, string>();
  const importOf = (name: string): string => {
    const [icon = '', local = icon] = name.split(' as ');
    return `import ${local} from 'lucide-react/${files.get(icon)}';`;
  };
  return {
    name: 'direct-icons',
    enforce: 'pre',
    buildStart() {
      for (const [, names = '', file = ''] of readFileSync(ICONS, 'utf8').matchAll(/^export \{ (.+) \} from '\.\/(icons\/.+)\.mjs';$/gm)) {
        for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, file);
      }
    },
    transform(code, id) {
      if (!/[/\\]src[/\\]web[/\\]/.test(id)) return null;
      // Keeps the number of lines, so that source maps stay correct.
      const direct = code.replaceAll(/import \{([^}]+)\} from 'lucide-react';/g, (whole, list: string) => {
        const names = list.split(',').flatMap((name) => name.trim() || []);
        const isAll = names.every((name) => files.has(name.split(' as ')[0] ?? ''));
        return isAll ? names.map(importOf).join(' ') + list.replaceAll(/[^\n]/g, '') : whole;
      });
      return { code: direct, map: null };
    },
  };
}

/**
 * Removes unused components of the router (forms, location-aware links, and their dependencies). The package creates each by a call and
 * sets its display name, so a bundler must assume side effects.
 */
export const unusedRouterParts = (): Plugin => ({
  name: 'unused-router-parts',
  transform(code, id) {
    if (!/node_modules\/react-router\/dist\//.test(id)) return null;
    const pure = code.replaceAll(/(?<=^var \w+ = )(?=React\d*\.(?:forwardRef|memo|createContext)\()/gm, '/* @__PURE__ */ ');
    return { code: pure.replaceAll(/^\w+\.displayName = "\w+";$/gm, ''), map: null };
  },
});
