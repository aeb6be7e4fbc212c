import { type ReactNode, useId } from "react";

/** A titled part of a contract's detail. */
export function ContractPart({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-3 border-b border-sand-200 pb-2 text-base">
        {title}
      </h3>
      {children}
    </section>
  );
}
