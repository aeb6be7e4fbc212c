import type { ReactNode } from "react";
import { useDisclosure } from "./use-disclosure.ts";

interface MenuDisclosureProps {
  className?: string;
  summaryClassName?: string;
  summary: ReactNode;
  children: ReactNode;
}

/** A menu that opens without JavaScript and, with it, closes the way menus do. */
export function MenuDisclosure({
  className = "",
  summaryClassName = "",
  summary,
  children,
}: MenuDisclosureProps) {
  return (
    // It may have been opened before hydration, which is no mismatch.
    <details ref={useDisclosure()} className={`group ${className}`} suppressHydrationWarning>
      <summary className={summaryClassName}>{summary}</summary>
      {children}
    </details>
  );
}
