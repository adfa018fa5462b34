import type { Hono } from 'hono';
import { z } from 'zod';
import { type Endpoint, isInPath, isKeyAccess, mediaTypesOf } from '#contract/endpoint.ts';
import { problem } from '#contract/errors.ts';
import { mountedOn } from './mount.ts';

/** Returns the OpenAPI 3.1 document of all mounted endpoints, made from the schemas that parse the requests. */
export function openApiDocument(app: Hono): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of mountedOn(app)) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Matchpoint', version: '1', description: 'Predict sports matches with points. Errors are problem+json (RFC 9457).' },
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: "A user's token" },
        apiKey: { type: 'http', scheme: 'bearer', description: "A user's API key, for /api/v1 alone; X-API-Key takes it as well" },
        adminBearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: "An admin's token: of the console, and worth nothing elsewhere",
        },
      },
      schemas: { Problem: jsonSchema(problem, 'output') },
    },
    paths,
  };
}

function operation(endpoint: Endpoint): object {
  const input = jsonSchema(endpoint.input, 'input') as { properties?: Record<string, object>; required?: string[] };
  const fields = Object.entries(input.properties ?? {});
  const inPath = (name: string) => isInPath(endpoint, name);
  const bodyFields = fields.filter(([name]) => !inPath(name));
  const hasBody = endpoint.method !== 'GET' && endpoint.method !== 'DELETE' && bodyFields.length > 0;
  const parameters = fields
    .filter(([name]) => inPath(name) || !hasBody)
    .map(([name, schema]) => ({ name, in: inPath(name) ? 'path' : 'query', required: input.required?.includes(name) ?? false, schema }));
  if (endpoint.idempotent) {
    parameters.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: endpoint.idempotent === 'required',
      schema: { type: 'string', format: 'uuid' },
    });
  }
  return {
    summary: endpoint.summary,
    ...callersOf(endpoint),
    parameters,
    ...(hasBody && {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { ...input, properties: Object.fromEntries(bodyFields), required: input.required?.filter((name) => !inPath(name)) },
          },
        },
      },
    }),
    responses: {
      [endpoint.status ?? 200]: {
        description: 'Success',
        content: endpoint.produces
          ? Object.fromEntries(mediaTypesOf(endpoint).map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))
          : { 'application/json': { schema: jsonSchema(endpoint.reply, 'output') } },
      },
      default: { description: 'A problem', content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } } },
    },
  };
}

/** Returns who may call: everybody, users, or admins of which roles. */
function callersOf({ access, isGrave, isExport }: Endpoint): object {
  if (access === 'public') return {};
  if (access === 'optional') return { security: [{}, { bearer: [] }] };
  if (access === 'user') return { security: [{ bearer: [] }] };
  if (access === 'open') return { security: [{}, { apiKey: [] }] };
  if (isKeyAccess(access)) return { security: [{ apiKey: [] }], description: `For keys with the scope ${access}.` };
  const description = `For admins: ${access.join(', ')}${isGrave ? '; with a second factor' : ''}${isExport ? '; with a second factor that was given within ten minutes' : ''}.`;
  return { security: [{ adminBearer: [] }], description, 'x-roles': access };
}

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' });
