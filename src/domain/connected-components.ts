/**
 * Whom sets that overlap connect: each member of a set is given the name of its component, which all members that are connected with it share, however
 * many sets lie between them. Who is in no set is left out. Takes about as long as there are members in all sets together.
 */
export function connectedComponents(sets: Iterable<readonly string[]>): Map<string, string> {
  const parent = new Map<string, string>();
  const rootOf = (member: string): string => {
    let root = member;
    for (let up = parent.get(root); up !== undefined && up !== root; up = parent.get(root)) root = up;
    // The next one who asks is one step away.
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
