/** Groups items by key. The keys are in the order of their first item. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, [T, ...T[]]> {
  const groups = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/**
 * Maps each member of the sets to the name of its connected component. Members share a component when a chain of overlapping sets, of any
 * length, connects them. A value that is in no set is not in the map. Runs in time roughly linear in the total number of members.
 */
export function connectedComponents(sets: Iterable<readonly string[]>): Map<string, string> {
  const parent = new Map<string, string>();
  const rootOf = (member: string): string => {
    let root = member;
    for (let up = parent.get(root); up !== undefined && up !== root; up = parent.get(root)) root = up;
    // Path compression: the next lookup of this member takes one step.
    for (let at = member; at !== root; ) {
      const next = parent.get(at)!;
      parent.set(at, root);
      at = next;
    }
    return root;
  };
  for (const [first, ...others] of sets) {
    if (first === undefined) continue;
    if (!parent.has(first)) parent.set(first, first);
    const root = rootOf(first);
    for (const other of others) parent.set(parent.has(other) ? rootOf(other) : other, root);
  }
  return new Map([...parent.keys()].map((member) => [member, rootOf(member)]));
}
