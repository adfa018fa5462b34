import type { Shared } from '#contract/shares.ts';
import type { Locale } from '#domain/identity/locale.ts';
import { type Pick, picksOf } from '#domain/matches/sport.ts';
import { FORMAT_TAGS } from '#texts/formats.ts';
import { formatMessage, nameOf, TEXTS } from './words.ts';

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
export function sharedWords({ match, name, is_hidden, bet, forecast }: Shared, locale: Locale): SharedWords {
  const { shared } = TEXTS[locale].sharing;
  const sides = { home: nameOf(match.home, locale), away: nameOf(match.away, locale) };
  const say = (message: string, values: Record<string, string | number> = {}) => formatMessage(locale, message, values);
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
