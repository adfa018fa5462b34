import { useMutation, useQueryClient } from '@tanstack/react-query';
import { deleteAccount, exportData, keepAccount } from '#contract/leaving.ts';
import { call, callForFile } from '#web/lib/call.ts';
import { overviewQuery } from '#web/lib/overview.ts';

/** Fetches all that is kept about the user, and has the browser save it. */
export const useExport = () => useMutation({ mutationFn: async () => saveFile(await callForFile(exportData, {}), 'matchpoint.zip') });

export const useDeleteAccount = () => useMutation({ mutationFn: () => call(deleteAccount, {}) });

export function useKeepAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(keepAccount, {}),
    onSuccess: () => client.invalidateQueries({ queryKey: overviewQuery.queryKey }),
  });
}

/** Long enough for any browser to have begun. */
const SAVING_MS = 60_000;

function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), SAVING_MS);
}
