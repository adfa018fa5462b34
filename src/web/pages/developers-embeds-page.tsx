import { useTranslations } from 'use-intl';
import { EmbedBuilder } from '#web/features/embeds/builder.tsx';
import { loadDeveloperWords } from '#web/i18n/developer-words.ts';
import { usePage } from '#web/lib/use-page.ts';
import { Card } from '#web/ui/card.tsx';

/** The words of this page, which no other page loads first. */
export const loadWords = loadDeveloperWords;

const RULES = ['sites', 'privacy', 'paste'] as const;

/** Writes the code of cards for other sites. */
export function DevelopersEmbedsPage() {
  const t = useTranslations();
  usePage(t('titles.developers_embeds'), { back: '/matches' });
  return (
    <div className="page-width max-w-[1100px]!">
      <h1 className="text-[20px] font-[680] max-md:sr-only">{t('embeds.heading')}</h1>
      <p className="mt-1 mb-4 max-w-[72ch] text-muted">{t('embeds.lead')}</p>
      <EmbedBuilder />
      <Card title={t('embeds.rules')} className="mt-4">
        <ul className="grid list-disc gap-1.5 pl-5 text-[13.5px] text-muted">
          {RULES.map((rule) => (
            <li key={rule} className="wrap-anywhere">
              {t(`embeds.rules_${rule}`)}
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
