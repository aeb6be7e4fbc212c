import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";

/** Shows a menu that opens without JavaScript. With JavaScript, navigation, Escape or a click outside closes it. */
export function MenuDisclosure({
  className = "",
  summaryClassName = "",
  summary,
  children,
}: {
  className?: string;
  summaryClassName?: string;
  summary: ReactNode;
  children: ReactNode;
}) {
  return (
    // A menu opened before hydration differs from React's first rendering. React must not report the difference.
    <details ref={useDisclosure()} className={`group ${className}`} suppressHydrationWarning>
      <summary className={summaryClassName}>{summary}</summary>
      {children}
    </details>
  );
}

/** Closes a `<details>` on navigation, on Escape (which refocuses the summary), and on a click or focus outside. */
function useDisclosure(): RefObject<HTMLDetailsElement | null> {
  const details = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  const shownKey = useRef(key);

  useEffect(() => {
    // The first run of this effect must not close a menu that was opened before hydration.
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
