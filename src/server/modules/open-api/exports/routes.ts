import type { Hono } from 'hono';
import { v1ExportFile, v1Exports } from '#contract/v1/exports.ts';
import type { Deps } from '#server/deps.ts';
import { mountOpen } from '#server/platform/http/mount-open.ts';
import { mountOpenFile } from '#server/platform/http/mount-open-file.ts';
import { exportDays } from './export-days.ts';
import { exportFile, exportLimit } from './export-file.ts';

/** Exports of everything public by day. */
export function openApiExportsRoutes(app: Hono, deps: Deps): void {
  const limit = exportLimit(deps);
  mountOpen(app, deps, v1Exports, (input) => exportDays(deps, input));
  mountOpenFile(app, deps, v1ExportFile, (input, request) => exportFile(deps, limit, input, request));
}
