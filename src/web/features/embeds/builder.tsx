import { useQuery } from '@tanstack/react-query';
import Code from 'lucide-react/icons/code';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { LOCALES, type Locale } from '#domain/identity/locale.ts';
import { EMBED_KINDS, EMBED_THEMES, EMBED_WIDTH, type Embed, type EmbedKind, type EmbedTheme } from '#domain/matches/embed.ts';
import { useShield } from '#web/data/shield.ts';
import { LANGUAGES } from '#web/lib/languages.ts';
import { Card } from '#web/ui/card.tsx';
import { TextField } from '#web/ui/form.tsx';
import { EmptyState } from '#web/ui/placeholders.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { Switch } from '#web/ui/switches.tsx';
import { CodeCard } from './code-card.tsx';
import { EmbedPreview } from './embed-preview.tsx';
import { type Chosen, SubjectPicker, useSubjectName } from './subject-picker.tsx';
import { linkedQuery, subjectKind } from './subjects.ts';

/** How a card looks. */
interface Look {
  theme: EmbedTheme;
  locale: Locale | 'auto';
  /** As typed. */
  width: string;
  hidesScore: boolean;
}

const widthOf = (text: string): number | null => {
  const width = /^\d{1,5}$/.test(text.trim()) ? Number(text) : 0;
  return width >= EMBED_WIDTH.min && width <= EMBED_WIDTH.max ? width : null;
};

/** Chooses what a card shows and how, shows it, and writes its code. */
export function EmbedBuilder() {
  const t = useTranslations('embeds');
  const [kind, setKind] = useState<EmbedKind>('match');
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [look, setLook] = useState<Look>({ theme: 'auto', locale: 'auto', width: String(EMBED_WIDTH.usual), hidesScore: false });
  const title = useTitleOf(kind, chosen);
  const isShielded = useShield(({ shield }) => shield !== null);
  const width = widthOf(look.width) ?? EMBED_WIDTH.usual;
  const hasScore = subjectKind(kind) === 'match';
  const embed: Embed | null = chosen && {
    ...{ kind, id: chosen.id, season: chosen.season, theme: look.theme },
    ...{ locale: look.locale === 'auto' ? null : look.locale, hidesScore: hasScore && look.hidesScore },
  };
  const chooseKind = (next: EmbedKind) => {
    // A match can be either card: the choice stays.
    if (subjectKind(next) !== subjectKind(kind)) setChosen(null);
    setKind(next);
  };
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,400px)_minmax(0,1fr)]">
      <div className="grid min-w-0 grid-cols-1 gap-4">
        <Card title={t('what')}>
          <div className="grid gap-4">
            <SelectField
              label={t('kind')}
              value={kind}
              options={EMBED_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
              onChange={chooseKind}
            />
            <SubjectPicker key={subjectKind(kind)} kind={subjectKind(kind)} chosen={chosen} onChoose={setChosen} />
          </div>
        </Card>
        <LookCard look={look} hasScore={hasScore} onChange={setLook} />
      </div>
      <div className="grid min-w-0 grid-cols-1 gap-4 lg:sticky lg:top-20">
        <Card title={t('preview')} aside={title !== null && <span className="sr-only">{title}</span>}>
          {embed && title !== null ? (
            // Behind a spoiler shield the preview tells no score by itself, whatever other sites will show.
            <EmbedPreview embed={{ ...embed, hidesScore: embed.hidesScore || (hasScore && isShielded) }} title={title} width={width} />
          ) : (
            <EmptyState icon={<Code size={28} />} title={t('preview_empty')} hint={t('preview_empty_hint')} />
          )}
        </Card>
        {embed && title !== null && <CodeCard facts={{ site: window.location.origin, embed, title, width }} />}
      </div>
    </div>
  );
}

/** Names what was chosen; null while it is not known, and without a choice. */
function useTitleOf(kind: EmbedKind, chosen: Chosen | null): string | null {
  const t = useTranslations('embeds');
  const nameOf = useSubjectName();
  const of = subjectKind(kind);
  const isAsked = chosen !== null && chosen.title === null;
  const { data, isFetching } = useQuery({ ...linkedQuery(of, chosen?.id ?? ''), enabled: isAsked });
  if (chosen === null) return null;
  if (chosen.title !== null) return chosen.title;
  if (data) return nameOf(data);
  return isFetching ? null : t(`untitled.${of}`);
}

interface LookCardProps {
  look: Look;
  hasScore: boolean;
  onChange: (look: Look) => void;
}

function LookCard({ look, hasScore, onChange }: LookCardProps) {
  const t = useTranslations('embeds');
  const set = (part: Partial<Look>) => onChange({ ...look, ...part });
  const isWrong = widthOf(look.width) === null;
  return (
    <Card title={t('look')}>
      <div className="grid gap-4">
        <SelectField
          label={t('theme')}
          value={look.theme}
          options={EMBED_THEMES.map((value) => ({ value, label: t(`themes.${value}`) }))}
          onChange={(theme) => set({ theme })}
        />
        <SelectField
          label={t('language')}
          value={look.locale}
          options={[{ value: 'auto', label: t('language_auto') }, ...LOCALES.map((value) => ({ value, label: LANGUAGES[value].name }))]}
          onChange={(locale) => set({ locale })}
        />
        <TextField
          label={t('width')}
          inputMode="numeric"
          value={look.width}
          maxLength={5}
          error={isWrong ? t('width_error', EMBED_WIDTH) : null}
          onChange={(event) => set({ width: event.target.value })}
        />
        {hasScore && (
          <div>
            <Switch label={t('hide_score')} checked={look.hidesScore} onChange={(hidesScore) => set({ hidesScore })} />
            <p className="mt-2 text-[12.5px] text-muted">{t('hide_score_hint')}</p>
          </div>
        )}
      </div>
    </Card>
  );
}
