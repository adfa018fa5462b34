import { type ApiAccess, hashOfApiKey } from '#server/platform/http/api-access.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { OpenByKey } from '#server/platform/realtime/conversation.ts';
import type { Streams } from './streams.ts';

/** Creates what lets programs use the socket by an API key with the scope `read`. */
export const createOpenByKey =
  (access: ApiAccess, streams: Streams): OpenByKey =>
  async (key, address, onEnd) => {
    const { caller } = await access.admit(key, address);
    if (caller === null) throw new AppError('api_key_missing');
    if (!caller.scopes.includes('read')) throw new AppError('scope_missing', { scope: 'read' });
    return streams.openRooms({ caller, hash: hashOfApiKey(key), address }, onEnd);
  };
