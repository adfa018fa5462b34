import type { Locale } from '#domain/identity/locale.ts';
import { escapeHtml } from '#server/platform/text-formats.ts';

/** The contents of a mail, from top to bottom, as plain text; the HTML renderer escapes them. */
export interface MailParts {
  locale: Locale;
  /** The text that mail lists show after the subject. */
  preview: string;
  title: string;
  lead: string;
  /** Shown large. */
  code: string | null;
  /** Label and value. */
  facts: readonly (readonly [string, string])[];
  before: readonly string[];
  button: { label: string; link: string; inFull: string } | null;
  after: readonly string[];
  automatic: string;
}

/** Returns the plain text version: the same contents in the same order. */
export function mailText({ title, lead, code, facts, before, button, after, automatic }: MailParts): string {
  const blocks = [
    title,
    lead,
    ...(code === null ? [] : [code]),
    ...(facts.length === 0 ? [] : [facts.map(([label, value]) => `${label}: ${value}`).join('\n')]),
    ...before,
    ...(button === null ? [] : [`${button.label}:\n${button.link}`]),
    ...after,
    `--\n${automatic}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

const FONT =
  "font-family:Archivo,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'PingFang SC','Microsoft YaHei','Noto Sans','Noto Sans SC',Arial,sans-serif";
const TEXT = `margin:0 0 16px;${FONT};font-size:16px;line-height:1.5;color:#17201c`;
const MUTED = `${FONT};font-size:14px;line-height:1.5;color:#57655e`;

/**
 * Returns a whole HTML document. Colours are the site's: light ones inline, dark ones if the mail program asks for them. Everything is
 * inline and nothing is fetched, as mail programs drop style sheets and block pictures. Tables only set the width, for Outlook.
 */
export function mailHtml(parts: MailParts): string {
  const { locale, preview, title, lead, before, after, automatic } = parts;
  const body = [
    `<h1 class="t" style="margin:0 0 12px;${FONT};font-size:24px;line-height:1.25;font-weight:700;color:#17201c">${escapeHtml(title)}</h1>`,
    paragraph(lead),
    codeHtml(parts),
    factsHtml(parts),
    ...before.map(paragraph),
    buttonHtml(parts),
    ...after.map(paragraph),
  ].filter((part) => part !== '');
  return `<!doctype html>
<html lang="${locale}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${escapeHtml(title)}</title>
<style>${STYLES}</style>
</head>
<body class="b" style="margin:0;padding:0;background:#f4f2ea;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(preview)}${PREVIEW_END}</div>
<table role="presentation" class="b" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f2ea"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="560" cellpadding="0" cellspacing="0" style="width:100%;max-width:560px;text-align:left">
<tr><td style="padding:0 4px 16px">${BRAND}</td></tr>
<tr><td class="c" style="padding:28px 24px 12px;background:#fffdf7;border:1px solid #e2ddcf;border-radius:16px">
${body.join('\n')}
</td></tr>
<tr><td class="m" style="padding:16px 4px 0;${MUTED}">${escapeHtml(automatic)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

/** The site's dark theme. Outlook.com rewrites the attribute selectors' way of asking, so both are there. */
const dark = (prefix: string) =>
  [
    '.b{background:#0c1110!important}',
    '.c{background:#131a18!important;border-color:#26312d!important}',
    '.t{color:#eef4f1!important}',
    '.m{color:#9bada5!important}',
    '.k{background:#1a2320!important;border-color:#26312d!important;color:#eef4f1!important}',
    '.a{background:#d3f94b!important;color:#12190a!important}',
    '.p{background:#d3f94b!important}',
    '.l{color:#d3f94b!important}',
  ]
    .map((rule) => prefix + rule)
    .join('');

const STYLES = `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${dark('')}}${dark('[data-ogsc] ')}`;

const BRAND = `<span class="p" style="display:inline-block;width:10px;height:10px;border-radius:3px;background:#17713f"></span><span class="t" style="${FONT};font-size:18px;font-weight:700;color:#17201c">&nbsp;Matchpoint</span>`;

/** Keeps mail lists from filling the rest of the preview with the text that follows. */
const PREVIEW_END = '&#847;&zwnj;&nbsp;'.repeat(40);

const paragraph = (text: string) => `<p class="t" style="${TEXT}">${escapeHtml(text)}</p>`;

/** Balances the space after the last digit with the same before the first. */
const codeHtml = ({ code }: MailParts): string =>
  code === null
    ? ''
    : `<p class="k" style="margin:0 0 20px;padding:16px 0 16px 8px;background:#f4f2ea;border:1px solid #e2ddcf;border-radius:10px;text-align:center;${FONT};font-size:36px;line-height:1.2;font-weight:700;letter-spacing:8px;font-variant-numeric:tabular-nums;color:#17201c">${escapeHtml(code)}</p>`;

function factsHtml({ facts }: MailParts): string {
  if (facts.length === 0) return '';
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td class="m" valign="top" style="padding:4px 16px 4px 0;white-space:nowrap;${MUTED}">${escapeHtml(label)}</td>` +
      `<td class="t" valign="top" style="padding:4px 0;${FONT};font-size:14px;line-height:1.5;font-weight:600;color:#17201c;word-break:break-word">${escapeHtml(value)}</td></tr>`,
  );
  return `<table cellpadding="0" cellspacing="0" style="margin:0 0 20px">\n${rows.join('\n')}\n</table>`;
}

function buttonHtml({ button }: MailParts): string {
  if (button === null) return '';
  const link = escapeHtml(button.link);
  return [
    `<p style="margin:4px 0 20px"><a class="a" href="${link}" target="_blank" rel="noopener noreferrer" style="display:inline-block;padding:13px 22px;border-radius:10px;background:#17713f;${FONT};font-size:16px;line-height:1.3;font-weight:600;text-decoration:none;color:#ffffff">${escapeHtml(button.label)}</a></p>`,
    `<p class="m" style="margin:0 0 16px;${MUTED}">${escapeHtml(button.inFull)}<br><a class="l" href="${link}" target="_blank" rel="noopener noreferrer" style="color:#17713f;word-break:break-all">${link}</a></p>`,
  ].join('\n');
}
