export interface StepItem {
  _key: string;
  title: string;
  text: string;
}

/** Numbered steps joined by a line; the number is drawn, the order is in the list itself. */
export function StepList({ items }: { items: readonly StepItem[] }) {
  return (
    <ol className="step-list grid gap-8 lg:auto-cols-fr lg:grid-flow-col">
      {items.map((item) => (
        <li key={item._key} className="relative max-lg:pl-16">
          <h3 className="text-card lg:mt-8">{item.title}</h3>
          <p className="text-soft mt-2">{item.text}</p>
        </li>
      ))}
    </ol>
  );
}
