import { lazy } from 'react';
import { loadAllWords } from '#web/i18n/locale-store.ts';
import { useShield } from '#web/lib/shield.ts';
import { Later } from './overlays-later.tsx';

const ShieldNote = lazy(async () => {
  const [{ ShieldNote: Shown }] = await Promise.all([import('./shield-note.tsx'), loadAllWords()]);
  return { default: Shown };
});

/** Most wear no shield, and fetch nothing for it. */
export function ShieldNoteLater() {
  const isWorn = useShield(({ shield }) => shield !== null);
  return isWorn && <Later Overlay={ShieldNote} />;
}
