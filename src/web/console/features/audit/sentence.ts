import { useTranslations } from 'use-intl';
import type { AuditEntry } from '#contract/audit.ts';
import type { auditWords } from '#web/i18n/en/console-audit.ts';

/** Returns a function that writes an entry as a sentence: who did what to whom. Actions without words are named as they are. */
export function useSentence(): (entry: AuditEntry) => string {
  const t = useTranslations('admin_audit');
  return ({ admin, action, subject }) => {
    const who = admin.id === null ? t(`authors.${authorOf(admin.role)}`) : admin.email;
    const about = subject.name ?? `${subject.kind} ${subject.id}`;
    const key = action.replaceAll('.', '_') as keyof (typeof auditWords)['did'];
    return t.has(`did.${key}`) ? t(`did.${key}`, { who, about }) : t('did_other', { who, action, about });
  };
}

const authorOf = (role: AuditEntry['admin']['role']): 'command_line' | 'site' | 'group' | 'nobody' =>
  role === 'command_line' || role === 'site' || role === 'group' ? role : 'nobody';
