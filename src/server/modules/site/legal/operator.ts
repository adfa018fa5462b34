import { z } from 'zod';

/** A line of text, as pages show it. Signs that do not show, or turn text around, could make it read as something else. */
const line = (max: number) =>
  z
    .string()
    .trim()
    .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, 'must be one line without signs that do not show')
    .max(max, `must have at most ${max} characters`)
    .optional();

/** Settings that say who runs the site. Terms and privacy notice show them. */
export const operatorSettings = {
  OPERATOR_NAME: line(200),
  OPERATOR_ADDRESS: line(400),
  OPERATOR_EMAIL: z
    .string()
    .trim()
    .max(200)
    .regex(/^[^\s<>@"'(),:;]+@[^\s<>@"'(),:;]+\.[^\s<>@"'(),:;]+$/, 'must be an email address, without a name')
    .optional(),
  OPERATOR_LAW: line(300),
  OPERATOR_COMPLAINTS: line(400),
  OPERATOR_SERVICES: line(1_000),
};

type OperatorSettings = { [Name in keyof typeof operatorSettings]?: string | undefined };

/** Who runs the site; null where a setting is missing. */
export type Operator = Readonly<Record<'name' | 'address' | 'email' | 'law' | 'complaints' | 'services', string | null>>;

export const operatorOf = (settings: OperatorSettings): Operator => ({
  name: settings.OPERATOR_NAME ?? null,
  address: settings.OPERATOR_ADDRESS ?? null,
  email: settings.OPERATOR_EMAIL ?? null,
  law: settings.OPERATOR_LAW ?? null,
  complaints: settings.OPERATOR_COMPLAINTS ?? null,
  services: settings.OPERATOR_SERVICES ?? null,
});

/** What makes an operator known. Part of it would look like all of it. */
const TOGETHER = ['OPERATOR_NAME', 'OPERATOR_ADDRESS', 'OPERATOR_EMAIL'] as const;

/** Returns which settings are missing beside others of the operator's. */
export function missingOperator(settings: OperatorSettings): string[] {
  const isKnown = Object.keys(operatorSettings).some((name) => settings[name as keyof OperatorSettings] !== undefined);
  return isKnown ? TOGETHER.filter((name) => settings[name] === undefined) : [];
}
