import type { z } from 'zod';
import { contactKindOf } from '#contract/contact-field.ts';
import { maskContact } from '#domain/chat/contact-mask.ts';

type Schema = z.core.$ZodType;
/** The parts of a schema that say what it consists of. */
interface Parts {
  type: string;
  innerType?: Schema;
  element?: Schema;
  shape?: Record<string, Schema>;
  options?: readonly z.ZodType[];
}

/**
 * Returns a reply for an admin who may not see contacts: every field that the contract marks as a contact is masked, at any depth. `value`
 * is the output of the schema.
 */
export function maskContacts(schema: Schema, value: unknown): unknown {
  return masked(schema, value, null);
}

function masked(schema: Schema, value: unknown, email: string | null): unknown {
  if (value === null || value === undefined) return value;
  const kind = contactKindOf(schema);
  if (kind !== undefined) return maskContact(kind, String(value), email);
  const { type, innerType, element, shape, options } = schema._zod.def as Parts;
  if (type === 'array') return (value as unknown[]).map((one) => masked(element!, one, email));
  if (type === 'object') return maskedObject(shape!, value as Record<string, unknown>);
  if (type === 'union') {
    const chosen = options!.find((option) => option.safeParse(value).success);
    return chosen ? masked(chosen, value, email) : value;
  }
  return innerType ? masked(innerType, value, email) : value;
}

function maskedObject(shape: Record<string, Schema>, value: Record<string, unknown>): Record<string, unknown> {
  const email = typeof value.email === 'string' ? value.email : null;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shape[name] ? masked(shape[name], field, email) : field]));
}
