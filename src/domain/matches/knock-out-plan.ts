/** How the tables of a tournament's groups lead to its first knock-out round, as data: told with the rules of its league. */
export interface KnockOutPlan {
  /** The ties of the first round in the order of the tree: the winners of ties 2k and 2k + 1 meet in tie k of the next round. */
  first: readonly (readonly [home: Origin, away: Origin])[];
  /**
   * Which groups' teams fill the seats that several groups can fill, in the order of the tree, by the groups that have one of the best
   * teams ("Group A,Group B"). Where it is missing or has no entry, the first arrangement is used that the groups of each seat allow.
   */
  allocation?: Readonly<Record<string, readonly string[]>>;
  /** Whether the losers of the semi-finals play for third place. */
  thirdPlace?: boolean;
}

/** Where a competitor comes from: the place of one group, or one of the best teams in that place of several groups. */
export interface Origin {
  place: number;
  groups: readonly string[];
}

/** Reads a plan from "A1-B2 C1-D2"; of "E1-ABCDF3" the second seat is for a third-placed team of one of five groups. */
export function readPlan(ties: string, allocation?: Readonly<Record<string, string>>): KnockOutPlan {
  const origin = (text: string): Origin => {
    const [, letters, place] = /^([A-Z]+)(\d)$/.exec(text)!;
    return { place: Number(place), groups: [...letters!].map(groupName) };
  };
  const first = ties.split(' ').map((tie): [Origin, Origin] => {
    const [home, away] = tie.split('-');
    return [origin(home!), origin(away!)];
  });
  if (!allocation) return { first };
  const named = (letters: string) => [...letters].map(groupName);
  const entries = Object.entries(allocation).map(([has, gets]) => [named(has).join(','), named(gets)]);
  return { first, allocation: Object.fromEntries(entries) };
}

const groupName = (letter: string): string => `Group ${letter}`;

/** Returns the seats that teams of several groups can fill, in the order of the tree. */
export const sharedSeats = ({ first }: KnockOutPlan): Origin[] => first.flat().filter(({ groups }) => groups.length > 1);

/** Returns how many places of each group's table can still lead to the knock-outs. */
export const advancingPlaces = ({ first }: KnockOutPlan): number => Math.max(...first.flat().map(({ place }) => place));

/**
 * Returns which group fills each shared seat, in the order of the tree, if the teams of `groups` are the best: by the plan's own list, else
 * by the first arrangement that fits. Null if they are not as many as the seats, or none fits.
 */
export function allocate(plan: KnockOutPlan, groups: readonly string[]): string[] | null {
  const seats = sharedSeats(plan);
  const best = [...groups].sort();
  if (best.length !== seats.length || new Set(best).size < best.length) return null;
  const told = plan.allocation?.[best.join(',')];
  return told ? [...told] : arranged(seats, best);
}

function arranged(seats: readonly Origin[], groups: readonly string[]): string[] | null {
  const [seat, ...rest] = seats;
  if (seat === undefined) return [];
  for (const group of groups.filter((name) => seat.groups.includes(name))) {
    const others = arranged(
      rest,
      groups.filter((name) => name !== group),
    );
    if (others !== null) return [group, ...others];
  }
  return null;
}
