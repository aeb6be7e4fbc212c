import { type ReactNode, Suspense } from "react";
import { SectionHeading } from "./section.tsx";

interface SplitSectionProps {
  title?: string | null;
  intro?: string | null;
  tone?: "white" | "sand";
  children: ReactNode;
}

/** A band whose heading stays in view at the start while its content scrolls by at the end. */
export function SplitSection({ title, intro, tone = "white", children }: SplitSectionProps) {
  return (
    <section className={`py-section ${tone === "sand" ? "bg-sand-100" : "band-white"}`}>
      <div className="page-width grid gap-x-16 lg:grid-cols-[2fr_3fr]">
        <div className="lg:sticky lg:top-32 lg:self-start">
          <SectionHeading title={title} intro={intro} />
        </div>
        <Suspense>{children}</Suspense>
      </div>
    </section>
  );
}
