import { setUp } from './setup.mjs';

await setUp();
process.setSourceMapsEnabled(true);
// In this very process: signals and the exit code need nobody to pass them on.
// @ts-expect-error made by the build
await import('../dist/server/main.js');
