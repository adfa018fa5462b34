import { useTranslations } from 'use-intl';
import { CodeForm } from '#web/features/security/code-form.tsx';
import { LooksCard, ReceiptsCard } from '#web/features/settings/choice-cards.tsx';
import { DetailsCard } from '#web/features/settings/details-card.tsx';
import { IdentityCard } from '#web/features/settings/identity-card.tsx';
import { PhoneCard } from '#web/features/settings/phone-card.tsx';
import { SettingsLayout } from '#web/features/settings/settings-layout.tsx';
import { WalletCard } from '#web/features/settings/wallet-card.tsx';
import { usePage } from '#web/lib/use-page.ts';

export function SettingsProfilePage() {
  const t = useTranslations('titles');
  usePage(t('settings_profile'), { back: '/account' });
  return (
    <SettingsLayout heading={t('settings_profile')}>
      {({ profile, stats }) => (
        <>
          <IdentityCard profile={profile} stats={stats} />
          <DetailsCard profile={profile} />
          <WalletCard profile={profile} />
          <PhoneCard profile={profile} renderCode={(code) => <CodeForm {...code} purpose="confirm_phone" />} />
          <ReceiptsCard profile={profile} />
          <LooksCard />
        </>
      )}
    </SettingsLayout>
  );
}
