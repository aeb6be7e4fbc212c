import type { IconName } from "./icon-name.ts";
import drawings from "./icons.svg?url&no-inline";

/** A decorative icon; its meaning is always in the text beside it. */
export function Icon({ name, className = "size-6" }: { name: IconName; className?: string }) {
  return (
    <svg className={`icon ${className}`} aria-hidden="true">
      <use href={`${drawings}#icon-${name}`} />
    </svg>
  );
}
