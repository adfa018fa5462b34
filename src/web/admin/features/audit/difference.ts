import type { AuditEntry } from '#contract/audit.ts';

type Value = NonNullable<AuditEntry['before']>[string];

export interface Change {
  /** Where it stands, with dots where it is inside of something. */
  field: string;
  /** Undefined where it was not there, or is not any more. */
  before: Value | undefined;
  after: Value | undefined;
  isChanged: boolean;
}

/** What was noted of a change, field by field, what differs first; objects are taken apart, lists are compared whole. */
export function differenceOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>): Change[] {
  const [was, is] = [flat(before), flat(after)];
  const fields = [...new Set([...was.keys(), ...is.keys()])];
  const changes = fields.map((field) => {
    const [old, now] = [was.get(field), is.get(field)];
    return { field, before: old, after: now, isChanged: JSON.stringify(old) !== JSON.stringify(now) };
  });
  return [...changes.filter(({ isChanged }) => isChanged), ...changes.filter(({ isChanged }) => !isChanged)];
}

function flat(values: AuditEntry['before'], path = ''): Map<string, Value> {
  return new Map(Object.entries(values ?? {}).flatMap(([key, value]) => entriesOf(path + key, value)));
}

const entriesOf = (field: string, value: Value): (readonly [string, Value])[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? [...flat(value as Record<string, Value>, `${field}.`)]
    : [[field, value]];
