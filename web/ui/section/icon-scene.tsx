import { Icon } from "../brand/icon.tsx";
import type { IconName } from "../brand/icon-name.ts";

/** A drawing made of a page's own icons, for when an editor has given no image. */
export function IconScene({ icons }: { icons: readonly IconName[] }) {
  const [main, ...others] = icons;
  if (!main) return null;
  return (
    <div className="icon-scene" aria-hidden="true">
      <span className="icon-scene-main">
        <Icon name={main} className="size-1/2" />
      </span>
      {others.slice(0, 3).map((icon) => (
        <span key={icon} className="icon-scene-tile">
          <Icon name={icon} className="size-1/2" />
        </span>
      ))}
    </div>
  );
}
