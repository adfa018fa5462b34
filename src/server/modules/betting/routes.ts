import type { Hono } from 'hono';
import { listBets, placeBet } from '#contract/bets.ts';
import { listContests } from '#contract/contests.ts';
import { getReceipt, getReceiptFile } from '#contract/receipts.ts';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/platform/http/mount.ts';
import * as bets from './bets/service.ts';
import * as contests from './contests/service.ts';
import * as receipts from './receipts/receipt.ts';
import * as receiptFile from './receipts/receipt-file.ts';

export function betsRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, placeBet, (input, user, { ip, idempotency }) => {
    bets.requireRegion(deps, ip);
    return bets.placeBet(deps, user.id, input, idempotency);
  });
  mount(app, deps, listBets, (input, user) => bets.list(deps, user.id, input));
}

export function contestsRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, listContests, ({ id }, user) => contests.list(deps, id, user));
}

export function receiptsRoutes(app: Hono, deps: Deps): void {
  const limit = receiptFile.fileLimit(deps);
  mount(app, deps, getReceipt, (input, user) => receipts.receipt(deps, input, user));
  mount(app, deps, getReceiptFile, ({ id }, _, request) => receiptFile.receiptFile(deps, limit, id, request));
}
