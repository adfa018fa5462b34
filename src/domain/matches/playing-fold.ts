/** So many matches in play are shown at once; more are behind a line, unless they are only a few more. */
const SHOWN = { phone: 5, desktop: 8 };
const FEW_MORE = 2;

/** Returns how many of a day's matches in play stand above the line that unfolds the others; all if there is no such line. */
export const playingShown = (count: number, screen: keyof typeof SHOWN): number =>
  count > SHOWN[screen] + FEW_MORE ? SHOWN[screen] : count;
