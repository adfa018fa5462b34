import type { FunctionComponent, ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { matchPath, Navigate, Outlet, Route, Routes, useLocation, useParams } from 'react-router';
import { movedTo } from '#domain/matches/site-page.ts';
import { UUID } from '#domain/uuid.ts';
import { loadAllWords } from '#web/i18n/locale-store.ts';
import { HeldLocation } from '#web/lib/held-location.tsx';
import { InTurn } from '#web/lib/in-turn.tsx';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { PartFailed } from '#web/ui/part-failed.tsx';
import { Shell } from './shell/shell.tsx';

/** Exports of a page module: the page, and optionally `prepare`, which prefetches the data it begins with. */
type PageCode<Name extends string> = Record<Name, FunctionComponent> & { prepare?: (search: string) => Promise<void> };

/** As high as a page, so that the footer does not move up and down. */
const Waiting = () => <div className="min-h-dvh" />;

/** A page's code, and all translations if it needs them, are fetched on the first visit, or earlier by `preparePage`. */
function page<Name extends string>(loadCode: () => Promise<PageCode<Name>>, name: Name, words: 'first' | 'all' = 'all') {
  const Page = lazyPart(
    async () => {
      const [code] = await Promise.all([loadCode(), words === 'all' && loadAllWords()]);
      return code[name];
    },
    { fallback: Waiting },
  );
  const prepare = async (search: string) => {
    await Page.load();
    await (await loadCode()).prepare?.(search);
  };
  return { prepare, Page };
}

/** The code of the legal pages, and their part of the translations, which no other page loads. */
async function legalPages() {
  const code = await import('#web/pages/legal-pages.tsx');
  await code.loadLegalWords();
  return code;
}

/** The pages of brackets, and their part of the translations. */
const bracketsPage = () => withWords(import('#web/pages/brackets-page.tsx'));
const bracketPage = () => withWords(import('#web/pages/bracket-page.tsx'));
const bracketEntryPage = () => withWords(import('#web/pages/bracket-entry-page.tsx'));

/** A page and its own part of the translations, which no other page loads. */
async function withWords<Code extends { loadWords: () => Promise<void> }>(loading: Promise<Code>): Promise<Code> {
  const code = await loading;
  await code.loadWords();
  return code;
}

/** Every URL of the site that has a page of its own (docs/rules.md#routes). */
const PAGES = {
  '/matches': page(() => import('#web/pages/matches-page.tsx'), 'MatchesPage', 'first'),
  '/match/:id': page(() => import('#web/pages/match-page.tsx'), 'MatchPage'),
  '/team/:id': page(() => import('#web/pages/team-page.tsx'), 'TeamPage'),
  '/best': page(() => withWords(import('#web/pages/best-page.tsx')), 'BestPage'),
  '/bracket': page(bracketsPage, 'BracketsPage'),
  '/bracket/:leagueId': page(bracketPage, 'BracketPage'),
  '/bracket/entry/:entryId': page(bracketEntryPage, 'BracketEntryPage'),
  '/survivor': page(() => withWords(import('#web/pages/survivor-page.tsx')), 'SurvivorPage'),
  '/survivor/:gameId': page(() => withWords(import('#web/pages/survivor-game-page.tsx')), 'SurvivorGamePage'),
  '/survivor/entry/:entryId': page(() => withWords(import('#web/pages/survivor-entry-page.tsx')), 'SurvivorEntryPage'),
  '/player/:id': page(() => import('#web/pages/player-page.tsx'), 'PlayerPage'),
  '/leagues': page(() => import('#web/pages/leagues-page.tsx'), 'LeaguesPage'),
  '/leagues/:leagueId/standings': page(() => import('#web/pages/standings-page.tsx'), 'StandingsPage'),
  '/track-record': page(() => import('#web/pages/track-record-page.tsx'), 'TrackRecordPage'),
  '/contests/:contestId/receipt': page(() => import('#web/pages/receipt-page.tsx'), 'ReceiptPage'),
  '/shared/:shareId': page(() => import('#web/pages/shared-page.tsx'), 'SharedPage'),
  '/forecast-league': page(() => import('#web/pages/forecast-league-page.tsx'), 'ForecastLeaguePage'),
  '/year/:year': page(() => withWords(import('#web/pages/year-page.tsx')), 'YearPage'),
  '/divisions': page(() => withWords(import('#web/pages/divisions-page.tsx')), 'DivisionsPage'),
  '/developers/embeds': page(() => withWords(import('#web/pages/developers-embeds-page.tsx')), 'DevelopersEmbedsPage'),
  '/groups': page(() => withWords(import('#web/pages/groups-page.tsx')), 'GroupsPage'),
  '/groups/new': page(() => withWords(import('#web/pages/groups-new-page.tsx')), 'GroupsNewPage'),
  '/groups/join/:code': page(() => withWords(import('#web/pages/groups-join-page.tsx')), 'GroupsJoinPage'),
  '/group/:groupId': page(() => withWords(import('#web/pages/group-page.tsx')), 'GroupPage'),
  '/bets': page(() => import('#web/pages/bets-page.tsx'), 'BetsPage'),
  '/account': page(() => import('#web/pages/account-page.tsx'), 'AccountPage'),
  '/settings/profile': page(() => import('#web/pages/settings-profile-page.tsx'), 'SettingsProfilePage'),
  '/settings/security': page(() => import('#web/pages/settings-security-page.tsx'), 'SettingsSecurityPage'),
  '/settings/notifications': page(() => import('#web/pages/settings-notifications-page.tsx'), 'SettingsNotificationsPage'),
  '/settings/developers': page(() => withWords(import('#web/pages/settings-developers-page.tsx')), 'SettingsDevelopersPage'),
  '/developers': page(() => withWords(import('#web/pages/developers-page.tsx')), 'DevelopersPage'),
  '/spoiler-shield': page(() => import('#web/pages/spoiler-shield-page.tsx'), 'SpoilerShieldPage'),
  '/sign-in': page(() => import('#web/pages/sign-in-page.tsx'), 'SignInPage'),
  '/settings/limits': page(() => import('#web/pages/settings-limits-page.tsx'), 'SettingsLimitsPage'),
  '/not-me': page(() => import('#web/pages/not-me-page.tsx'), 'NotMePage'),
  '/unsubscribe': page(() => import('#web/pages/unsubscribe-page.tsx'), 'UnsubscribePage'),
  '/code': page(() => import('#web/pages/code-page.tsx'), 'CodePage'),
  '/outbox': page(() => import('#web/pages/outbox-page.tsx'), 'OutboxPage'),
  '/terms': page(legalPages, 'TermsPage'),
  '/privacy': page(legalPages, 'PrivacyPage'),
  '/responsible-play': page(legalPages, 'ResponsiblePlayPage'),
};

/** Prefetches the code of an address's page and the data it begins with. Never fails: the page itself reports errors. */
export async function preparePage({ pathname, search }: { pathname: string; search: string }): Promise<void> {
  await pageAt(pathname)
    ?.prepare(search)
    .catch(() => undefined);
}

const pageAt = (pathname: string) => Object.entries(PAGES).find(([path]) => matchPath(path, pathname))?.[1];

/** The whole site; unknown addresses lead to the matches. */
export function Site() {
  return (
    <HeldLocation pageAt={(pathname) => pageAt(pathname)?.Page}>
      <Pages />
    </HeldLocation>
  );
}

function Pages() {
  return (
    <Guarded>
      <Routes>
        <Route
          element={
            <Shell>
              <PageSlot />
            </Shell>
          }
        >
          {Object.entries(PAGES).map(([path, { Page }]) => (
            <Route
              key={path}
              path={path}
              element={
                <KnownIds>
                  <Page />
                </KnownIds>
              }
            />
          ))}
          {/* Rankings have no page; links to them lead here too. */}
          <Route path="*" element={<Navigate to="/matches" replace />} />
        </Route>
      </Routes>
    </Guarded>
  );
}

/** If a page fails, the shell and its navigation stay. */
function PageSlot() {
  return (
    <Guarded>
      <InTurn>{() => <Outlet />}</InTurn>
    </Guarded>
  );
}

function Guarded({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary FallbackComponent={CrashPage} resetKeys={[pathname]}>
      {children}
    </ErrorBoundary>
  );
}

/** What parameters of addresses look like; all others are UUIDs. A code is typed by people: the server says whether it is one. */
const PARAMETERS: Record<string, RegExp> = { id: /^\d+$/, leagueId: /^\d+$/, year: /^2\d{3}$/, code: /^.{1,40}$/ };

/**
 * Ids of matches, teams, players and leagues are numbers, all others UUIDs; anything else is a mistyped address. Addresses of earlier
 * versions lead to where their page is now.
 */
function KnownIds({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  const moved = movedTo(pathname, (name) => params.get(name));
  const isKnown = Object.entries(useParams()).every(([name, id]) => (PARAMETERS[name] ?? UUID).test(id ?? ''));
  if (moved !== null) return <Navigate to={moved} replace />;
  return isKnown ? children : <Navigate to="/matches" replace />;
}

/** A page threw, or its code could not be loaded. */
const CrashPage = () => (
  <div className="page-width">
    <PartFailed />
  </div>
);
