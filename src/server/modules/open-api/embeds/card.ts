import type { Locale } from '#domain/identity/locale.ts';
import type { EmbedKind } from '#domain/matches/embed.ts';
import type { Html } from './html.ts';

/** What an embed shows, in one language. */
export interface Card {
  title: string;
  body: Html;
  /** Path of the page that its link opens. */
  path: string;
  /** What its link says. */
  open: EmbedKind | 'site';
  /** What a screen reader is told when it changes; empty for nothing. */
  news: string;
  /** How often it asks for changes, in seconds; 0: never. */
  pollSeconds: number;
}

/** How a card is asked for. */
export interface Wanted {
  id: string;
  season: string | null;
  locale: Locale;
  hidesScore: boolean;
}
