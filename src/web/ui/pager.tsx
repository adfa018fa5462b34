import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { classNames } from '#web/lib/class-names.ts';

interface PagerProps {
  list: { page: number; page_size: number; total: number; total_exact?: boolean | undefined };
  /** The address of a page, so that each can be opened, kept and gone back to. */
  hrefOf: (page: number) => string;
}

/** The position in a long list, with links to the previous and next page; empty if there is only one page. */
export function Pager({ list, hrefOf }: PagerProps) {
  const t = useTranslations('common');
  const format = useFormatter();
  const { page, page_size, total, total_exact = true } = list;
  const pages = Math.ceil(total / page_size);
  if (pages <= 1 && page <= 1) return null;
  const step = (to: number, label: string, Icon: typeof ChevronLeft) => {
    const classes = 'thumb grid size-9 place-items-center rounded-control border border-line';
    if (to < 1 || to > pages) {
      return (
        <span aria-hidden className={classNames(classes, 'text-faint opacity-50')}>
          <Icon size={18} />
        </span>
      );
    }
    return (
      <Link to={hrefOf(to)} aria-label={label} className={classNames(classes, 'text-muted hover:bg-raised hover:text-text')}>
        <Icon size={18} aria-hidden />
      </Link>
    );
  };
  return (
    <nav aria-label={t('pages')} className="num flex items-center justify-between gap-3 pt-3 text-[13px] text-muted">
      <span>
        {t('page_range', {
          from: format.number(Math.min((page - 1) * page_size + 1, total)),
          to: format.number(Math.min(page * page_size, total)),
          total: `${format.number(total)}${total_exact ? '' : '+'}`,
        })}
      </span>
      <span className="flex gap-2">
        {step(page - 1, t('page_before'), ChevronLeft)}
        {step(page + 1, t('page_next'), ChevronRight)}
      </span>
    </nav>
  );
}
