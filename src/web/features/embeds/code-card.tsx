import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { copyText } from '#web/lib/sharing.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Segmented } from '#web/ui/switches.tsx';
import { frameSnippet, type SnippetFacts, scriptSnippet } from './snippets.ts';

/** The code of a card, with a script or without. */
export function CodeCard({ facts }: { facts: SnippetFacts }) {
  const t = useTranslations('embeds');
  const [kind, setKind] = useState<'script' | 'frame'>('script');
  const id = useId();
  const code = kind === 'script' ? scriptSnippet(facts) : frameSnippet(facts);
  return (
    <Card title={t('code')}>
      <Segmented
        label={t('code_kind')}
        value={kind}
        options={[
          { value: 'script', label: t('script') },
          { value: 'frame', label: t('frame') },
        ]}
        onChange={setKind}
      />
      <textarea
        readOnly
        aria-label={t('code')}
        aria-describedby={id}
        value={code}
        rows={7}
        spellCheck={false}
        onFocus={(event) => event.target.select()}
        className="mt-3 block w-full resize-y rounded-control border border-line-strong bg-bg p-3 font-mono text-[12.5px] leading-[1.5] break-all"
      />
      <p id={id} className="mt-2 mb-3 text-[12.5px] text-muted">
        {t(kind === 'script' ? 'script_hint' : 'frame_hint')}
      </p>
      <Button onClick={() => void copyText(code)}>{t('copy')}</Button>
    </Card>
  );
}
