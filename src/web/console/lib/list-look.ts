import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ConsoleList, getListLook, hideColumns, type ListLook } from '#contract/list-views.ts';
import { errorText } from '#web/data/api-error.ts';
import { toast } from '#web/data/toasts.ts';
import { call } from './call.ts';
import { useAdmin } from './session.ts';

/** How the admin's lists look: saved views and hidden columns. Nothing else depends on them, so that nothing else is asked for anew. */
const listLookQuery = (adminId: string, list: ConsoleList) =>
  // By admin: another one may sign in on the same page.
  queryOptions({ queryKey: ['list-look', adminId, list], queryFn: ({ signal }) => call(getListLook, { list }, signal) });

export const useListLookQuery = (list: ConsoleList) => listLookQuery(useAdmin()?.id ?? '', list);

const NONE: readonly string[] = [];

/** The columns that the admin hides in a list: none until they are known, if they cannot be loaded, and without a list. */
export function useHiddenColumns(list: ConsoleList | undefined): readonly string[] {
  const { data } = useQuery({ ...useListLookQuery(list ?? 'users'), enabled: list !== undefined });
  return list === undefined ? NONE : (data?.hidden ?? NONE);
}

/** Replaces the hidden columns at once, and saves them; one after the other, so that the last choice stays. */
export function useHideColumns(list: ConsoleList) {
  const client = useQueryClient();
  const { queryKey } = useListLookQuery(list);
  return useMutation({
    scope: { id: `columns of ${list}` },
    mutationFn: (hidden: readonly string[]) => call(hideColumns, { list, hidden: [...hidden] }),
    onMutate: async (hidden) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData<ListLook>(queryKey, (look) => look && { ...look, hidden: [...hidden] });
    },
    onError: (error) => {
      toast('error', errorText(error));
      void client.invalidateQueries({ queryKey });
    },
  });
}
