import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";

interface TabsProps {
  /** Accessible name of the whole. */
  label: string;
  tabs: readonly { label: string; panel: ReactNode }[];
}

/** Tabs after the ARIA pattern: arrows move between them, the first is shown at the start. */
export function Tabs({ label, tabs }: TabsProps) {
  const [shown, setShown] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();

  const moveWithArrows = ({ key }: KeyboardEvent) => {
    const step = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    const next = (shown + step + tabs.length) % tabs.length;
    setShown(next);
    list.current?.querySelectorAll("button")[next]?.focus();
  };

  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className="tab-bar">
        {tabs.map((tab, index) => (
          <button
            key={tab.label}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-selected={index === shown}
            aria-controls={`${id}-panel-${index}`}
            tabIndex={index === shown ? 0 : -1}
            onClick={() => setShown(index)}
            onKeyDown={moveWithArrows}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab, index) => (
        <div
          key={tab.label}
          role="tabpanel"
          id={`${id}-panel-${index}`}
          aria-labelledby={`${id}-tab-${index}`}
          hidden={index !== shown}
        >
          {tab.panel}
        </div>
      ))}
    </>
  );
}
