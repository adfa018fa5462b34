import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { TEST_NOW } from './app.ts';
import { txHashOf } from './withdrawals.ts';

/**
 * Makes valid input of an endpoint from its contract (`guessInput`). Throws if the contract rejects it, because it requires something that
 * cannot be guessed; pass that in `values`.
 */
export function exampleInput(endpoint: Endpoint, values: Record<string, unknown> = {}): Record<string, unknown> {
  const input = guessInput(endpoint, values);
  const result = endpoint.input.safeParse(input);
  if (result.success) return input;
  const wrong = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  throw new Error(`${endpoint.method} ${endpoint.path} does not take ${JSON.stringify(input)} (${wrong}): say what it takes instead`);
}

/** Returns every required field of an endpoint with a value of its type, or with the given value. */
export function guessInput(endpoint: Endpoint, values: Record<string, unknown> = {}): Record<string, unknown> {
  const schema = z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const asked = new Set([...(schema.required ?? []), ...paramsOf(endpoint)]);
  const made = Object.entries(schema.properties ?? {}).flatMap(([name, one]) => (asked.has(name) ? [[name, exampleOf(name, one)]] : []));
  return { ...Object.fromEntries(made), ...values };
}

/** Returns the names of the parameters in an endpoint's path. */
export const paramsOf = ({ path }: Pick<Endpoint, 'path'>): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);

type JsonSchema = {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  format?: string;
  pattern?: string;
  minimum?: number;
  minLength?: number;
};

function exampleOf(name: string, schema: JsonSchema): unknown {
  if (schema.enum) return schema.enum[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.anyOf) return exampleOf(name, schema.anyOf[0]!);
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(schema.minimum ?? 1, 1);
  if (schema.type === 'array') return schema.items ? [exampleOf(name, schema.items)] : [];
  if (schema.type === 'object') {
    const fields = Object.entries(schema.properties ?? {}).filter(([field]) => schema.required?.includes(field));
    return Object.fromEntries(fields.map(([field, one]) => [field, exampleOf(field, one)]));
  }
  if (schema.format === 'uuid') return randomUUID();
  if (schema.format === 'date-time') return TEST_NOW;
  if (schema.format === 'date') return TEST_NOW.slice(0, 10);
  if (/hash/.test(name)) return txHashOf('example');
  if (/email/.test(name)) return 'somebody@ops.example';
  return 'because it is so'.padEnd(schema.minLength ?? 0, '.');
}
