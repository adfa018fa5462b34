import { useQueryClient } from '@tanstack/react-query';
import type { InputOf } from '#contract/endpoint.ts';
import { type ConsoleList, changeListView, deleteListView, saveListView } from '#contract/list-views.ts';
import { call } from '#web/console/lib/call.ts';
import { useListLookQuery } from '#web/console/lib/list-look.ts';

/** Changes of the admin's views of a list; each throws what it was refused with. Only the views are asked for anew. */
export function useViewChanges(list: ConsoleList) {
  const client = useQueryClient();
  const { queryKey } = useListLookQuery(list);
  const anew = <T>(change: Promise<T>): Promise<T> => change.finally(() => client.invalidateQueries({ queryKey }));
  return {
    save: (view: Omit<InputOf<typeof saveListView>, 'list'>) => anew(call(saveListView, { list, ...view })),
    change: (changes: InputOf<typeof changeListView>) => anew(call(changeListView, changes)),
    remove: (id: string) => anew(call(deleteListView, { id })),
  };
}
