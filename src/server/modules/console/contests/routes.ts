import type { Hono } from 'hono';
import { getContestCase, listContestCases, resettleContest, settleContest, voidContest } from '#contract/contest-admin.ts';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/platform/http/mount.ts';
import * as caseDetail from './case-detail.ts';
import * as operations from './service.ts';

export function operationsRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, listContestCases, (input) => operations.list(deps, input));
  mount(app, deps, getContestCase, ({ id }, admin) => caseDetail.caseDetail(deps, admin, id));
  mount(app, deps, settleContest, ({ home_score, away_score, ...input }, admin, request) =>
    operations.end(deps, admin, request, { ...input, ending: { kind: 'settle', score: [home_score, away_score] } }),
  );
  mount(app, deps, resettleContest, ({ home_score, away_score, ...input }, admin, request) =>
    operations.end(deps, admin, request, { ...input, ending: { kind: 'resettle', score: [home_score, away_score] } }),
  );
  mount(app, deps, voidContest, (input, admin, request) => operations.end(deps, admin, request, { ...input, ending: { kind: 'void' } }));
}
