/** The fields to keep of an object: null keeps the whole value, a tree keeps those fields of it. */
type FieldTree = Map<string, FieldTree | null>;

/**
 * Returns the parts of a reply that were asked for. A reply with `data` is a list: the fields are those of its items, and `next_cursor` stays.
 * Fields that do not exist are left out. Fields of arrays are those of each element.
 *
 * @param fields Names of fields; a dot leads into an object: `id`, `home.name`.
 */
export function selectFields(reply: unknown, fields: readonly string[]): unknown {
  const tree = treeOf(fields);
  if (!isRecord(reply) || !Array.isArray(reply.data)) return pick(reply, tree);
  return { ...reply, data: pick(reply.data, tree) };
}

function treeOf(fields: readonly string[]): FieldTree {
  const tree: FieldTree = new Map();
  for (const field of fields) {
    let at = tree;
    const names = field.split('.');
    for (const [i, name] of names.entries()) {
      const known = at.get(name);
      // A field that is kept whole stays whole: `home,home.name` is `home`.
      if (known === null) break;
      if (i === names.length - 1) at.set(name, null);
      else {
        const next: FieldTree = known ?? new Map();
        at.set(name, next);
        at = next;
      }
    }
  }
  return tree;
}

function pick(value: unknown, tree: FieldTree): unknown {
  if (Array.isArray(value)) return value.map((element) => pick(element, tree));
  if (!isRecord(value)) return value;
  const entries = [...tree].filter(([name]) => Object.hasOwn(value, name));
  return Object.fromEntries(entries.map(([name, inner]) => [name, inner === null ? value[name] : pick(value[name], inner)]));
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
