declare module 'unicode-confusables' {
  /** A text with each character replaced by the one that it looks like: Unicode's table of confusables (UTS #39). */
  export function rectifyConfusion(text: string): string;
}
