import type { Hono } from 'hono';
import { changeAlertSettings, createAlertChatToken, getAlertSettings, unlinkAlertChat } from '#contract/admin-auth.ts';
import * as users from '#contract/admin-users.ts';
import { searchConsole } from '#contract/console-search.ts';
import { getContestCase, listContestCases, resettleContest, settleContest, voidContest } from '#contract/contest-admin.ts';
import { changeNotice, changeSwitch, getNotice, listSwitches } from '#contract/feature-flags.ts';
import * as lists from '#contract/list-views.ts';
import { getAlive, getHealth, getReady } from '#contract/meta.ts';
import { exportTrends, getConsoleOverview, getTrends, listLedgerProofs, runLedgerProof } from '#contract/overview.ts';
import { userChat, userLimits } from '#contract/user-records.ts';
import { decideExclusionReview, listExclusionReviews } from '#contract/user-reviews.ts';
import type { Deps } from '#server/deps.ts';
import { actorOf } from '#server/modules/admins/public.ts';
import { list as betsOf } from '#server/modules/betting/public.ts';
import * as alertChat from '#server/modules/console/alerts/chat.ts';
import * as alerts from '#server/modules/console/alerts/settings.ts';
import { caseDetail } from '#server/modules/console/contests/case-detail.ts';
import * as operations from '#server/modules/console/contests/service.ts';
import * as ledgerProofs from '#server/modules/console/dashboard/ledger-proofs.ts';
import * as overview from '#server/modules/console/dashboard/overview.ts';
import * as trends from '#server/modules/console/dashboard/trends.ts';
import * as reviews from '#server/modules/console/exclusion-reviews/service.ts';
import * as switches from '#server/modules/console/feature-flags/service.ts';
import { metricsRoutes } from '#server/modules/console/health/metrics.ts';
import { health, ready } from '#server/modules/console/health/service.ts';
import * as listViews from '#server/modules/console/list-views/service.ts';
import { apiKeys, revokeApiKey } from '#server/modules/console/users/api-keys.ts';
import { addNote, endSessions, notes, setStatus } from '#server/modules/console/users/changes.ts';
import { exportUsers, list } from '#server/modules/console/users/list.ts';
import * as records from '#server/modules/console/users/records.ts';
import { referrals } from '#server/modules/console/users/referrals.ts';
import { consoleSearchLimit, search } from '#server/modules/console/users/search.ts';
import { bindings, getUser, requireKnown, sessions } from '#server/modules/console/users/user.ts';
import { explainBalance } from '#server/modules/ledger/public.ts';
import { mount } from '#server/platform/http/mount.ts';

export function usersRoutes(app: Hono, deps: Deps): void {
  const searches = consoleSearchLimit(deps);
  mount(app, deps, searchConsole, (input, admin, request) => search(deps, searches, admin, request, input));
  mount(app, deps, users.listUsers, (input, admin) => list(deps, admin, input), { fromReplica: true });
  // Mounted before the route that takes any path segment as an id.
  mount(app, deps, users.usersFile, (input, admin, request) => exportUsers(deps, admin, request, input));
  mount(app, deps, users.getUser, ({ id }) => getUser(deps, id));
  mount(app, deps, users.userPoints, (input) => records.points(deps, input));
  mount(app, deps, userLimits, ({ id }) => records.limits(deps, id));
  mount(app, deps, userChat, (input) => records.chat(deps, input));
  mount(app, deps, users.explainBalance, (input) => explainBalance(deps, input));
  mount(app, deps, users.userBets, async ({ id, ...input }) => {
    await requireKnown(deps.db, id);
    return betsOf(deps, id, input);
  });
  mount(app, deps, users.userBindings, ({ id }) => bindings(deps, id));
  mount(app, deps, users.userSessions, (input) => sessions(deps, input));
  mount(app, deps, users.userReferrals, ({ id }) => referrals(deps, id));
  mount(app, deps, users.userNotes, (input) => notes(deps, input));
  mount(app, deps, users.addUserNote, (input, admin, request) => addNote(deps, admin, request, input));
  mount(app, deps, users.setUserStatus, (input, admin, request) => setStatus(deps, admin, request, input));
  mount(app, deps, users.userApiKeys, (input) => apiKeys(deps, input));
  mount(app, deps, users.revokeUserApiKey, (input, admin, request) => revokeApiKey(deps, admin, request, input));
  mount(app, deps, users.endUserSessions, (input, admin, request) => endSessions(deps, admin, request, input));
}

export function operationsRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, listContestCases, (input) => operations.list(deps, input), { fromReplica: true });
  mount(app, deps, getContestCase, ({ id }, admin) => caseDetail(deps, admin, id));
  mount(app, deps, settleContest, ({ home_score, away_score, ...input }, admin, request) =>
    operations.end(deps, admin, request, { ...input, ending: { kind: 'settle', score: [home_score, away_score] } }),
  );
  mount(app, deps, resettleContest, ({ home_score, away_score, ...input }, admin, request) =>
    operations.end(deps, admin, request, { ...input, ending: { kind: 'resettle', score: [home_score, away_score] } }),
  );
  mount(app, deps, voidContest, (input, admin, request) => operations.end(deps, admin, request, { ...input, ending: { kind: 'void' } }));
}

export function overviewRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, getConsoleOverview, () => overview.overview(deps));
  mount(app, deps, getTrends, (input) => trends.trends(deps, input), { fromReplica: true });
  mount(app, deps, exportTrends, (input, admin, request) => trends.trendsCsv(deps, actorOf(admin, request), input));
  mount(app, deps, listLedgerProofs, (input) => ledgerProofs.ledgerProofs(deps, input), { fromReplica: true });
  mount(app, deps, runLedgerProof, (_, admin, request) => ledgerProofs.proveLedgerNow(deps, actorOf(admin, request)));
}

export function alertsRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, getAlertSettings, (_, admin) => alerts.alertSettings(deps, admin));
  mount(app, deps, changeAlertSettings, (input, admin, request) => alerts.changeAlertSettings(deps, admin, request, input));
  mount(app, deps, createAlertChatToken, (_, admin) => alertChat.createToken(deps, admin));
  mount(app, deps, unlinkAlertChat, (_, admin, request) => alertChat.unlink(deps, admin, request));
}

export function listViewsRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, lists.getListLook, (input, admin) => listViews.listLook(deps, admin, input));
  mount(app, deps, lists.saveListView, (input, admin) => listViews.saveView(deps, admin, input));
  mount(app, deps, lists.changeListView, (input, admin) => listViews.changeView(deps, admin, input));
  mount(app, deps, lists.deleteListView, (input, admin) => listViews.deleteView(deps, admin, input));
  mount(app, deps, lists.hideColumns, (input, admin) => listViews.hide(deps, admin, input));
}

export function exclusionReviewsRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, listExclusionReviews, (input) => reviews.list(deps, input), { fromReplica: true });
  mount(app, deps, decideExclusionReview, (input, admin, request) => reviews.decide(deps, admin, request, input));
}

export function switchesRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, listSwitches, () => switches.listAll(deps));
  mount(app, deps, changeSwitch, (input, admin, request) => switches.change(deps, actorOf(admin, request), input));
  mount(app, deps, getNotice, () => switches.lastNotice(deps));
  mount(app, deps, changeNotice, (input, admin, request) => switches.changeNotice(deps, actorOf(admin, request), input));
}

export function healthRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, getHealth, () => health(deps));
  mount(app, deps, getReady, () => ready(deps));
  metricsRoutes(app, deps);
}

/** Mounted before anything with dependencies: a process must not be killed because Redis or the database is unreachable. */
export const aliveRoutes = (app: Hono, deps: Deps): void => mount(app, deps, getAlive, () => ({ alive: true as const }));
