import { randomFrom } from '#domain/seeded-random.ts';

interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: { type?: string; enum?: unknown[]; format?: string; minimum?: number; maximum?: number };
}

/** An OpenAPI description, as far as requests are made from it. */
export interface Description {
  paths: Record<string, Record<string, { operationId: string; parameters: Parameter[] }>>;
  components: { schemas: Record<string, { properties: Record<string, object> }> };
}

/** A request of the open API. */
export interface V1Case {
  operationId: string;
  parameters: { name: string; in: 'path' | 'query'; value: string | number }[];
}

const WRONG = [
  '',
  '0',
  '-1',
  '1e3',
  '2147483648',
  "'; drop table users",
  '%00',
  '🥅',
  'null',
  '[]',
  'x'.repeat(600),
  '../../etc/passwd',
  '2026-13-40',
];

/**
 * Makes requests from a description: for each operation in turn, with parameters that are right, wrong, or left out. The same seed makes the
 * same requests.
 *
 * @param known Values that exist, by name of the parameter, such as ids.
 */
export function v1Cases(
  { paths }: Description,
  count: number,
  seed: string,
  known: Record<string, readonly (string | number)[]>,
): V1Case[] {
  const random = randomFrom(seed);
  const oneOf = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
  const reads = Object.entries(paths).flatMap(([path, { get }]) => (get ? [{ path, ...get }] : []));

  const makeValue = (path: string, { name, schema }: Parameter): string | number => {
    if (random() < 0.15) return oneOf(WRONG);
    const real = known[`${path} ${name}`] ?? known[name];
    if (real && random() < 0.85) return oneOf(real);
    if (schema.enum) return String(oneOf(schema.enum));
    if (schema.type === 'integer') return Math.floor((schema.minimum ?? 0) + random() * 50);
    if (schema.format === 'uuid') return '00000000-0000-4000-8000-000000000000';
    if (schema.format === 'date') return `2026-11-${String(1 + Math.floor(random() * 30)).padStart(2, '0')}`;
    if (schema.format === 'date-time') return `2026-11-${String(1 + Math.floor(random() * 30)).padStart(2, '0')}T00:00:00.000Z`;
    return oneOf(['a', 'Team', '2026/27', '1,2,3']);
  };

  return Array.from({ length: count }, (_, i) => {
    const { path, operationId, parameters } = reads[i % reads.length]!;
    // An answer with chosen fields is not the described one.
    const sent = parameters.filter(
      ({ name, in: place, required }) => name !== 'fields' && (place === 'path' || required || random() < 0.35),
    );
    return {
      operationId,
      parameters: sent.map((parameter) => ({ name: parameter.name, in: parameter.in, value: makeValue(path, parameter) })),
    };
  });
}
