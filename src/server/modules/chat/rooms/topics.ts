import { LOCALES, type Locale } from '#domain/identity/locale.ts';

/** A room: what is told to whoever has joined it, and drops the replies kept about it. */
export const chatTopic = (matchId: number, locale: Locale): `chat:${number}:${Locale}` => `chat:${matchId}:${locale}`;

/** All rooms of a match. */
export const chatTopics = (matchId: number) => LOCALES.map((locale) => chatTopic(matchId, locale));
