import { type Context, Hono } from 'hono';
import { IMPORT_BYTES_MAX } from '#contract/tipping-import.ts';
import { elsewhereRoutes } from '#demo/elsewhere/routes.ts';
import { accountRoutes, checkInRoutes, inviteReviewsRoutes, invitesRoutes } from '#server/modules/account/public.ts';
import { accountClosureRoutes } from '#server/modules/account-closure/public.ts';
import { adjustmentsRoutes, adminAuthRoutes, adminsRoutes, approvalsRoutes, auditRoutes } from '#server/modules/admins/public.ts';
import { betsRoutes, contestsRoutes, receiptsRoutes } from '#server/modules/betting/public.ts';
import { chatModerationRoutes, chatRoutes } from '#server/modules/chat/public.ts';
import {
  alertsRoutes,
  aliveRoutes,
  exclusionReviewsRoutes,
  healthRoutes,
  listViewsRoutes,
  operationsRoutes,
  overviewRoutes,
  switchesRoutes,
  usersRoutes,
} from '#server/modules/console/public.ts';
import { forecastLeagueRoutes, forecastsRoutes } from '#server/modules/forecasting/public.ts';
import { apiKeysRoutes, authRoutes, oauthRoutes, profileRoutes, securityRoutes, twoFactorRoutes } from '#server/modules/identity/public.ts';
import {
  calendarsRoutes,
  favoritesRoutes,
  fixturesRoutes,
  leaguesRoutes,
  matchesRoutes,
  quarantineRoutes,
  searchRoutes,
  teamsRoutes,
} from '#server/modules/match-data/public.ts';
import {
  notificationsRoutes,
  outboxRoutes,
  telegramRoutes,
  telegramWebhook,
  webhooksRoutes,
} from '#server/modules/notifications/public.ts';
import { createStreams, openApiRoutes } from '#server/modules/open-api/public.ts';
import { playLimitsRoutes } from '#server/modules/play-limits/public.ts';
import { legalRoutes, metaRoutes, pageDescriber, pagesRoutes, sharesRoutes } from '#server/modules/site/public.ts';
import { bracketsRoutes, divisionsRoutes, survivorRoutes, tippingGroupsRoutes } from '#server/modules/tipping/public.ts';
import {
  evidenceRoutes,
  payoutBatchRoutes,
  treasuryRoutes,
  withdrawalReviewRoutes,
  withdrawalsRoutes,
} from '#server/modules/withdrawals/public.ts';
import { isDatabaseAway } from '#server/platform/db/connect.ts';
import { problemOf } from '#server/platform/http/app-error.ts';
import { limitBody } from '#server/platform/http/mount.ts';
import { admitOpenRequests, isForOpenApi } from '#server/platform/http/mount-open.ts';
import { openDetail } from '#server/platform/http/open-problem.ts';
import { isClientGone } from '#server/platform/http/request-context.ts';
import { receiptWebhooks } from '#server/platform/messaging/receipts.ts';
import type { Deps } from './deps.ts';
import { createApiAccess } from './platform/http/api-access.ts';
import { AppError } from './platform/http/app-error.ts';
import { createGeneralLimit, type GeneralLimit } from './platform/http/general-limit.ts';
import { type Mounted, mountedOn } from './platform/http/mount.ts';
import { ipOf } from './platform/http/request-context.ts';
import { protectAnswers } from './platform/http/security-headers.ts';
import { staticRoutes } from './platform/http/static.ts';
import { observeRequests, requestForLog } from './platform/observability/requests.ts';
import { createLiveHub } from './platform/realtime/hub.ts';

const BODY_BYTES_MAX = 64 * 1024;
/** Whole files of tips are sent here. */
const IMPORT_PATH = /^\/api\/tipping\/groups\/[0-9a-f-]{36}\/import$/;

/** Builds the API, one line per slice; main.ts listens, tests call `app.request`. */
export function createApp(
  deps: Deps,
  limit: GeneralLimit = createGeneralLimit(deps.config.rates.requestsPerMinute, deps.limitStore),
  apiAccess = createApiAccess(deps),
  streams = createStreams(createLiveHub(deps), deps),
): Hono {
  const app = new Hono();
  observeRequests(app, deps);
  protectAnswers(app, deps.config);
  telegramWebhook(app, deps);
  receiptWebhooks(app, deps);
  aliveRoutes(app, deps);
  app.use('/api/*', async (c, next) => {
    if (!isForOpenApi(c.req.path)) await limit(ipOf(c, deps.config.trustProxy));
    await next();
  });
  admitOpenRequests(app, deps, apiAccess);
  const [limitUsual, limitImport] = [limitBody(BODY_BYTES_MAX), limitBody(IMPORT_BYTES_MAX)];
  app.on(['POST', 'PUT', 'PATCH', 'DELETE'], '/api/*', (c, next) => (IMPORT_PATH.test(c.req.path) ? limitImport : limitUsual)(c, next));

  metaRoutes(app, deps);
  healthRoutes(app, deps);
  matchesRoutes(app, deps);
  leaguesRoutes(app, deps);
  teamsRoutes(app, deps);
  calendarsRoutes(app, deps);
  searchRoutes(app, deps);
  authRoutes(app, deps);
  securityRoutes(app, deps);
  oauthRoutes(app, deps);
  twoFactorRoutes(app, deps);
  adminAuthRoutes(app, deps);
  adminsRoutes(app, deps);
  auditRoutes(app, deps);
  telegramRoutes(app, deps);
  favoritesRoutes(app, deps);
  notificationsRoutes(app, deps);
  webhooksRoutes(app, deps);
  accountRoutes(app, deps);
  profileRoutes(app, deps);
  playLimitsRoutes(app, deps);
  accountClosureRoutes(app, deps);
  checkInRoutes(app, deps);
  withdrawalsRoutes(app, deps);
  invitesRoutes(app, deps);
  contestsRoutes(app, deps);
  betsRoutes(app, deps);
  receiptsRoutes(app, deps);
  forecastsRoutes(app, deps);
  forecastLeagueRoutes(app, deps);
  tippingGroupsRoutes(app, deps);
  bracketsRoutes(app, deps);
  survivorRoutes(app, deps);
  divisionsRoutes(app, deps);
  chatRoutes(app, deps);
  legalRoutes(app, deps);
  sharesRoutes(app, deps);
  chatModerationRoutes(app, deps);
  overviewRoutes(app, deps);
  adjustmentsRoutes(app, deps);
  approvalsRoutes(app, deps);
  usersRoutes(app, deps);
  inviteReviewsRoutes(app, deps);
  exclusionReviewsRoutes(app, deps);
  evidenceRoutes(app, deps);
  withdrawalReviewRoutes(app, deps);
  payoutBatchRoutes(app, deps);
  treasuryRoutes(app, deps);
  switchesRoutes(app, deps);
  alertsRoutes(app, deps);
  listViewsRoutes(app, deps);
  operationsRoutes(app, deps);
  quarantineRoutes(app, deps);
  fixturesRoutes(app, deps);
  outboxRoutes(app, deps);
  openApiRoutes(app, deps, { limit, streams });
  elsewhereRoutes(app, deps);
  apiKeysRoutes(app, deps);
  pagesRoutes(app, deps, limit);
  staticRoutes(app, pageDescriber(deps, limit));

  app.notFound((c) => answerProblem(c, deps, notFoundOr405(mountedOn(app), c)));
  app.onError((error, c) => answerProblem(c, deps, error));
  return app;
}

function answerProblem(c: Context, deps: Deps, error: unknown): Response {
  const isAbort = isClientGone(c, error);
  const known = isAbort ? new AppError('invalid_payload', { field: 'body' }) : knownError(error);
  const request = requestForLog(c, known.status);
  if (isAbort) noteAbort(c, deps, request);
  // Every request fails so while the database is away: a line each, without the same stack again and again.
  else if (known.code === 'unavailable') deps.log.warn({ reason: (error as Error).message, ...request }, 'request failed');
  else if (known.status >= 500) deps.log.error({ err: error, ...request }, 'request failed');
  else if (isSuspicious(known)) deps.log.info({ code: known.code, ...request }, 'refused');
  const problem = problemOf(known.code, known.params, c.req.header('accept-language'), request.requestId);
  if (isForOpenApi(c.req.path)) problem.detail = openDetail(known.code, known.params, known.rule) ?? problem.detail;
  const response = c.json(problem, known.status, { 'Content-Type': 'application/problem+json', 'X-Request-Id': request.requestId });
  if (known.code === 'rate_limited') response.headers.set('Retry-After', String(known.params?.seconds ?? 60));
  if (known.code === 'unavailable' || known.code === 'store_failed') response.headers.set('Retry-After', '5');
  if (known.code === 'method_not_allowed') response.headers.set('Allow', String(known.params?.allow));
  return response;
}

/** Duration is ignored: the time was the client's. */
function noteAbort(c: Context, deps: Deps, request: ReturnType<typeof requestForLog>): void {
  c.set('isAborted' as never, true as never);
  deps.log.info(request, 'the client went away');
}

const knownError = (error: unknown): AppError =>
  error instanceof AppError ? error : new AppError(isDatabaseAway(error) ? 'unavailable' : 'internal');

/** Refusals of a caller, or of an attempt to sign in: operators look for many of them. An expired token is normal. */
const isSuspicious = ({ status, code }: AppError): boolean =>
  ([401, 403, 429].includes(status) && !['token_missing', 'token_expired'].includes(code)) ||
  ['invalid_code', 'too_many_tries', 'captcha_failed', 'bot_detected'].includes(code);

/** A path that exists under another method lists the allowed ones. */
function notFoundOr405(mounted: Mounted, c: Context): AppError {
  const methods = mounted.filter(({ path }) => matchesPath(path, c.req.path)).map(({ method }) => method);
  return methods.length > 0 ? new AppError('method_not_allowed', { allow: [...new Set(methods)].join(', ') }) : new AppError('not_found');
}

function matchesPath(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  return wanted.length === given.length && wanted.every((part, index) => part.startsWith(':') || part === given[index]);
}
