import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import type { InputOf } from '#contract/endpoint.ts';
import { assignTippingPlace, importTipping, listTippingPlaces, removeTippingPlace, type TippingImport } from '#contract/tipping-import.ts';
import { call } from '#web/data/call.ts';
import { groupKey } from './api.ts';

export type ImportFiles = Required<Pick<InputOf<typeof importTipping>, 'members' | 'rules' | 'tips'>>;

const PAGE_SIZE = 50;

/** Queries the imported places that nobody has taken, and what was imported. */
export const placesQuery = (groupId: string) =>
  infiniteQueryOptions({
    queryKey: [...groupKey(groupId), 'places'],
    queryFn: ({ signal, pageParam }) => call(listTippingPlaces, { group_id: groupId, page: pageParam, page_size: PAGE_SIZE }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ page, page_size, total }) => (page * page_size < total ? page + 1 : undefined),
  });

/** Changes imported places. Each promise resolves when the server has agreed, and everything about the group is being fetched again. */
export function usePlaceChanges() {
  const client = useQueryClient();
  async function changed<T>(groupId: string, change: Promise<T>): Promise<T> {
    const reply = await change;
    void client.invalidateQueries({ queryKey: groupKey(groupId) });
    return reply;
  }
  return {
    /** A preview changes nothing, and nothing is fetched again for it. */
    importFiles: async (groupId: string, mode: 'preview' | 'import', files: ImportFiles): Promise<TippingImport> => {
      const sent = call(importTipping, { group_id: groupId, mode, ...files });
      return mode === 'preview' ? sent : changed(groupId, sent);
    },
    assign: (groupId: string, placeId: number, handle: string) =>
      changed(groupId, call(assignTippingPlace, { group_id: groupId, place_id: placeId, handle })),
    remove: (groupId: string, placeId: number) => changed(groupId, call(removeTippingPlace, { group_id: groupId, place_id: placeId })),
  };
}
