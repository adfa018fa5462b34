import type { Plugin } from 'vite';

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
