/** Makes docs/api/reference.md from the OpenAPI description of the open API. */

interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  prefixItems?: Schema[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  required?: string[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  format?: string;
}

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  deprecated?: boolean;
  security: Record<string, unknown>[];
  parameters: { name: string; in: string; required: boolean; description?: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

/** An OpenAPI description, as far as the reference shows it. */
export interface ApiDescription {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: { requestBody: { content: Record<string, { schema: Schema }> } } }>;
  components: { schemas: Record<string, Schema> };
}

/** Returns the reference as Markdown: each endpoint with its parameters and its answer, and the objects that answers share. */
export function apiReference({ tags, paths, components }: ApiDescription): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
  );
  const ofTag = (name: string) => operations.filter((operation) => operation.tags[0] === name);
  const chapters = tags.filter(({ name }) => ofTag(name).length > 0);
  return `${[
    '<!-- Made by `npm run docs:api` from the contract in src/contract/v1: edit that. -->',
    '# Reference of API v1',
    'How to ask, page, and read errors: [overview.md](overview.md). The same as OpenAPI: `/api/v1/openapi.json`.',
    chapters
      .map(
        ({ name }) =>
          `- **[${name}](#${name})**: ${ofTag(name)
            .map(({ summary }) => `[${summary}](#${anchorOf(summary)})`)
            .join(', ')}`,
      )
      .concat('- **webhooks**: [webhooks.md](webhooks.md#fields)')
      .join('\n'),
    ...chapters.flatMap(({ name, description }) => [`## ${name}`, description, ...ofTag(name).flatMap(chapterOf)]),
    '## Objects',
    ...Object.entries(components.schemas).flatMap(([name, schema]) => [
      `### ${name}`,
      ...(schema.description ? [schema.description] : []),
      fieldTable(schema),
    ]),
  ].join('\n\n')}\n`;
}

/** Returns the table of the fields of each webhook's `data`, by type of event. */
export const webhookTables = ({ webhooks }: ApiDescription): Map<string, string> =>
  new Map(
    Object.entries(webhooks).map(([type, { post }]) => {
      const { data } = post.requestBody.content['application/json']!.schema.properties!;
      return [type, fieldTable(data!).replaceAll('](#', '](reference.md#')];
    }),
  );

const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-');

function chapterOf({
  path,
  method,
  summary,
  description,
  parameters,
  requestBody,
  responses,
  deprecated,
  security,
}: Operation & {
  path: string;
  method: string;
}): string[] {
  const body = Object.values(requestBody?.content ?? {})[0]?.schema;
  const [status, answer] = Object.entries(responses)[0]!;
  return [
    `### ${summary}`,
    `\`${method} ${path}\`${security.some((one) => Object.keys(one).length === 0) ? '' : ' (needs a key)'}${deprecated ? ' (deprecated)' : ''}`,
    ...(description === summary ? [] : [description]),
    ...(parameters.length > 0 ? [table(['parameter', 'type', 'what it is'], parameters.map(parameterRow))] : []),
    ...(body ? ['Body, as JSON:', fieldTable(body)] : []),
    ...Object.entries(answer.content ?? {}).flatMap(([type, { schema }]) => [
      type === 'application/json' ? `Answer (${status}): ${answerOf(schema)}` : `Answer (${status}): a file, \`${type}\``,
      ...(type === 'application/json' && !schema.$ref && schema.type === 'object' ? [fieldTable(schema)] : []),
    ]),
  ];
}

/** Longer lists are those of the whole site, such as the codes of all errors. */
const LISTED_MAX = 40;

const answerOf = (schema: Schema): string => (schema.$ref ? typeOf(schema) : schema.type === 'object' ? 'an object' : typeOf(schema));

function parameterRow({ name, required, description, schema }: Operation['parameters'][number]): string[] {
  const fallback = schema.default === undefined ? '' : ` Default: \`${schema.default}\`.`;
  return [`\`${name}\`${required ? ' (required)' : ''}`, typeOf(schema) + boundsOf(schema), `${description ?? ''}${fallback}`.trim()];
}

function boundsOf({ minimum, maximum }: Schema): string {
  const isBound = (value: number | undefined) => value !== undefined && Math.abs(value) < 2_147_483_647;
  if (isBound(minimum) && isBound(maximum)) return `, ${minimum} to ${maximum}`;
  return '';
}

const fieldTable = (schema: Schema): string => table(['field', 'type', 'what it is'], rowsOf(schema, ''));

/** Returns a row for each field, and for each field inside one that has no chapter of its own: `score.home`, `data[].id`. */
function rowsOf({ properties = {} }: Schema, prefix: string): string[][] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const inner = insideOf(schema);
    const suffix = arrayOf(schema) ? '[]' : '';
    return [
      [`\`${prefix}${name}\``, typeOf(schema), schema.description ?? ''],
      ...(inner ? rowsOf(inner, `${prefix}${name}${suffix}.`) : []),
    ];
  });
}

const notNull = (schema: Schema): Schema => schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;
const arrayOf = (schema: Schema): Schema | null => (notNull(schema).type === 'array' ? notNull(schema) : null);

/** Returns the object whose fields are shown with those of its owner; null if there is none, or it has a chapter of its own. */
function insideOf(schema: Schema): Schema | null {
  const element = notNull(arrayOf(schema)?.items ?? schema);
  return element.properties && !element.$ref ? element : null;
}

function typeOf(schema: Schema): string {
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ');
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1)!;
    return `[${name}](#${name.toLowerCase()})`;
  }
  if (schema.enum && schema.enum.length > LISTED_MAX) return 'one of many, listed in `openapi.json`';
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(', ');
  if (schema.prefixItems) return `array of ${schema.prefixItems.length}`;
  if (schema.type === 'array') return `array of ${typeOf(schema.items ?? {})}`;
  if (schema.format === 'date-time') return 'time';
  if (schema.format === 'date' || schema.format === 'uuid') return schema.format;
  return [schema.type ?? 'any'].flat().join(' or ');
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n');
