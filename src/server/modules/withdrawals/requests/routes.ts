import type { Hono } from 'hono';
import { getRedeemable, listWithdrawals, requestRedeem, sendRedeemCode } from '#contract/withdrawals.ts';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/platform/http/mount.ts';
import * as redeem from './request.ts';
import * as withdrawals from './service.ts';

export function withdrawalsRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, getRedeemable, (_, user, request) => withdrawals.redeemable(deps, user, request));
  mount(app, deps, sendRedeemCode, (input, user, request) => redeem.sendRedeemCode(deps, user, input, request));
  mount(app, deps, requestRedeem, (input, user, request) => redeem.requestRedeem(deps, user, input, request));
  mount(app, deps, listWithdrawals, (input, user) => withdrawals.list(deps, user, input));
}
