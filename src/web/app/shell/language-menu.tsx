import type { ReactElement } from 'react';
import { useLooks } from '#web/lib/use-appearance.ts';
import { Menu, MenuChoice, MenuLine } from '#web/ui/menu.tsx';

/** The desktop's choice of language and theme. */
export function LanguageMenu({ trigger }: { trigger: ReactElement }) {
  const looks = useLooks();
  return (
    <Menu trigger={trigger}>
      <MenuChoice {...looks.language} />
      <MenuLine />
      <MenuChoice {...looks.theme} />
    </Menu>
  );
}
