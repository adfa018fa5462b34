import { LOCALES, type Locale } from '#domain/identity/locale.ts';

/** The topic of a room: its changes go to everybody who joined, and invalidate the cached replies about the room. */
export const chatTopic = (matchId: number, locale: Locale): `chat:${number}:${Locale}` => `chat:${matchId}:${locale}`;

/** The topics of all rooms of a match. */
export const chatTopics = (matchId: number) => LOCALES.map((locale) => chatTopic(matchId, locale));
