/** Modules of React, and Preact's in their place: the code is written for React and runs on Preact (docs/decisions/066). */
export const PREACT_MODULES: Readonly<Record<string, string>> = {
  react: 'preact/compat',
  'react/jsx-runtime': 'preact/jsx-runtime',
  'react/jsx-dev-runtime': 'preact/jsx-runtime',
  'react-dom': 'preact/compat',
  'react-dom/client': 'preact/compat/client',
  'react-dom/test-utils': 'preact/test-utils',
};

/** The same for a bundler. */
export const preactForReact = Object.entries(PREACT_MODULES).map(([name, replacement]) => ({ find: new RegExp(`^${name}$`), replacement }));
