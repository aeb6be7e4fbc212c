import type { FeatureItem } from "./feature-grid.tsx";
import { Icon } from "../brand/icon.tsx";

/** Features one under the other, divided by hairlines: for pages that argue rather than list. */
export function FeatureRows({ items }: { items: readonly FeatureItem[] }) {
  return (
    <ul className="divide-y divide-sand-200 border-y border-sand-200">
      {items.map((item) => (
        <li key={item._key} className="flex gap-5 py-7">
          <span className="icon-tile">
            <Icon name={item.icon} />
          </span>
          <div>
            <h3 className="text-card">{item.title}</h3>
            <p className="text-soft mt-1">{item.text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
