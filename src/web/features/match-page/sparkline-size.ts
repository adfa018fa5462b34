/** In pixels; known before the drawing itself, which is fetched when it is needed. */
export const SPARKLINE = { width: 54, height: 16 } as const;
