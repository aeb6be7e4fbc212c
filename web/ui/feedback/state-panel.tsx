import type { ReactNode } from "react";
import type { IconName } from "../brand/icon-name.ts";
import { Icon } from "../brand/icon.tsx";

interface StatePanelProps {
  icon: IconName;
  title: string;
  text?: string | undefined;
  /** What can be done about it. */
  children?: ReactNode;
}

/** What a page shows in place of its data: nothing there, not allowed, or not reachable. */
export function StatePanel({ icon, title, text, children }: StatePanelProps) {
  return (
    <div className="card card-border grid justify-items-center gap-4 text-center">
      <span className="icon-tile">
        <Icon name={icon} />
      </span>
      <h2 className="text-card">{title}</h2>
      {text && <p className="text-soft max-w-[34rem]">{text}</p>}
      {children && <div className="mt-2 flex flex-wrap justify-center gap-3">{children}</div>}
    </div>
  );
}
