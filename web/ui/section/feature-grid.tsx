import { Icon } from "../brand/icon.tsx";
import type { IconName } from "../brand/icon-name.ts";

export interface FeatureItem {
  _key: string;
  icon: IconName;
  title: string;
  text: string;
}

const columns = {
  two: "sm:grid-cols-2",
  three: "sm:grid-cols-2 lg:grid-cols-3",
  four: "sm:grid-cols-2 lg:grid-cols-4",
} as const;

interface FeatureGridProps {
  items: readonly FeatureItem[];
  perRow?: keyof typeof columns;
}

/** Cards with icon, title and text; titles are level 3. */
export function FeatureGrid({ items, perRow = "three" }: FeatureGridProps) {
  return (
    <ul className={`grid gap-4 lg:gap-6 ${columns[perRow]}`}>
      {items.map((item) => (
        <li key={item._key} className="feature-card card card-border">
          <span className="icon-tile">
            <Icon name={item.icon} />
          </span>
          <div>
            <h3 className="text-card">{item.title}</h3>
            <p className="text-soft mt-2 text-sm">{item.text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
