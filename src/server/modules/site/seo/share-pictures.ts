import type { Locale } from '#domain/identity/locale.ts';
import { isInPlay, matchGroup } from '#domain/matches/match-status.ts';
import type { Deps } from '#server/deps.ts';
import { sharedAt } from '#server/modules/site/shares/shares.ts';
import { bracketEntryAt, survivorEntryAt } from '#server/modules/tipping/public.ts';
import type { EncodedBytes } from '#server/platform/http/encoded-response.ts';
import { type PageMatch, pageMatch, pagePlayer, pageTeam } from './facts.ts';
import { drawMatch, drawShared, drawTable, drawTeam, type MatchDrawing, renderSitePicture } from './picture/drawing.ts';
import { type Fonts, findFonts } from './picture/fonts.ts';
import { createRenderer } from './picture/renderer.ts';
import { sharedWords, tableDrawing } from './shared-words.ts';
import { bracketTitle, matchWords, nameOf, plain, survivorTitle, TEXTS } from './words.ts';

const ID_MAX = 2_147_483_647;
/** With these ages a corrected score is visible after an hour at most. */
const MAX_AGE_SECONDS = { moving: 60, finished: 3_600, site: 86_400 } as const;

/** Creates the pictures for link previews, PNG of 1200 by 630: one for each match, team, player or bracket and language, and a general one. */
export function createSharePictures(deps: Deps, fontFolders?: readonly string[]) {
  const render = createRenderer();
  let fonts: Promise<Fonts> | null = null;
  const getFonts = () => {
    fonts ??= findFonts(fontFolders);
    return fonts;
  };

  /** Returns the picture of a match; null if there is no such match. `ip` is the requester's address, for fair turns. */
  const ofMatch = async (id: number, wanted: Locale, ip: string): Promise<EncodedBytes | null> => {
    const match = id >= 1 && id <= ID_MAX ? await pageMatch(deps, id) : null;
    if (!match) return null;
    const found = await getFonts();
    const locale = writableLocale(found, wanted);
    const age = matchGroup(match.status) === 'finished' ? MAX_AGE_SECONDS.finished : MAX_AGE_SECONDS.moving;
    return render(drawMatch(found, drawingOf(deps, match, locale)), found, `public, max-age=${age}`, ip);
  };

  /** Returns the picture of a team; null if there is no such team. */
  const ofTeam = async (id: number, wanted: Locale, ip: string): Promise<EncodedBytes | null> => {
    const page = id >= 1 && id <= ID_MAX ? await pageTeam(deps, id) : null;
    if (!page) return null;
    const found = await getFonts();
    const locale = writableLocale(found, wanted);
    const { team, league } = page;
    const drawing = {
      league: league && spellingsOf(league, locale),
      team: { team, names: spellingsOf(team, locale) },
      tagline: TEXTS[locale].sharing.tagline,
    };
    return render(drawTeam(found, drawing), found, `public, max-age=${MAX_AGE_SECONDS.site}`, ip);
  };

  /** Returns the picture of what a user shows; null if there is nothing. One that a shield hides is the general one. */
  const ofShared = async (id: string, wanted: Locale, ip: string): Promise<EncodedBytes | null> => {
    const share = await sharedAt(deps, id);
    if (!share) return null;
    if (share.is_hidden) return ofSite(wanted, ip);
    const found = await getFonts();
    const locale = writableLocale(found, wanted);
    if (share.table)
      return render(drawTable(found, tableDrawing(share.table, locale)), found, `public, max-age=${MAX_AGE_SECONDS.moving}`, ip);
    if (!share.match || !share.league) return null;
    const { home, away } = share.match;
    const { label, middle, below } = sharedWords(share, locale);
    const drawing = {
      league: spellingsOf(share.league, locale),
      note: TEXTS[locale].sharing.shared.checked,
      home: { team: home, names: spellingsOf(home, locale) },
      away: { team: away, names: spellingsOf(away, locale) },
      ...{ label, middle, below, tagline: TEXTS[locale].sharing.tagline },
      isGood: share.forecast !== null || share.bet?.ending === 'won',
    };
    return render(drawShared(found, drawing), found, `public, max-age=${MAX_AGE_SECONDS.moving}`, ip);
  };

  /** Returns the picture of a bracket: its champion, and no result; null if there is none. One that is still secret has the general one. */
  const ofBracket = async (id: string, wanted: Locale, ip: string): Promise<EncodedBytes | null> => {
    const page = await bracketEntryAt(deps, id);
    if (!page) return null;
    const champion = page.entry?.tree.rounds.at(-1)?.[0]?.winner;
    const team = page.teams.find((one) => one.id === champion);
    if (!page.entry || !team) return ofSite(wanted, ip);
    const found = await getFonts();
    const locale = writableLocale(found, wanted);
    const { entry } = page;
    const { tagline } = TEXTS[locale].sharing;
    const league = spellingsOf(page.league, locale).map((name) => bracketTitle(entry, locale, name));
    const drawing = { league, team: { team, names: spellingsOf(team, locale) }, tagline };
    return render(drawTeam(found, drawing), found, `public, max-age=${MAX_AGE_SECONDS.moving}`, ip);
  };

  /** Returns the picture of a survivor entry: its first pick, which tells nothing of who is still in; null if there is none. */
  const ofSurvivor = async (id: string, wanted: Locale, ip: string): Promise<EncodedBytes | null> => {
    const page = await survivorEntryAt(deps, id);
    if (!page) return null;
    const team = page.lines.find((line) => line.team !== null)?.team;
    if (!team) return ofSite(wanted, ip);
    const found = await getFonts();
    const locale = writableLocale(found, wanted);
    const league = spellingsOf(page.league, locale).map((name) => survivorTitle(page, locale, name));
    const drawing = { league, team: { team, names: spellingsOf(team, locale) }, tagline: TEXTS[locale].sharing.tagline };
    return render(drawTeam(found, drawing), found, `public, max-age=${MAX_AGE_SECONDS.moving}`, ip);
  };

  /** Returns the picture of a player, with the team's crest and name; null if there is no such player. */
  const ofPlayer = async (id: number, wanted: Locale, ip: string): Promise<EncodedBytes | null> => {
    const page = id >= 1 && id <= ID_MAX ? await pagePlayer(deps, id) : null;
    if (!page) return null;
    const found = await getFonts();
    const locale = writableLocale(found, wanted);
    const drawing = {
      league: spellingsOf(page.team, locale),
      team: { team: page.team, names: [plain(page.name)] },
      tagline: TEXTS[locale].sharing.tagline,
    };
    return render(drawTeam(found, drawing), found, `public, max-age=${MAX_AGE_SECONDS.site}`, ip);
  };

  const ofSite = async (wanted: Locale, ip: string): Promise<EncodedBytes> => {
    const found = await getFonts();
    const { sharing } = TEXTS[writableLocale(found, wanted)];
    return render(renderSitePicture(found, sharing.tagline), found, `public, max-age=${MAX_AGE_SECONDS.site}`, ip);
  };

  return { ofMatch, ofTeam, ofPlayer, ofShared, ofBracket, ofSurvivor, ofSite };
}

/** Falls back to English if no font on this machine covers Chinese. */
const writableLocale = ({ chinese }: Fonts, locale: Locale): Locale => (locale === 'zh-CN' && chinese === null ? 'en' : locale);

/** The name in the language, then the one in Latin script. */
const spellingsOf = (named: PageMatch['home'] | PageMatch['league'], locale: Locale): string[] => [
  nameOf(named, locale),
  nameOf(named, 'en'),
];

function drawingOf(deps: Deps, match: PageMatch, locale: Locale): MatchDrawing {
  const words = matchWords(deps, match, locale);
  const [time = null, zone = null] = words.time?.split(' ') ?? [];
  const below = [words.status, words.penalties, words.score === null && words.status === null ? zone : null];
  return {
    league: spellingsOf(match.league, locale),
    when: words.day,
    home: { team: match.home, names: spellingsOf(match.home, locale) },
    away: { team: match.away, names: spellingsOf(match.away, locale) },
    middle: words.score ?? time ?? '–',
    below: below.filter((line) => line !== null),
    isLive: isInPlay(match.status),
    tagline: TEXTS[locale].sharing.tagline,
  };
}
