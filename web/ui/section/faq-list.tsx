import type { ReactNode } from "react";
import { Icon } from "../brand/icon.tsx";

interface FaqListProps {
  /** Questions that share a name: opening one closes the others, with no script. */
  name: string;
  items: readonly { id: string; question: string; answer: ReactNode }[];
}

/**
 * Questions that unfold, one at a time. Plain `details`: daisyUI's collapse would take 677 bytes of
 * home's first round trip.
 */
export function FaqList({ name, items }: FaqListProps) {
  return (
    <div className="divide-y divide-sand-300 border-y border-sand-300">
      {items.map((item) => (
        <details key={item.id} name={name} className="group">
          <summary className="flex items-center justify-between gap-4 py-5 font-semibold hover:text-petrol-600">
            <h3 className="text-card font-semibold">{item.question}</h3>
            <Icon name="chevron" className="size-5 transition-transform group-open:-rotate-180" />
          </summary>
          <div className="text-soft pb-6 lg:pr-12">{item.answer}</div>
        </details>
      ))}
    </div>
  );
}
