import Copy from 'lucide-react/icons/copy';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { loadDeveloperWords } from '#web/i18n/developer-words.ts';
import { copyText } from '#web/lib/sharing.ts';
import { usePage } from '#web/lib/use-page.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';

/** The words of this page, which other pages do not load first. */
export const loadWords = loadDeveloperWords;

const DESCRIPTION = '/api/v1/openapi.json';

/** What programs can do with the open API, and how to begin. The examples work against this very site. */
export function DevelopersPage() {
  const t = useTranslations('developers');
  usePage(useTranslations('titles')('developers'), { back: '/matches' });
  return (
    <div className="page-width max-w-[860px]!">
      <h1 className="text-[20px] font-[680] text-balance">{t('heading')}</h1>
      <p className="mt-1 max-w-[62ch] text-pretty text-muted">{t('lead')}</p>
      <div className="mt-5 grid min-w-0 gap-4 *:min-w-0">
        <Card title={t('build')}>
          <ul className="grid list-disc gap-1.5 pl-5 text-[14px] text-pretty">
            <li>{t('build_bot')}</li>
            <li>{t('build_page')}</li>
            <li>{t('build_model')}</li>
          </ul>
        </Card>
        <QuickStart />
        <Limits />
        <More />
      </div>
    </div>
  );
}

function QuickStart() {
  const t = useTranslations('developers');
  const { origin } = window.location;
  return (
    <Card title={t('start')}>
      <div className="grid min-w-0 gap-5 *:min-w-0">
        <Sample lead={t('start_open')} text={`curl "${origin}/api/v1/matches"`} />
        <Sample lead={t('start_key')} text={`curl -H "Authorization: Bearer mp_..." "${origin}/api/v1/me"`} />
        <Sample
          lead={t('start_script')}
          text={`const response = await fetch('${origin}/api/v1/me', {
  headers: { Authorization: 'Bearer mp_...' },
});
console.log(await response.json(), response.headers.get('RateLimit'));`}
        />
        <Button className="justify-self-start" asChild>
          <Link to="/settings/developers">{t('get_key')}</Link>
        </Button>
      </div>
    </Card>
  );
}

/** Code to copy. It scrolls sideways by itself, also by keyboard. */
function Sample({ lead, text }: { lead: string; text: string }) {
  const t = useTranslations('developers');
  return (
    <figure className="grid min-w-0 gap-2">
      <figcaption className="flex items-center justify-between gap-3 text-[13.5px] text-muted">
        <span className="min-w-0 text-pretty">{lead}</span>
        <Button size="s" look="quiet" className="flex-none" aria-label={t('copy_of', { what: lead })} onClick={() => void copyText(text)}>
          <Copy size={14} aria-hidden />
          {t('copy')}
        </Button>
      </figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and has nothing in it that takes the focus.
        tabIndex={0}
        className="min-w-0 overflow-x-auto rounded-control border border-line bg-bg px-3.5 py-3 font-mono text-[13px] leading-relaxed"
      >
        <code>{text}</code>
      </pre>
    </figure>
  );
}

function Limits() {
  const t = useTranslations('developers');
  const code = (words: ReactNode) => <code className="font-mono text-[13px]">{words}</code>;
  return (
    <Card title={t('limits')}>
      <div className="grid max-w-[66ch] gap-2 text-[14px] text-pretty">
        <p>{t('limits_open')}</p>
        <p>{t.rich('limits_left', { code })}</p>
        <p>{t('limits_never')}</p>
      </div>
    </Card>
  );
}

function More() {
  const t = useTranslations('developers');
  const keys = useTranslations('api_keys');
  const pages = [
    { to: '/settings/developers', name: keys('heading'), what: t('more_keys') },
    { to: '/settings/developers#webhooks', name: t('webhooks'), what: t('more_webhooks') },
    { to: '/developers/embeds', name: t('embeds'), what: t('more_embeds') },
    { to: '/leagues', name: t('calendars'), what: t('more_calendars') },
  ];
  const files = [
    { href: '/api/v1/exports', name: t('exports'), what: t('more_exports') },
    { href: DESCRIPTION, name: t('description'), what: t('more_description') },
  ];
  const look = 'thumb font-semibold underline underline-offset-2';
  return (
    <Card title={t('more')}>
      <ul className="grid gap-3 text-[14px]">
        {pages.map(({ to, name, what }) => (
          <li key={to} className="grid gap-0.5">
            <Link to={to} className={`${look} justify-self-start`}>
              {name}
            </Link>
            <span className="text-[13px] text-pretty text-muted">{what}</span>
          </li>
        ))}
        {files.map(({ href, name, what }) => (
          <li key={href} className="grid gap-0.5">
            <a href={href} className={`${look} justify-self-start`}>
              {name}
            </a>
            <span className="text-[13px] text-pretty text-muted">{what}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
