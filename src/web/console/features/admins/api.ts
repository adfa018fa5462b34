import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listAdmins } from '#contract/admins.ts';
import { call } from '#web/console/lib/call.ts';

const PAGE_SIZE = 50;

export const adminsQuery = (page: number) =>
  queryOptions({
    queryKey: ['admins', page],
    queryFn: ({ signal }) => call(listAdmins, { page, page_size: PAGE_SIZE }, signal),
    placeholderData: keepPreviousData,
  });
