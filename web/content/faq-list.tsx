import { Icon } from "../ui/brand/icon.tsx";
import { RichText } from "./rich-text.tsx";
import type { HomeQueryResult } from "./sanity.types.ts";

interface FaqListProps {
  /** Questions that share a name: opening one closes the others, with no script. */
  name: string;
  items: NonNullable<HomeQueryResult>["faq"]["items"];
}

/**
 * Questions that unfold, one at a time. Plain `details`: daisyUI's collapse would take 523 bytes of
 * home's first round trip.
 */
export function FaqList({ name, items }: FaqListProps) {
  return (
    <div className="divide-y divide-sand-300 border-y border-sand-300">
      {items.map(({ _id, question, answer }) => (
        <details key={_id} name={name} className="group">
          <summary className="flex items-center justify-between gap-4 py-5 font-semibold hover:text-petrol-600">
            <h3 className="text-card font-semibold">{question}</h3>
            <Icon name="chevron" className="size-5 transition-transform group-open:-rotate-180" />
          </summary>
          <div className="text-soft pb-6 lg:pr-12">
            <RichText value={answer} />
          </div>
        </details>
      ))}
    </div>
  );
}
