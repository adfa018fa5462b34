import type { TeamRef } from '#contract/matches.ts';
import { CREST_BOX, CREST_FIELD_PATHS, CREST_SHIELD, crestOf } from '#domain/matches/crest.ts';
import type { Fonts } from './fonts.ts';
import { dottedTextAt, nameAt, type TextStyle, textAt } from './text.ts';

/** Pixels, as required by the networks that show link previews. */
export const PICTURE = { width: 1200, height: 630 } as const;

/** Colours of the floodlit theme, with their names in src/web/app/tokens.css. */
export const COLOURS = {
  bg: '#0c1110',
  line: '#26312d',
  'line-strong': '#66776f',
  text: '#eef4f1',
  muted: '#9bada5',
  accent: '#d3f94b',
  'on-accent': '#12190a',
  live: '#ff5a52',
  home: '#5aa9ff',
  away: '#ffa94d',
} as const;

/** The content of a match's picture. Of texts with several spellings, the first that the fonts can render is shown. */
export interface MatchDrawing {
  league: string[];
  when: string | null;
  home: { team: TeamRef; names: string[] };
  away: { team: TeamRef; names: string[] };
  /** "2–1", "15:00", or "v" while neither is known. */
  middle: string;
  /** Lines below it: the status, or the time zone. */
  below: string[];
  isLive: boolean;
  tagline: string;
}

const EDGE = 64;
const CREST_WIDTH = 168;
const MIDDLE = PICTURE.width / 2;
const SIDES = { home: 262, away: PICTURE.width - 262 } as const;

/** Draws a match like the header of the match page, as SVG. */
export function drawMatch(fonts: Fonts, drawing: MatchDrawing): string {
  const { league, when, home, away, middle, below, isLive, tagline } = drawing;
  const colour = isLive ? COLOURS.live : COLOURS.muted;
  const size = middle.length > 5 ? 110 : 150;
  return svg([
    glow(0, home.team),
    glow(PICTURE.width, away.team),
    textAt(fonts, league, EDGE, 86, { weight: 'strong', size: 36, smallest: 26, width: 620, colour: COLOURS.text }),
    when &&
      textAt(fonts, [when], PICTURE.width - EDGE, 86, {
        weight: 'regular',
        size: 32,
        smallest: 22,
        width: 400,
        colour: COLOURS.muted,
        anchor: 'end',
      }),
    ...side(fonts, 'home', home),
    ...side(fonts, 'away', away),
    textAt(fonts, [middle], MIDDLE, 330, { weight: 'bold', size, smallest: 70, width: 360, colour: COLOURS.text, anchor: 'middle' }),
    ...below.map((line, index) => {
      const style: TextStyle = { weight: 'strong', size: 34, smallest: 22, width: 280, colour, anchor: 'middle' };
      return (isLive && index === 0 ? dottedTextAt : oneTextAt)(fonts, line, MIDDLE, 390 + index * 44, style);
    }),
    ...foot(fonts, tagline),
  ]);
}

const oneTextAt: typeof dottedTextAt = (fonts, text, ...rest) => textAt(fonts, [text], ...rest);

/** The content of a team's picture; texts as in `MatchDrawing`. */
export interface TeamDrawing {
  /** Null for a team without matches. */
  league: string[] | null;
  team: MatchDrawing['home'];
  tagline: string;
}

/** Draws a team's crest, name and league, or a player's crest, name and team, as SVG. It tells no result, so that it holds for every reader. */
export function drawTeam(fonts: Fonts, { league, team: { team, names }, tagline }: TeamDrawing): string {
  return svg([
    glow(0, team),
    crest(MIDDLE, 76, team),
    nameAt(fonts, names, MIDDLE, 376, { weight: 'bold', size: 72, smallest: 36, width: 1040, colour: COLOURS.text, anchor: 'middle' }),
    league &&
      textAt(fonts, league, MIDDLE, 484, {
        weight: 'strong',
        size: 36,
        smallest: 26,
        width: 1040,
        colour: COLOURS.muted,
        anchor: 'middle',
      }),
    ...foot(fonts, tagline),
  ]);
}

/** The content of the picture of a shared bet or forecast; texts as in `MatchDrawing`. */
export interface SharedDrawing extends Pick<MatchDrawing, 'league' | 'home' | 'away' | 'middle' | 'below' | 'tagline'> {
  /** Where the facts come from. */
  note: string;
  /** A word above the middle. */
  label: string;
  /** Whether it is worth the accent: nothing went wrong. */
  isGood: boolean;
}

/** Draws what a user shows of a bet or a forecast between its teams, as SVG. */
export function drawShared(fonts: Fonts, { league, note, home, away, label, middle, below, isGood, tagline }: SharedDrawing): string {
  const colour = isGood ? COLOURS.accent : COLOURS.muted;
  const inMiddle = (text: string, y: number, style: Omit<TextStyle, 'anchor'>) =>
    textAt(fonts, [text], MIDDLE, y, { ...style, anchor: 'middle' });
  return svg([
    glow(0, home.team),
    glow(PICTURE.width, away.team),
    textAt(fonts, league, EDGE, 86, { weight: 'strong', size: 36, smallest: 26, width: 520, colour: COLOURS.text }),
    textAt(fonts, [note], PICTURE.width - EDGE, 86, {
      ...{ weight: 'regular', size: 28, smallest: 20, width: 520, colour: COLOURS.muted, anchor: 'end' },
    }),
    ...side(fonts, 'home', home),
    ...side(fonts, 'away', away),
    inMiddle(label, 196, { weight: 'bold', size: 36, smallest: 24, width: 360, colour }),
    inMiddle(middle, 316, { weight: 'bold', size: middle.length > 5 ? 74 : 124, smallest: 44, width: 400, colour: COLOURS.text }),
    ...below.map((line, index) =>
      inMiddle(line, 372 + index * 42, {
        weight: 'strong',
        size: index === 0 ? 34 : 28,
        smallest: 18,
        // Beside the names, which end lower.
        width: index === 0 ? 300 : 256,
        colour: index === 0 ? COLOURS.text : COLOURS.muted,
      }),
    ),
    ...foot(fonts, tagline),
  ]);
}

/** The content of the picture of a group's table. */
export interface TableDrawing {
  title: string;
  /** Which round it stands after. */
  note: string;
  rows: {
    place: string;
    name: string;
    /** A name, or a word in place of one. */
    isNamed: boolean;
    points: string;
    /** The part of the points that is of the round. */
    gained: string;
    isSharer: boolean;
    /** Whether others are between this row and the one before. */
    hasGap: boolean;
  }[];
  tagline: string;
}

const ROW = { top: 134, height: 47 } as const;

/** Draws the first rows of a group's table and those around the sharer, as SVG. */
export function drawTable(fonts: Fonts, { title, note, rows, tagline }: TableDrawing): string {
  return svg([
    textAt(fonts, [title], EDGE, 86, { weight: 'bold', size: 44, smallest: 26, width: 560, colour: COLOURS.text }),
    textAt(fonts, [note], PICTURE.width - EDGE, 84, {
      ...{ weight: 'regular', size: 28, smallest: 18, width: 480, colour: COLOURS.muted, anchor: 'end' },
    }),
    ...rows.flatMap((row, index) => tableRow(fonts, row, ROW.top + index * ROW.height)),
    ...foot(fonts, tagline),
  ]);
}

function tableRow(
  fonts: Fonts,
  { place, name, isNamed, points, gained, isSharer, hasGap }: TableDrawing['rows'][number],
  y: number,
): string[] {
  const [width, base] = [PICTURE.width - 2 * EDGE, y + 33];
  const colour = isSharer ? COLOURS.accent : COLOURS.text;
  const end = (text: string, x: number, style: Pick<TextStyle, 'weight' | 'colour'>) =>
    textAt(fonts, [text], x, base, { ...style, size: 30, smallest: 18, width: 130, anchor: 'end' });
  return [
    isSharer
      ? `<rect x="${EDGE - 16}" y="${y}" width="${width + 32}" height="${ROW.height - 3}" rx="8" fill="${COLOURS.line}"/>`
      : `<rect x="${EDGE}" y="${y + ROW.height - 2}" width="${width}" height="1" fill="${COLOURS.line}"/>`,
    hasGap
      ? `<line x1="${EDGE}" y1="${y - 1}" x2="${PICTURE.width - EDGE}" y2="${y - 1}" stroke="${COLOURS['line-strong']}" stroke-width="3" stroke-dasharray="4 8"/>`
      : '',
    end(place, EDGE + 64, { weight: 'bold', colour }),
    textAt(fonts, [name], EDGE + 100, base, {
      ...{ weight: isNamed ? 'strong' : 'regular', size: 30, smallest: 20, width: 640, colour: isNamed ? colour : COLOURS.muted },
    }),
    end(gained, PICTURE.width - EDGE - 150, { weight: 'regular', colour: COLOURS.muted }),
    end(points, PICTURE.width - EDGE - 12, { weight: 'bold', colour }),
  ];
}

/** Draws the general picture for pages about neither a match nor a team, as SVG. */
export function renderSitePicture(fonts: Fonts, tagline: string): string {
  return svg([
    logo(MIDDLE, 220, 84),
    `<text x="${MIDDLE}" y="410" font-family="Archivo" font-weight="700" font-size="92" fill="${COLOURS.text}" text-anchor="middle">matchpoint</text>`,
    textAt(fonts, [tagline], MIDDLE, 490, {
      weight: 'regular',
      size: 40,
      smallest: 26,
      width: 1040,
      colour: COLOURS.muted,
      anchor: 'middle',
    }),
  ]);
}

function svg(parts: readonly (string | null | false)[]): string {
  const { width, height } = PICTURE;
  const body = parts.filter((part) => part).join('\n');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<rect width="${width}" height="${height}" fill="${COLOURS.bg}"/>
${body}
</svg>`;
}

/** Draws the glow of a team's colour in its corner. */
function glow(x: number, team: TeamRef): string {
  const id = `glow${x}`;
  return `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${x}" cy="0" r="620"><stop offset="0" stop-color="${colourOf(team, 0)}" stop-opacity="0.42"/><stop offset="1" stop-color="${colourOf(team, 0)}" stop-opacity="0"/></radialGradient>
<rect width="${PICTURE.width}" height="${PICTURE.height}" fill="url(#${id})"/>`;
}

function side(fonts: Fonts, which: 'home' | 'away', { team, names }: MatchDrawing['home']): string[] {
  const x = SIDES[which];
  return [
    crest(x, 152, team),
    nameAt(fonts, names, x, 438, { weight: 'bold', size: 52, smallest: 30, width: 384, colour: COLOURS.text, anchor: 'middle' }),
    `<rect x="${x - 36}" y="484" width="72" height="8" rx="4" fill="${COLOURS[which]}"/>`,
  ];
}

function crest(x: number, y: number, team: TeamRef): string {
  const { field } = crestOf(team.name, team.colours);
  const scale = CREST_WIDTH / CREST_BOX.width;
  const box = `M0 0h${CREST_BOX.width}v${CREST_BOX.height}H0z`;
  return `<g transform="translate(${x - CREST_WIDTH / 2} ${y}) scale(${scale})"><clipPath id="shield${x}"><path d="${CREST_SHIELD}"/></clipPath>
<g clip-path="url(#shield${x})"><path d="${box}" fill="${colourOf(team, 0)}"/><path d="${CREST_FIELD_PATHS[field]}" fill="${colourOf(team, 1)}"/></g>
<path d="${CREST_SHIELD}" fill="none" stroke="${COLOURS['line-strong']}" stroke-opacity="0.55" stroke-width="0.5"/></g>`;
}

/** Returns a team's colour, validated because it comes from a feed and becomes part of the SVG. */
const colourOf = ({ colours }: TeamRef, index: 0 | 1): string => (/^#[\da-f]{3,8}$/i.test(colours[index]) ? colours[index] : COLOURS.muted);

const logo = (x: number, y: number, radius: number): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${COLOURS.accent}"/><circle cx="${x}" cy="${y}" r="${radius * 0.35}" fill="${COLOURS['on-accent']}"/>`;

const foot = (fonts: Fonts, tagline: string): string[] => [
  `<rect x="${EDGE}" y="524" width="${PICTURE.width - 2 * EDGE}" height="2" fill="${COLOURS.line}"/>`,
  logo(EDGE + 20, 576, 20),
  `<text x="${EDGE + 54}" y="588" font-family="Archivo" font-weight="700" font-size="36" fill="${COLOURS.text}">matchpoint</text>`,
  textAt(fonts, [tagline], PICTURE.width - EDGE, 587, {
    weight: 'regular',
    size: 28,
    smallest: 20,
    width: 740,
    colour: COLOURS.muted,
    anchor: 'end',
  }),
];
