import { legal } from './legal.ts';

/** Messages of the legal pages only. */
export const messages = { legal };
