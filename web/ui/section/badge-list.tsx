import { Icon } from "../brand/icon.tsx";

/** Short proofs with a check mark. */
export function BadgeList({ badges }: { badges: readonly string[] | null }) {
  if (!badges?.length) return null;
  return (
    <ul className="mt-8 flex flex-wrap gap-x-6 gap-y-3 text-sm font-semibold">
      {badges.map((badge) => (
        <li key={badge} className="flex items-center gap-2">
          <span className="grid size-6 place-items-center rounded-full bg-mint-300 text-petrol-950">
            <Icon name="check" className="size-4" />
          </span>
          {badge}
        </li>
      ))}
    </ul>
  );
}
