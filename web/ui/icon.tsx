import { iconShapes, type IconName } from "./icon-shapes.tsx";

/** A decorative icon; its meaning is always in the text beside it. */
export function Icon({ name, className = "size-6" }: { name: IconName; className?: string }) {
  return (
    <svg className={`icon ${className}`} viewBox="0 0 24 24" aria-hidden="true">
      {iconShapes[name]}
    </svg>
  );
}
