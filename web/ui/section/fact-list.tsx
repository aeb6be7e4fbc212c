import type { StepItem } from "./sections.tsx";

/** Shows statements side by side, each below a coloured line. The titles are larger than those of cards. */
export function FactList({ items }: { items: readonly StepItem[] }) {
  return (
    <ul className="grid gap-x-[clamp(1.5rem,4vw,4rem)] gap-y-10 md:auto-cols-[1fr] md:grid-flow-col">
      {items.map((item) => (
        <li
          key={item._key}
          className="border-t-3 border-(color:--edge,var(--color-petrol-700)) pt-6"
        >
          <h3 className="text-[clamp(1.375rem,1.1rem+1vw,1.875rem)] leading-[1.15]">
            {item.title}
          </h3>
          <p className="text-soft mt-3">{item.text}</p>
        </li>
      ))}
    </ul>
  );
}
