import type { Shared } from '#contract/shares.ts';
import type { Locale } from '#domain/identity/locale.ts';
import { type Pick, picksOf } from '#domain/matches/sport.ts';
import { DAY_MS } from '#domain/time.ts';
import { FORMAT_TAGS } from '#texts/formats.ts';
import type { TableDrawing } from './picture/drawing.ts';
import { dayIn, formatMessage, nameOf, plain, TEXTS } from './words.ts';

/** The texts about a share, used by its page, its link previews and its picture. */
export interface SharedWords {
  title: string;
  /** Large, in the middle of the picture: the odds, or the percentages. */
  middle: string;
  /** A word above it. */
  label: string;
  /** Lines below it. */
  below: string[];
}

/** Returns the texts about a share; those of a hidden one tell nothing of it. */
export function sharedWords({ match, name, is_hidden, bet, forecast, table }: Shared, locale: Locale): SharedWords {
  const { shared } = TEXTS[locale].sharing;
  const say = (message: string, values: Record<string, string | number> = {}) => formatMessage(locale, message, values);
  if (match === null) return { title: tableTitle(table, locale), middle: '–', label: '', below: [] };
  const sides = { home: nameOf(match.home, locale), away: nameOf(match.away, locale) };
  const by = name === null ? [] : [name];
  if (forecast !== null) {
    return {
      title: name === null ? say(shared.forecast, sides) : say(shared.forecast_by, { ...sides, by: name }),
      middle: picksOf(match.draw_possible)
        .map((pick) => forecast[pick])
        .join(' · '),
      label: shared.forecast_label,
      below: ['%', ...by],
    };
  }
  if (is_hidden || bet === null) return { title: shared.hidden, middle: '–', label: '', below: [] };
  const pick = say(bet.pick === 'draw' ? shared.draw : shared.to_win, { team: sides[bet.pick as Exclude<Pick, 'draw'>] });
  const odds = bet.odds === null ? '–' : new Intl.NumberFormat(FORMAT_TAGS[locale], TWO_PLACES).format(bet.odds);
  const won = name === null ? say(shared.won, { pick, odds }) : say(shared.won_by, { pick, odds, by: name });
  const amount = bet.points && (bet.ending === 'refunded' ? bet.points.refund : bet.points.payout);
  return {
    title: bet.ending === 'won' ? won : say(shared[bet.ending], { pick }),
    middle: odds,
    label: shared[`${bet.ending}_label`],
    below: [pick, ...(amount === null ? [] : [say(shared.points, { points: amount })]), ...by],
  };
}

const TWO_PLACES = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

type SharedTable = NonNullable<Shared['table']>;

/** Names a table, and tells no place: link previews are shown to readers behind the spoiler shield, too. */
function tableTitle(table: SharedTable | null, locale: Locale): string {
  const words = TEXTS[locale].sharing.table;
  return table === null
    ? words.hidden
    : formatMessage(locale, words.title, { group: plain(table.group), round: roundName(table.round, locale) });
}

const NUMBERED = /^(?:Regular Season - |Round |Matchday )?(\d{1,3})$/i;
/** From the first day of a week to its last. */
const TO_LAST_DAY_MS = 6 * DAY_MS;

/** "Premier League · Round 13", "23 November – 29 November 2026", "26 November 2026". */
function roundName({ key, league, round }: SharedTable['round'], locale: Locale): string {
  const [kind, day = ''] = key.split(':');
  const at = Date.parse(`${day}T12:00:00Z`);
  if (kind === 'day' && !Number.isNaN(at)) return dayIn(locale, new Date(at));
  if (kind === 'week' && !Number.isNaN(at)) return `${dayIn(locale, new Date(at))} – ${dayIn(locale, new Date(at + TO_LAST_DAY_MS))}`;
  const number = NUMBERED.exec(round ?? '')?.[1];
  const name = number === undefined ? plain(round ?? '') : formatMessage(locale, TEXTS[locale].sharing.table.round, { number });
  return [...(league ? [nameOf(league, locale)] : []), name].join(' · ');
}

/** Returns the picture of a table. Members who are not named have their place alone. */
export function tableDrawing({ group, round, rows }: SharedTable, locale: Locale): TableDrawing {
  const { sharing } = TEXTS[locale];
  const words = sharing.table;
  return {
    title: plain(group),
    note: roundName(round, locale),
    tagline: sharing.tagline,
    rows: rows.map(({ position, place, kind, name, is_sharer, points, round_points }, index) => ({
      place: String(place),
      name: kind === 'member' ? (name ?? words.member) : words[kind],
      isNamed: kind === 'member' && name !== null,
      points: String(points),
      gained: `+${round_points}`,
      isSharer: is_sharer,
      hasGap: index > 0 && position !== rows[index - 1]!.position + 1,
    })),
  };
}
