import type { Hono } from 'hono';
import { z } from 'zod';
import { type Endpoint, isInPath, isKeyAccess, mediaTypesOf } from '#contract/endpoint.ts';
import { problem } from '#contract/errors.ts';
import { mountedOn } from '#server/platform/http/mount.ts';
import { isForOpenApi } from '#server/platform/http/mount-open.ts';
import { describeWebhooks } from './webhook-description.ts';

type Schema = Record<string, unknown>;

const TAGS: Record<string, string> = {
  sports: 'Sports of this site.',
  leagues: 'Leagues, cups and tours, with their tables and scorers.',
  teams: 'Teams and their players.',
  players: 'Players and their figures.',
  search: 'Ids by name.',
  matches: 'Matches, and what is known of each.',
  forecasts: 'Frozen forecasts and how they did.',
  'track-record': 'How all forecasts did.',
  contests: 'Contests and their receipts.',
  stream: 'Changes as they happen.',
  exports: 'Everything public of a day, as files.',
  me: 'The owner of the key.',
  calendars: 'Matches as iCalendar files (RFC 5545). Their limits are apart from those of the other endpoints.',
  webhooks: 'What this site sends to a server of yours.',
};

const DESCRIPTION = `Read matches, tables, odds and forecasts of this site, and tip in your groups.

Without a key an address has a lower limit; send a key as \`Authorization: Bearer mp_...\`. All times are UTC. Answers have an ETag: send it as
\`If-None-Match\` and an unchanged answer costs a line. Errors are problem+json (RFC 9457). Lists have \`data\` and \`next_cursor\`. Fields are added
without notice and never renamed or removed in this version.`;

/** Returns the OpenAPI 3.1 description of the open API, made from the schemas that parse its requests and replies. */
export function describeOpenApi(app: Hono): Schema {
  const endpoints = mountedOn(app).filter(({ operation }) => operation !== undefined);
  const schemas: Schema = { Problem: componentOf(problem, 'output', {}) };
  const paths: Record<string, Schema> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint, schemas) };
  }
  paths['/calendar/{token}.ics'] = OWN_CALENDAR;
  const webhooks = describeWebhooks((schema) => componentOf(schema, 'output', schemas));
  const used = new Set([...endpoints.map(tagOf), 'webhooks']);
  return {
    openapi: '3.1.0',
    info: { title: 'Matchpoint API', version: '1.0.0', description: DESCRIPTION, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/', description: 'This site' }],
    tags: Object.entries(TAGS).flatMap(([name, description]) => (used.has(name) ? [{ name, description }] : [])),
    paths,
    webhooks,
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'An API key, made under Settings, Developers.' } },
      headers: HEADERS,
      responses: { Problem: problemResponse('Refused.'), NotModified: { description: 'The answer that the client has still holds.' } },
      schemas,
    },
  };
}

const tagOf = ({ path }: Endpoint): string => (isForOpenApi(path) ? (path.split('/')[3] ?? '') : 'calendars');

const HEADERS = {
  RateLimit: { description: 'Requests left (r) and seconds until the window ends (t).', schema: { type: 'string' } },
  'RateLimit-Policy': { description: 'Requests (q) per window of seconds (w).', schema: { type: 'string' } },
  ETag: { description: 'Identifies the content.', schema: { type: 'string' } },
};
const headerRefs = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
const LIMITED = headerRefs(['RateLimit', 'RateLimit-Policy']);

const problemResponse = (description: string) => ({
  description,
  headers: LIMITED,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

/** A calendar at a secret address, which is no endpoint of the contract (calendar-feeds/routes.ts). */
const OWN_CALENDAR: Schema = {
  get: {
    operationId: 'getOwnCalendar',
    summary: 'The calendar of a secret address',
    description:
      'The matches that a user chose. A user creates the address on the site. Anyone who has the address can read the calendar without a key. The limit is 60 files in ten minutes.',
    tags: ['calendars'],
    security: [],
    parameters: [{ name: 'token', in: 'path', required: true, description: 'Secret: 32 bytes in base64url.', schema: { type: 'string' } }],
    responses: {
      200: { description: 'Success', headers: headerRefs(['ETag']), content: { 'text/calendar': { schema: { type: 'string' } } } },
      304: { $ref: '#/components/responses/NotModified' },
      ...Object.fromEntries([404, 429].map((code) => [code, { $ref: '#/components/responses/Problem' }])),
      default: { $ref: '#/components/responses/Problem' },
    },
  },
};

function operationOf(endpoint: Endpoint, schemas: Schema): Schema {
  const { summary, operation, description = summary, access, deprecated, status = 200 } = endpoint;
  const input = componentOf(endpoint.input, 'input', schemas) as { properties?: Record<string, Schema>; required?: string[] };
  const named = Object.entries(input.properties ?? {});
  const inBody = (name: string) => endpoint.method !== 'GET' && endpoint.method !== 'DELETE' && !isInPath(endpoint, name);
  const body = named.filter(([name]) => inBody(name));
  const isPublic = access === 'public';
  const isCached = access === 'open' || isPublic;
  return {
    operationId: operation,
    summary,
    description: isKeyAccess(access) ? `${description} The key needs the scope \`${access}\`.` : description,
    tags: [tagOf(endpoint)],
    ...(deprecated && { deprecated: true }),
    security: isPublic ? [] : isKeyAccess(access) ? [{ apiKey: [] }] : [{}, { apiKey: [] }],
    parameters: named.filter(([name]) => !inBody(name)).map(([name, schema]) => parameterOf(endpoint, name, schema, input.required ?? [])),
    ...(body.length > 0 && {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { ...input, properties: Object.fromEntries(body), required: input.required?.filter((name) => inBody(name)) },
          },
        },
      },
    }),
    responses: {
      [status]: {
        description: 'Success',
        headers: { ...(!isPublic && LIMITED), ...(isCached && headerRefs(['ETag'])) },
        content: contentOf(endpoint, schemas),
      },
      ...(isCached && { 304: { $ref: '#/components/responses/NotModified' } }),
      ...Object.fromEntries(refusalsOf(endpoint).map((code) => [code, { $ref: '#/components/responses/Problem' }])),
      default: { $ref: '#/components/responses/Problem' },
    },
  };
}

function contentOf({ produces, alsoProduces, reply }: Endpoint, schemas: Schema): Schema {
  if (produces === undefined) return { 'application/json': { schema: componentOf(reply, 'output', schemas) } };
  return Object.fromEntries(mediaTypesOf({ produces, alsoProduces }).map((type) => [type.split(';')[0]!, { schema: { type: 'string' } }]));
}

function parameterOf(endpoint: Endpoint, name: string, { description, examples, ...schema }: Schema, required: readonly string[]): Schema {
  const place = isInPath(endpoint, name) ? 'path' : 'query';
  const [example] = (examples as unknown[] | undefined) ?? [];
  return {
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description !== undefined && { description }),
    ...(example !== undefined && { example }),
    schema,
  };
}

function refusalsOf({ access, path, method }: Endpoint): number[] {
  return [
    400,
    ...(access === 'public' ? [] : [401]),
    ...(isKeyAccess(access) ? [403] : []),
    ...(path.includes(':') ? [404] : []),
    ...(method === 'GET' ? [] : [409, 415]),
    429,
  ];
}

/** Returns a schema; what has an id in it becomes a component of its own. */
function componentOf(schema: z.ZodType, io: 'input' | 'output', schemas: Schema): Schema {
  const { $schema: _, $defs, ...own } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' }) as Schema;
  for (const [name, definition] of Object.entries(($defs ?? {}) as Schema)) schemas[name] = withRefs(withoutId(definition as Schema));
  return withRefs(own) as Schema;
}

const withoutId = ({ id: _, ...definition }: Schema): Schema => definition;

/** Schemas that share a definition refer to it among the components. */
const withRefs = (schema: Schema): Schema => JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as Schema;
