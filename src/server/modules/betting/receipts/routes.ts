import type { Hono } from 'hono';
import { getReceipt, getReceiptFile } from '#contract/receipts.ts';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/platform/http/mount.ts';
import * as receiptFile from './receipt-file.ts';
import * as receipts from './service.ts';

export function receiptsRoutes(app: Hono, deps: Deps): void {
  const limit = receiptFile.fileLimit(deps);
  mount(app, deps, getReceipt, (input, user) => receipts.receipt(deps, input, user));
  mount(app, deps, getReceiptFile, ({ id }, _, request) => receiptFile.receiptFile(deps, limit, id, request));
}
