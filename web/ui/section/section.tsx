import { type ReactNode, Suspense } from "react";

const tones = {
  white: "band-white",
  sand: "bg-sand-100",
  tint: "band-tint",
  dark: "on-dark",
} as const;

interface SectionProps {
  title?: string | null;
  intro?: string | null;
  tone?: keyof typeof tones;
  /** Puts the heading in the middle instead of at the start. */
  centered?: boolean;
  children: ReactNode;
}

/**
 * A full-width band of the page with its heading.
 * Its boundary lets React take over the page band by band: a tap waits for its own band only.
 */
export function Section({ title, intro, tone = "white", centered, children }: SectionProps) {
  return (
    <section className={`py-section ${tones[tone]}`}>
      <div className="page-width">
        <SectionHeading title={title} intro={intro} {...(centered ? { centered } : {})} />
        <Suspense>{children}</Suspense>
      </div>
    </section>
  );
}

interface SectionHeadingProps {
  title?: string | null | undefined;
  intro?: string | null | undefined;
  centered?: boolean;
}

/** Title and optional introduction of a section; nothing when there is neither. */
export function SectionHeading({ title, intro, centered }: SectionHeadingProps) {
  if (!title && !intro) return null;
  const place = centered ? "mx-auto text-center" : "";
  return (
    <div className={`mb-10 max-w-[44rem] lg:mb-14 ${place}`}>
      {title && <h2 className="text-heading">{title}</h2>}
      {intro && <p className="text-soft mt-4 text-lead">{intro}</p>}
    </div>
  );
}
