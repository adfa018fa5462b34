export { createOpenByKey } from './stream/open-by-key.ts';
export { openApiStreamRoutes } from './stream/routes.ts';
export { createStreams, type Streams } from './stream/streams.ts';
export { openApiDescriptionRoutes, openApiReadRoutes } from './v1/routes.ts';
