/** The code that a message brings, null where it brings none: six digits that stand alone. */
export const codeIn = (text: string): string | null => /(?<![\d.,:/#?=&-])\d{6}(?![\d.,:/-]\d|\d)/.exec(text)?.[0] ?? null;

/** A text in pieces, links apart: every second piece is an address. What ends the sentence is not part of it. */
export const splitLinks = (text: string): string[] => text.split(/(https?:\/\/[^\s<>"，。）)]*[^\s<>"，。）).,;:!?])/);
