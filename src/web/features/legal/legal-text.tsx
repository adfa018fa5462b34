/** A built-in text: short sections under headings. */
export interface LegalWords {
  heading: string;
  lead: string;
  sections: readonly { title: string; text: string }[];
}

export const LegalHeading = ({ children }: { children: string }) => (
  <h1 className="text-[24px] font-[700] tracking-[-0.01em] max-md:hidden">{children}</h1>
);

/** Renders a legal text: a heading, a lead, and short sections. */
export function LegalText({ heading, lead, sections }: LegalWords) {
  return (
    <article className="page-width max-w-[760px]">
      <LegalHeading>{heading}</LegalHeading>
      <p className="mt-1 mb-5 text-muted">{lead}</p>
      {sections.map(({ title, text }) => (
        <section key={title} className="mb-5">
          <h2 className="mb-1 text-[15px] font-[650]">{title}</h2>
          <p className="leading-[1.6]">{text}</p>
        </section>
      ))}
    </article>
  );
}
