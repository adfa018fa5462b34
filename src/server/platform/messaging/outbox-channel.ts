import type { Deps } from '#server/deps.ts';
import type { Channel } from './channel.ts';
import { keepInOutbox } from './outbox-queries.ts';

/** The demo's: what would be sent is kept where everybody who tries it can read it. */
export const createOutboxChannel = ({ db, now }: Pick<Deps, 'db' | 'now'>): Channel => ({
  send: async (message) => {
    await keepInOutbox(db, message, now());
    return { kind: 'sent' };
  },
  close: () => {},
});
