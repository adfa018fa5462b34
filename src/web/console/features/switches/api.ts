import { queryOptions } from '@tanstack/react-query';
import { getNotice, listSwitches } from '#contract/feature-flags.ts';
import { call } from '#web/console/lib/call.ts';

/** What is on and off, by whom and since when. */
export const switchesQuery = queryOptions({ queryKey: ['switches'], queryFn: ({ signal }) => call(listSwitches, {}, signal) });

/** The banner above every page, in all languages. */
export const noticeQuery = queryOptions({ queryKey: ['notice'], queryFn: ({ signal }) => call(getNotice, {}, signal) });
