import type { ReactNode } from "react";

const shapes = {
  arch: "frame-arch",
  tilt: "frame-tilt",
  circle: "frame-circle",
  leaf: "frame-leaf",
  window: "frame-window",
} as const;

export type FrameShape = keyof typeof shapes;

/** Gives an image or drawing the outline of the brand, with a coloured echo behind it. */
export function Frame({ shape = "arch", children }: { shape?: FrameShape; children: ReactNode }) {
  return (
    <div className={`frame ${shapes[shape]}`}>
      <div className="frame-inside">{children}</div>
    </div>
  );
}
