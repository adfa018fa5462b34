/** What is wrong with the form as a whole; read out as soon as it appears. */
export function FormAlert({ message }: { message: string | null }) {
  if (message === null) return null;
  return (
    <p role="alert" className="rounded-control bg-[color-mix(in_oklab,var(--bad)_8%,transparent)] px-3 py-2.5 text-[13.5px] text-bad">
      {message}
    </p>
  );
}
