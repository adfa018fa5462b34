import type { Plugin } from 'vite';

/**
 * Removes unused components of the router (forms, location-aware links, and their dependencies). The package creates each by a call and
 * sets its display name, so a bundler must assume side effects. It also looks for a hook that Preact does not have, which a bundler reports.
 */
export const unusedRouterParts = (): Plugin => ({
  name: 'unused-router-parts',
  transform(code, id) {
    if (!/node_modules\/react-router\/dist\//.test(id)) return null;
    const pure = code.replaceAll(/(?<=^var \w+ = )(?=React\d*\.(?:forwardRef|memo|createContext)\()/gm, '/* @__PURE__ */ ');
    const named = pure.replaceAll(/^\w+\.displayName = "\w+";$/gm, '');
    return { code: named.replaceAll(/\bReact\d*\[USE_OPTIMISTIC\]/g, 'undefined'), map: null };
  },
});
