import { runBuilt, setUp } from './setup.mjs';

await setUp();
await runBuilt('feed');
