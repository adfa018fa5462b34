import { setUp } from './setup.mjs';

await setUp();
process.setSourceMapsEnabled(true);
// @ts-expect-error made by the build
await import('../dist/server/import.js');
