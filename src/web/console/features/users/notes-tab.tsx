import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { addUserNote } from '#contract/admin-users.ts';
import { useAdmin } from '#web/console/lib/session.ts';
import { useAddress } from '#web/console/lib/use-address.ts';
import { useAdminCall } from '#web/console/lib/use-admin-call.ts';
import { LongField } from '#web/console/ui/long-field.tsx';
import { Panel } from '#web/console/ui/panel.tsx';
import { toast } from '#web/data/toasts.ts';
import { pageNumber } from '#web/lib/address-values.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FormAlert } from '#web/ui/form.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { Skeleton } from '#web/ui/placeholders.tsx';
import { userNotesQuery } from './api.ts';

/** As in the contract. */
const LENGTH_MAX = 2_000;

/** Admins' notes on a user, and a form for adding one. */
export function NotesTab({ id }: { id: string }) {
  const t = useTranslations('admin_users');
  const format = useFormatter();
  const admin = useAdmin();
  const { values, hrefWith } = useAddress({ page: pageNumber });
  const query = useQuery(userNotesQuery({ id, ...values }));
  return (
    <div className="grid grid-cols-1 items-start gap-3.5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Panel
        title={t('tabs.notes')}
        query={query}
        failed={t('notes_failed')}
        skeleton={<Skeleton className="h-[160px]" />}
        empty={({ items }) => (items.length === 0 ? t('notes_none') : null)}
      >
        {(list) => (
          <>
            <ul>
              {list.items.map((note) => (
                <li key={note.id} className="border-b border-line py-2.5 last:border-0">
                  <p className="text-[14px] wrap-anywhere whitespace-pre-line">{note.text}</p>
                  <p className="text-[12.5px] text-muted">
                    {t('note_by', { email: note.admin.email, when: format.dateTime(new Date(note.created_at), 'date_time') })}
                  </p>
                </li>
              ))}
            </ul>
            <Pager list={list} hrefOf={(page) => hrefWith({ page })} />
          </>
        )}
      </Panel>
      {admin && addUserNote.access.includes(admin.role) && <NoteForm id={id} />}
    </div>
  );
}

function NoteForm({ id }: { id: string }) {
  const t = useTranslations('admin_users');
  const add = useAdminCall(addUserNote);
  const [text, setText] = useState('');
  const { form, problems, isBusy } = useSubmit({
    check: () => (text.trim() === '' ? { form: t('note_missing') } : {}),
    send: async () => {
      await add.mutateAsync({ id, text: text.trim() });
      setText('');
      toast('success', t('note_added'));
    },
  });

  return (
    <Card>
      <form {...form} className="grid gap-3">
        <FormAlert message={problems.form} />
        <LongField label={t('note')} hint={t('note_hint')} value={text} lengthMax={LENGTH_MAX} rows={5} onChange={setText} />
        <Button type="submit" size="s" busy={isBusy} className="justify-self-start">
          {t('note_add')}
        </Button>
      </form>
    </Card>
  );
}
