import { useMutation, useQueryClient } from '@tanstack/react-query';
import { deleteAccount, exportData, keepAccount } from '#contract/account-closure.ts';
import { call, callForFile } from '#web/data/call.ts';
import { overviewQuery } from '#web/data/queries.tsx';
import { saveFile } from '#web/lib/sharing.ts';

/** Fetches all data kept about the user and has the browser save it as a file. */
export const useExport = () => useMutation({ mutationFn: async () => saveFile(await callForFile(exportData, {}), 'matchpoint.zip') });

export const useDeleteAccount = () => useMutation({ mutationFn: () => call(deleteAccount, {}) });

export function useCancelErasure() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(keepAccount, {}),
    onSuccess: () => client.invalidateQueries({ queryKey: overviewQuery.queryKey }),
  });
}
