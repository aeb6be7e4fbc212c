import type { StepItem } from "./step-list.tsx";

/** Statements side by side under a coloured edge, in larger type than cards have. */
export function FactList({ items }: { items: readonly StepItem[] }) {
  return (
    <ul className="fact-list">
      {items.map((item) => (
        <li key={item._key}>
          <h3>{item.title}</h3>
          <p className="text-soft mt-3">{item.text}</p>
        </li>
      ))}
    </ul>
  );
}
