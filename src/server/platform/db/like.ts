/** Returns a text as part of a pattern of LIKE: its %, _ and \ stand for themselves. */
export const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
