import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";

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

/**
 * Makes a `<details>` behave like a menu once the page is hydrated: it closes on navigation, on
 * Escape (focus returns to its summary) and when the person clicks or tabs away.
 */
function useDisclosure(): RefObject<HTMLDetailsElement | null> {
  const details = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  const shownKey = useRef(key);

  useEffect(() => {
    // The first run must not close a menu that was opened before hydration.
    if (shownKey.current === key) return;
    shownKey.current = key;
    if (details.current) details.current.open = false;
  }, [key]);

  useEffect(() => {
    const closeOnEscape = (event: KeyboardEvent) => {
      const menu = details.current;
      if (event.key !== "Escape" || !menu?.open) return;
      menu.open = false;
      menu.querySelector("summary")?.focus();
    };
    const closeOutside = ({ target }: Event) => {
      const menu = details.current;
      if (menu?.open && target instanceof Node && !menu.contains(target)) menu.open = false;
    };
    document.addEventListener("keydown", closeOnEscape);
    document.addEventListener("pointerdown", closeOutside);
    document.addEventListener("focusin", closeOutside);
    return () => {
      document.removeEventListener("keydown", closeOnEscape);
      document.removeEventListener("pointerdown", closeOutside);
      document.removeEventListener("focusin", closeOutside);
    };
  }, []);

  return details;
}
