/** The number of matches in play that a list shows before it is unfolded. It hides the others only if there are more than `FEW_MORE`. */
const SHOWN = { phone: 5, desktop: 8 };
const FEW_MORE = 2;

/** Returns how many of a day's matches in play stand above the line that unfolds the others; all if there is no such line. */
export const playingShown = (count: number, screen: keyof typeof SHOWN): number =>
  count > SHOWN[screen] + FEW_MORE ? SHOWN[screen] : count;
