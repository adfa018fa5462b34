import type { ReactNode } from 'react';
import { useTitle } from '#web/lib/use-page.ts';
import { Logo } from '#web/ui/logo.tsx';

interface EntryFrameProps {
  title: string;
  /** One sentence below the title. */
  lead?: ReactNode;
  /** Above the title: the current step. */
  step?: ReactNode;
  children: ReactNode;
}

/** A page outside the shell: signing in and the first steps. */
export function EntryFrame({ title, lead, step, children }: EntryFrameProps) {
  useTitle(title);
  return (
    <main id="content" className="mx-auto grid min-h-dvh w-full max-w-[430px] content-center gap-5 px-4 py-10">
      <Logo />
      <section className="grid gap-4 rounded-card border border-line bg-surface p-5 md:p-6">
        <header className="grid gap-0.5">
          {step && <p className="text-[12.5px] text-muted">{step}</p>}
          <h1 className="text-[19px] leading-snug font-[680]">{title}</h1>
          {lead && <p className="text-[13px] text-muted">{lead}</p>}
        </header>
        {children}
      </section>
    </main>
  );
}
