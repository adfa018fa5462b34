import { type FormEvent, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { CHAT_WORD_MAX, setChatWord } from '#contract/chat-moderation.ts';
import { CHAT_WORD_ACTIONS, type ChatWordAction } from '#domain/chat/chat-words.ts';
import { LOCALES, type Locale } from '#domain/identity/locale.ts';
import { useAdminCall } from '#web/console/lib/use-admin-call.ts';
import { errorText } from '#web/data/api-error.ts';
import { toast } from '#web/data/toasts.ts';
import { LANGUAGES } from '#web/lib/appearance.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FormAlert, TextField } from '#web/ui/form.tsx';
import { SelectField } from '#web/ui/select-field.tsx';

/** Puts a word on a list, or changes what it does there: at first in the language that the list is narrowed down to. */
export function WordForm({ language }: { language: Locale | undefined }) {
  const t = useTranslations('admin_chat');
  const shown = useLocale() as Locale;
  const set = useAdminCall(setChatWord);
  const [chosen, setChosen] = useState<Locale | null>(null);
  const [action, setAction] = useState<ChatWordAction>('mask');
  const [word, setWord] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  const locale = chosen ?? language ?? shown;

  async function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(word.trim() === '');
    setProblem(null);
    if (word.trim() === '') return;
    try {
      await set.mutateAsync({ locale, word: word.trim(), action });
      setWord('');
      toast('success', t('word_added'));
    } catch (error) {
      setProblem(errorText(error));
    }
  }

  return (
    <Card title={t('word_add')}>
      <form noValidate onSubmit={submit} className="grid gap-3.5">
        <FormAlert message={problem} />
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
          error={isMissing ? t('word_missing') : null}
          onChange={({ target }) => setWord(target.value)}
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
        <Button type="submit" size="s" busy={set.isPending} className="justify-self-start">
          {t('word_submit')}
        </Button>
      </form>
    </Card>
  );
}
