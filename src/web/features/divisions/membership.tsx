import { queryOptions, useQueryClient } from '@tanstack/react-query';
import Medal from 'lucide-react/icons/medal';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { getDivision, joinDivisions, leaveDivisions } from '#contract/divisions.ts';
import { call } from '#web/data/call.ts';
import { toast } from '#web/data/toasts.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { FormAlert } from '#web/ui/form.tsx';
import { RemovalDialog } from '#web/ui/removal-dialog.tsx';

const DIVISION = ['account', 'division'] as const;
/** Milliseconds between refetches: results come in while the page is open. */
const REFRESH_MS = 60_000;

/** Queries the caller's division of a season, or (null) of the present one. */
export const divisionQuery = (season: string | null) =>
  queryOptions({
    queryKey: [...DIVISION, season],
    queryFn: ({ signal }) => call(getDivision, season === null ? {} : { season }, signal),
    refetchInterval: REFRESH_MS,
  });

function useMembership() {
  const client = useQueryClient();
  const changing = async (change: Promise<unknown>): Promise<void> => {
    await change;
    await client.invalidateQueries({ queryKey: DIVISION });
  };
  return {
    join: () => changing(call(joinDivisions, {})),
    leave: () => changing(call(leaveDivisions, {})),
  };
}

/** Invites to take part; says first what others will see. */
export function JoinCard() {
  const t = useTranslations('divisions');
  const { join } = useMembership();
  const { form, problems, isBusy } = useSubmit({
    send: async () => {
      await join();
      toast('success', t('joined'));
    },
  });
  return (
    <form {...form} className="grid justify-items-center gap-2 rounded-card border border-line bg-surface px-6 py-10 text-center">
      <Medal size={28} aria-hidden className="text-faint" />
      <h2 className="text-[15px] font-[620]">{t('join_title')}</h2>
      <p className="max-w-[46ch] text-[13.5px] text-muted">{t('join_hint')}</p>
      <FormAlert message={problems.form} />
      <Button type="submit" busy={isBusy} className="mt-2">
        {t('join')}
      </Button>
    </form>
  );
}

export function LeaveDivisions() {
  const t = useTranslations('divisions');
  const { leave } = useMembership();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="plain" size="s" className="justify-self-start" onClick={() => setOpen(true)}>
        {t('leave')}
      </Button>
      <RemovalDialog
        open={isOpen}
        title={t('leave_title')}
        lead={t('leave_lead')}
        submit={t('leave')}
        onClose={() => setOpen(false)}
        onRemove={async () => {
          await leave();
          toast('info', t('left'));
        }}
      />
    </>
  );
}
