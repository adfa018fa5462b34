import type { Hono } from 'hono';
import type { ParsedInputOf } from '#contract/endpoint.ts';
import { getReceipt } from '#contract/receipts.ts';
import type { Deps } from '#server/deps.ts';
import { mount, parseInput, queryInput } from '#server/http/mount.ts';
import { requestContext } from '#server/http/request-context.ts';
import * as receipts from './service.ts';

/** A contest's receipt, and the whole of it as a file. */
export function receiptsRoutes(app: Hono, deps: Deps): void {
  const limit = receipts.fileLimit(deps);
  mount(app, deps, getReceipt, (input, user) => receipts.receipt(deps, input, user));
  app.get(`${getReceipt.path}.json`, async (c) => {
    const { id } = parseInput(getReceipt, queryInput(c)) as ParsedInputOf<typeof getReceipt>;
    const file = await receipts.receiptFile(deps, limit, id, requestContext(c, deps.config.trustProxy));
    return c.body(file, 200, {
      'Content-Type': 'application/json',
      'Content-Disposition': `attachment; filename="receipt-${id}.json"`,
      'Cache-Control': 'no-store',
    });
  });
}
