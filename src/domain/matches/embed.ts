import type { Locale } from '#domain/identity/locale.ts';
import { UUID } from '#domain/uuid.ts';

/** What other sites can embed. */
export const EMBED_KINDS = ['match', 'probability', 'table', 'group'] as const;
export type EmbedKind = (typeof EMBED_KINDS)[number];

/** `auto` follows the reader's system. */
export const EMBED_THEMES = ['auto', 'light', 'dark'] as const;
export type EmbedTheme = (typeof EMBED_THEMES)[number];

/** One embed as its address says it. */
export interface Embed {
  kind: EmbedKind;
  /** The id of a match or a league as a number, of a tipping group a UUID. */
  id: string;
  /** Of a table; null: the current one. */
  season: string | null;
  theme: EmbedTheme;
  /** Null: the language that the reader's browser asks for. */
  locale: Locale | null;
  /** Shows a score only after a press. */
  hidesScore: boolean;
}

/** Widths in pixels: the narrowest that is readable, the usual one, and the widest that helps. */
export const EMBED_WIDTH = { min: 240, usual: 480, max: 1_200 } as const;

/** Height in pixels of a frame until the embed reports its own, and where no script can. */
export const EMBED_HEIGHTS: Record<EmbedKind, number> = { match: 180, probability: 340, table: 620, group: 480 };

/** The type of the message by which an embed tells the page around it how high it is, and the greatest height in pixels to believe. */
export const HEIGHT_MESSAGE = 'matchpoint:height';
export const HEIGHT_MAX = 4_000;

/** A frame cannot act in a reader's name: the embed has no origin of ours, and links open in a new tab. */
export const EMBED_SANDBOX = 'allow-scripts allow-popups allow-popups-to-escape-sandbox';

/** Of a frame without the script: as wide as asked for, but never wider than the page around it, with the corners of the card. */
export const EMBED_STYLE = 'border:0;border-radius:12px;max-width:100%';

const ID_MAX = 2_147_483_647;
const NUMBER = /^[1-9]\d{0,9}$/;
export const SEASON_LENGTH_MAX = 20;

/** Returns whether a text can be the id of what is embedded. */
export const isEmbedId = (kind: EmbedKind, id: string): boolean =>
  kind === 'group' ? UUID.test(id) : NUMBER.test(id) && Number(id) <= ID_MAX;

/** Returns the path and query of an embed; what is as usual is left out. */
export function embedPath({ kind, id, season, theme, locale, hidesScore }: Embed): string {
  const query = [
    ...(season === null ? [] : [`season=${encodeURIComponent(season)}`]),
    ...(theme === 'auto' ? [] : [`theme=${theme}`]),
    ...(locale === null ? [] : [`lang=${locale}`]),
    ...(hidesScore ? ['hide=score'] : []),
  ];
  return `/embed/${kind}/${id}${query.length === 0 ? '' : `?${query.join('&')}`}`;
}

/** Returns the path of the page that an embed is about. */
export function embeddedPage({ kind, id, season }: Pick<Embed, 'kind' | 'id' | 'season'>): string {
  if (kind === 'table') return `/leagues/${id}/standings${season === null ? '' : `?season=${encodeURIComponent(season)}`}`;
  return kind === 'group' ? `/group/${id}` : `/match/${id}`;
}

const PAGES: readonly (readonly [EmbedKind, RegExp])[] = [
  ['match', /^\/match\/(\d+)$/],
  ['table', /^\/leagues\/(\d+)\/standings$/],
  ['group', /^\/group\/([\da-f-]{36})$/],
];

/** Returns what the page at an address of the site can be embedded as; null if it cannot. `season` is that of the address. */
export function embedOfPage(pathname: string, season: string | null): Pick<Embed, 'kind' | 'id' | 'season'> | null {
  const path = pathname.toLowerCase().replace(/(?<=.)\/+$/, '');
  for (const [kind, pattern] of PAGES) {
    const id = pattern.exec(path)?.[1];
    if (id === undefined) continue;
    const wanted = kind === 'table' && season !== null && season.length <= SEASON_LENGTH_MAX ? season : null;
    return isEmbedId(kind, id) ? { kind, id, season: wanted } : null;
  }
  return null;
}
