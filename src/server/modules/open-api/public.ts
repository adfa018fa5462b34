export { openApiRoutes } from './routes.ts';
export { createOpenByKey } from './stream/open-by-key.ts';
export { createStreams, type Streams } from './stream/streams.ts';
