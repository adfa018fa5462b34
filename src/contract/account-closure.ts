import { z } from 'zod';
import { timestamp } from './common.ts';
import { endpoint } from './endpoint.ts';

export const exportData = endpoint({
  method: 'POST',
  path: '/api/account/export',
  access: 'user',
  summary: 'Exports all data about the caller as a zip of JSON and CSV, after a step-up',
  input: z.strictObject({}),
  produces: 'application/zip',
  fileName: 'matchpoint.zip',
  reply: z.custom<AsyncIterable<Uint8Array>>(),
});

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/account',
  access: 'user',
  summary: 'Requests the erasure of the account in seven days, after a step-up; ends every session',
  input: z.object({}),
  reply: z.object({ due_at: timestamp }),
});

export const keepAccount = endpoint({
  method: 'POST',
  path: '/api/account/keep',
  access: 'user',
  summary: 'Cancels the request to erase the account',
  input: z.strictObject({}),
  reply: z.object({}),
});
