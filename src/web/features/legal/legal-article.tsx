import type { ReactNode } from 'react';
import { classNames } from '#web/lib/class-names.ts';

/** The frame of a legal text, whoever wrote it. On phones the top bar has the heading. */
export const LegalArticle = ({ heading, className, children }: { heading: string; className?: string; children: ReactNode }) => (
  <article className={classNames('page-width max-w-[760px]', className)}>
    <h1 className="text-[24px] font-[700] tracking-[-0.01em] max-md:hidden">{heading}</h1>
    {children}
  </article>
);
