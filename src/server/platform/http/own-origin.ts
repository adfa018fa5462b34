/** Whether a page of ours asks: one from the host that was asked, or from PUBLIC_URL. Browsers name the origin truthfully; `null` and nonsense are nobody's. */
export function isOwnOrigin(origin: string, host: string | null | undefined, publicUrl: string | undefined): boolean {
  if (!URL.canParse(origin)) return false;
  const given = new URL(origin);
  if (!/^https?:$/.test(given.protocol)) return false;
  return given.host === host || (publicUrl !== undefined && given.origin === new URL(publicUrl).origin);
}
