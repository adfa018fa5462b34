import { type Composer, InlineKeyboard } from 'grammy';
import type { Locale } from '#domain/identity/locale.ts';
import { isPossibleTip, MARGIN_BANDS, seriesTips, TIP_GOALS_MAX, type Tip } from '#domain/tipping/tip.ts';
import type { Deps } from '#server/deps.ts';
import { findMatchBriefs } from '#server/modules/match-data/public.ts';
import { type TippableMatch, tipEverywhere, tippableMatches } from '#server/modules/tipping/public.ts';
import { AppError, errorText } from '#server/platform/http/app-error.ts';
import { writeDate } from '#texts/write.ts';
import { answer, answerInPlace, formatMessage, nameOf, type OwnChat } from './commands.ts';

/**
 * Registers tipping by buttons: /tip shows the next match without a tip, and the buttons below it choose and save one. What a button means
 * stands in the button (at most 64 bytes), so no conversation is kept: a match, and two numbers.
 */
export function tipCommands(own: Composer<OwnChat>, deps: Deps): void {
  own.command('tip', async (chat) => {
    const paused = await pauseOf(deps, chat);
    if (paused !== null) return answer(chat, paused);
    const { text, buttons } = await nextMatch(deps, chat, null);
    await answer(chat, text, { buttons });
  });
  own.callbackQuery(/^tip:(\d{1,9}):(\d{1,2}):(\d{1,2})$/, async (chat) => {
    const [matchId, home, away] = numbersIn(chat.match) as [number, number, number];
    const [match] = await tippableMatches(deps, chat.user.id, matchId);
    const tip: Tip = [home, away];
    if (!match || !(isPossibleTip(match.sport, match.format, tip) || isStart(match, tip))) return gone(deps, chat, matchId);
    const { text, buttons } = await matchView(deps, chat, match, tip);
    await answerInPlace(chat, text, { buttons });
  });
  own.callbackQuery(/^save:(\d{1,9}):(\d{1,2}):(\d{1,2})$/, async (chat) => {
    const [matchId, home, away] = numbersIn(chat.match) as [number, number, number];
    const paused = await pauseOf(deps, chat);
    if (paused !== null) return answerInPlace(chat, paused);
    const tipped = await tipEverywhere(deps, chat.user.id, matchId, [home, away], chat.arrivedAt);
    const [saved, late] = [namesOf(tipped, 'saved'), namesOf(tipped, 'late')];
    if (saved === '' && late === '') return gone(deps, chat, matchId);
    const words = await matchWords(deps, chat.locale, matchId, [home, away]);
    const lines = [
      ...(saved === '' ? [] : [formatMessage(chat.locale, 'tip_saved', { ...words, groups: saved })]),
      ...(late === '' ? [] : [formatMessage(chat.locale, 'tip_late', { ...words, groups: late })]),
    ];
    const closesAt = (await tippableMatches(deps, chat.user.id, matchId))[0]?.closesAt ?? deps.now();
    const buttons = new InlineKeyboard().text(formatMessage(chat.locale, 'tip_next'), `next:${matchId}:${secondsOf(closesAt)}`);
    await answerInPlace(chat, lines.join('\n\n'), { buttons });
  });
  own.callbackQuery(/^next:(\d{1,9}):(\d{1,11})$/, async (chat) => {
    const [id, closesAt] = numbersIn(chat.match) as [number, number];
    const { text, buttons } = await nextMatch(deps, chat, { id, closesAt });
    await answerInPlace(chat, text, { buttons });
  });
}

/** Returns what a user who paused tipping is told, as by the endpoints that enter something (mount.ts); null for all others. */
async function pauseOf({ db, wiring }: Deps, { user, locale, arrivedAt }: OwnChat): Promise<string | null> {
  try {
    await wiring.requireTipping(db, user.id, arrivedAt);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return errorText(error.code, error.params, locale);
  }
}

/** Returns the numbers in a button's data. */
const numbersIn = (match: OwnChat['match']): number[] =>
  Array.from(match ?? [])
    .slice(1)
    .map(Number);

const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1_000);

/** Football begins at 0–0, which the steppers lead away from; elsewhere nothing is chosen at first. */
const START: Tip = [0, 0];
const isStart = ({ sport }: TippableMatch, [home, away]: Tip): boolean => sport !== 'football' && home === 0 && away === 0;

interface Shown {
  text: string;
  buttons: InlineKeyboard;
}

/** Shows the next match that closes without a tip, or the next one after another match, by its deadline in seconds. */
async function nextMatch(deps: Deps, chat: OwnChat, after: { id: number; closesAt: number } | null): Promise<Shown> {
  const all = await tippableMatches(deps, chat.user.id);
  const missing = all.filter(({ groups }) => groups.some(({ tip }) => tip === null));
  const isAfter = ({ id, closesAt }: TippableMatch) =>
    after === null || secondsOf(closesAt) > after.closesAt || (secondsOf(closesAt) === after.closesAt && id > after.id);
  const next = missing.find(isAfter);
  if (next) return matchView(deps, chat, next, next.groups.find(({ tip }) => tip !== null)?.tip ?? START);
  const text = formatMessage(chat.locale, missing.length > 0 ? 'tip_end' : 'tip_none', { url: `${deps.config.publicUrl ?? ''}/groups` });
  return { text, buttons: new InlineKeyboard() };
}

/** Says that a match can no longer be tipped, or that a button is not of this user's groups: both look the same. */
async function gone(deps: Deps, chat: OwnChat, matchId: number): Promise<void> {
  const buttons = new InlineKeyboard().text(formatMessage(chat.locale, 'tip_next'), `next:${matchId}:${secondsOf(deps.now())}`);
  await answerInPlace(chat, formatMessage(chat.locale, 'tip_closed'), { buttons });
}

async function matchView(deps: Deps, chat: OwnChat, match: TippableMatch, tip: Tip): Promise<Shown> {
  const { locale, user } = chat;
  const words = await matchWords(deps, locale, match.id, tip);
  const isChosen = isPossibleTip(match.sport, match.format, tip);
  const groups = match.groups.map(({ name, tip: known }) =>
    known === null ? name : formatMessage(locale, 'tip_group_known', { group: name, tip: tipText(locale, match, words, known) }),
  );
  const text = formatMessage(locale, isChosen ? 'tip_chosen' : 'tip_ask', {
    ...words,
    when: writeDate(locale, 'day_time', match.closesAt, user.time_zone),
    groups: groups.join('\n'),
  });
  const buttons = fieldsOf(locale, match, words, tip);
  if (isChosen) buttons.row().text(formatMessage(locale, 'tip_save', words), `save:${match.id}:${tip.join(':')}`);
  buttons.row().text(formatMessage(locale, 'tip_skip'), `next:${match.id}:${secondsOf(match.closesAt)}`);
  return { text, buttons };
}

interface MatchWords extends Record<string, string> {
  home: string;
  away: string;
  league: string;
  tip: string;
}

async function matchWords(deps: Deps, locale: Locale, matchId: number, tip: Tip): Promise<MatchWords> {
  const [briefs, league] = await Promise.all([
    findMatchBriefs(deps.db, [matchId]),
    deps.db
      .selectFrom('leagues as l')
      .innerJoin('matches as m', 'm.league_id', 'l.id')
      .select(['l.name', 'l.names'])
      .where('m.id', '=', matchId)
      .executeTakeFirstOrThrow(),
  ]);
  const match = briefs.get(matchId)!;
  const teams = { home: nameOf(match.home, locale), away: nameOf(match.away, locale) };
  const leagueName = (locale === 'en' ? undefined : (league.names as Partial<Record<Locale, string>>)[locale]) ?? league.name;
  return { ...teams, league: leagueName, tip: tipText(locale, match, teams, tip) };
}

/** Writes a tip: "2–1", and in basketball "Avalon by 6–10". */
function tipText(locale: Locale, { sport }: Pick<TippableMatch, 'sport'>, teams: Pick<MatchWords, 'home' | 'away'>, tip: Tip): string {
  const [home, away] = tip;
  if (sport !== 'basketball') return `${home}–${away}`;
  return formatMessage(locale, 'tip_margin', { team: home > away ? teams.home : teams.away, margin: bandText(Math.max(home, away)) });
}

function bandText(band: number): string {
  const [least, next] = [MARGIN_BANDS[band - 1] ?? 0, MARGIN_BANDS[band]];
  return next === undefined ? `${least}+` : `${least}–${next - 1}`;
}

/** Telegram cuts longer labels, and shows three beside each other. */
const TEAM_MAX = 24;

/** Steppers for goals; elsewhere every possible result, the chosen one marked. */
function fieldsOf(locale: Locale, match: TippableMatch, teams: MatchWords, tip: Tip): InlineKeyboard {
  const buttons = new InlineKeyboard();
  const data = (chosen: Tip) => `tip:${match.id}:${chosen.join(':')}`;
  const [home, away] = tip;
  if (match.sport === 'football') {
    const bounded = (goals: number) => Math.min(TIP_GOALS_MAX, Math.max(0, goals));
    buttons
      .text('−', data([bounded(home - 1), away]))
      .text(`${shortName(teams.home)} ${home}`, data(tip))
      .text('+', data([bounded(home + 1), away]))
      .row()
      .text('−', data([home, bounded(away - 1)]))
      .text(`${shortName(teams.away)} ${away}`, data(tip))
      .text('+', data([home, bounded(away + 1)]));
    return buttons;
  }
  const marked = (label: string, chosen: Tip) => (chosen[0] === home && chosen[1] === away ? `✓ ${label}` : label);
  if (match.sport === 'basketball') {
    for (const [index] of MARGIN_BANDS.entries()) {
      for (const chosen of [
        [index + 1, 0],
        [0, index + 1],
      ] as Tip[])
        buttons.text(marked(tipText(locale, match, teams, chosen), chosen), data(chosen));
      buttons.row();
    }
    return buttons;
  }
  const results = seriesTips(match.sport, match.format);
  for (const side of [results.filter(([a, b]) => a > b), results.filter(([a, b]) => a === b), results.filter(([a, b]) => a < b)]) {
    for (const chosen of side) buttons.text(marked(chosen.join('–'), chosen), data(chosen));
    if (side.length > 0) buttons.row();
  }
  return buttons;
}

const shortName = (name: string): string => (name.length > TEAM_MAX ? `${name.slice(0, TEAM_MAX - 1)}…` : name);

const namesOf = (tipped: Awaited<ReturnType<typeof tipEverywhere>>, outcome: string): string =>
  tipped
    .filter((one) => one.outcome === outcome)
    .map(({ name }) => name)
    .join(', ');
