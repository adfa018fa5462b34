import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { CHAT_WORD_MAX, type ChatWord, removeChatWord, setChatWord } from '#contract/chat-moderation.ts';
import { CHAT_WORD_ACTIONS, type ChatWordAction } from '#domain/chat/chat-words.ts';
import { LOCALES, type Locale } from '#domain/identity/locale.ts';
import { useAdmin } from '#web/console/lib/session.ts';
import { textUpTo, useAddress } from '#web/console/lib/use-address.ts';
import { useAdminCall } from '#web/console/lib/use-admin-call.ts';
import { type Column, DataTable, TableSkeleton } from '#web/console/ui/data-table.tsx';
import { TimeAgo } from '#web/console/ui/elapsed-time.tsx';
import { SearchField } from '#web/console/ui/filter-fields.tsx';
import { Panel } from '#web/console/ui/panel.tsx';
import { ReasonDialog } from '#web/console/ui/reason-dialog.tsx';
import { toast } from '#web/data/toasts.ts';
import { useLocale } from '#web/i18n/texts-provider.tsx';
import { oneOf, pageNumber } from '#web/lib/address-values.ts';
import { LANGUAGES } from '#web/lib/languages.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FormAlert, TextField } from '#web/ui/form.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { chatWordsQuery } from './api.ts';
import { LanguageSelect } from './language-select.tsx';

/** Masked or held words by room language, and a form for adding one. */
export function WordsTab() {
  const t = useTranslations('admin_chat');
  const role = useAdmin()?.role;
  const { values, change, hrefWith, isFiltered } = useAddress({
    locale: (text) => oneOf(LOCALES, text),
    q: textUpTo(CHAT_WORD_MAX),
    page: pageNumber,
  });
  const { locale, q, page } = values;
  const query = useQuery(chatWordsQuery({ page, ...(locale && { locale }), ...(q && { q }) }));
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end gap-2.5">
        <LanguageSelect value={locale} onChange={(chosen) => change({ locale: chosen })} />
        <SearchField label={t('words_search')} value={q} lengthMax={CHAT_WORD_MAX} onChange={(text) => change({ q: text })} />
      </div>
      <div className="grid grid-cols-1 items-start gap-3.5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Panel
          query={query}
          failed={t('words_failed')}
          skeleton={<TableSkeleton rows={8} />}
          empty={({ items }) => (items.length > 0 ? null : t(isFiltered ? 'words_none' : 'words_none_yet'))}
        >
          {(list) => (
            <>
              <WordTable rows={list.items} isStale={query.isPlaceholderData} />
              <Pager list={list} hrefOf={(to) => hrefWith({ page: to })} />
            </>
          )}
        </Panel>
        {role !== undefined && setChatWord.access.includes(role) && <WordForm language={locale} />}
      </div>
    </>
  );
}

function WordTable({ rows, isStale }: { rows: readonly ChatWord[]; isStale: boolean }) {
  const t = useTranslations('admin_chat');
  const role = useAdmin()?.role;
  const [chosen, setChosen] = useState<ChatWord | null>(null);
  const mayRemove = role !== undefined && removeChatWord.access.includes(role);
  const columns: Column<ChatWord>[] = [
    {
      key: 'word',
      title: t('word'),
      className: 'font-[550]',
      cell: ({ word }) => (
        <bdi dir="auto" className="wrap-anywhere">
          {word}
        </bdi>
      ),
    },
    { key: 'language', title: t('language'), className: 'whitespace-nowrap', cell: ({ locale }) => LANGUAGES[locale].name },
    { key: 'action', title: t('word_action'), cell: ({ action }) => t(`word_actions.${action}`) },
    {
      key: 'by',
      title: t('by'),
      isExtra: true,
      className: 'text-muted',
      cell: ({ by }) => <span className="block max-w-[160px] truncate">{by.email}</span>,
    },
    { key: 'since', title: t('since'), isExtra: true, className: 'text-muted', cell: ({ created_at }) => <TimeAgo at={created_at} /> },
    {
      key: 'remove',
      title: '',
      className: 'text-right',
      cell: (word) =>
        mayRemove && (
          <Button size="s" look="plain" onClick={() => setChosen(word)}>
            {t('word_remove')}
          </Button>
        ),
    },
  ];
  return (
    <>
      <DataTable label={t('words')} columns={columns} rows={rows} keyOf={({ id }) => String(id)} isStale={isStale} />
      {chosen && <RemoveDialog word={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

function RemoveDialog({ word: { id, word }, onClose }: { word: ChatWord; onClose: () => void }) {
  const t = useTranslations('admin_chat');
  const remove = useAdminCall(removeChatWord);

  async function confirm() {
    await remove.mutateAsync({ id });
    toast('success', t('word_removed'));
  }

  return (
    <ReasonDialog
      title={<span className="wrap-anywhere">{t('word_remove_title', { word })}</span>}
      lead={t('word_remove_lead')}
      submit={t('word_remove')}
      look="danger"
      asks="none"
      onClose={onClose}
      onConfirm={confirm}
    />
  );
}

/** Adds or changes a word; the language is preset from the filter. */
function WordForm({ language }: { language: Locale | undefined }) {
  const t = useTranslations('admin_chat');
  const shown = useLocale();
  const set = useAdminCall(setChatWord);
  const [chosen, setChosen] = useState<Locale | null>(null);
  const [action, setAction] = useState<ChatWordAction>('mask');
  const [word, setWord] = useState('');
  const locale = chosen ?? language ?? shown;
  const { form, problems, isBusy, forgive } = useSubmit<'word'>({
    check: () => (word.trim() === '' ? { word: t('word_missing') } : {}),
    send: async () => {
      await set.mutateAsync({ locale, word: word.trim(), action });
      setWord('');
      toast('success', t('word_added'));
    },
  });

  return (
    <Card title={t('word_add')}>
      <form {...form} className="grid gap-3.5">
        <FormAlert message={problems.form} />
        <SelectField
          label={t('language')}
          value={locale}
          options={LOCALES.map((value) => ({ value, label: LANGUAGES[value].name }))}
          onChange={setChosen}
        />
        <TextField
          label={t('word')}
          value={word}
          dir="auto"
          autoComplete="off"
          maxLength={CHAT_WORD_MAX}
          error={problems.word}
          onChange={({ target }) => {
            setWord(target.value);
            forgive('word');
          }}
        />
        <div className="grid gap-1.5">
          <SelectField
            label={t('word_action')}
            value={action}
            options={CHAT_WORD_ACTIONS.map((value) => ({ value, label: t(`word_actions.${value}`) }))}
            onChange={setAction}
          />
          <p className="text-[12.5px] text-muted">{t(`word_action_hint.${action}`)}</p>
        </div>
        <Button type="submit" size="s" busy={isBusy} className="justify-self-start">
          {t('word_submit')}
        </Button>
      </form>
    </Card>
  );
}
