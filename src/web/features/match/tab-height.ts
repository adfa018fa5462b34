/** About as high as each tab mostly is: what holds its place until it has come. */
export const TAB_HEIGHT = {
  probability: 'h-[216px]',
  timeline: 'h-[560px]',
  lineups: 'h-[1040px]',
  odds: 'h-[610px]',
  h2h: 'h-[900px]',
  stats: 'h-[905px]',
} as const;

export type MatchTab = keyof typeof TAB_HEIGHT;
