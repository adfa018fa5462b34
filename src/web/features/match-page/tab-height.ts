/** About as high as each tab mostly is: what holds its place until it has come. */
export const TAB_HEIGHT = {
  probability: 'h-[1040px]',
  chat: 'h-[640px]',
  timeline: 'h-[560px]',
  lineups: 'h-[1040px]',
  odds: 'h-[610px]',
  h2h: 'h-[900px]',
  stats: 'h-[905px]',
  /** A tab that will mostly say that there is nothing. */
  nothing: 'h-[216px]',
} as const;

export type MatchTab = Exclude<keyof typeof TAB_HEIGHT, 'nothing'>;
