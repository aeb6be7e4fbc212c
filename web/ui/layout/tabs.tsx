import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";

interface TabsProps {
  label: string;
  tabs: readonly { label: string; panel: ReactNode }[];
  shown: number;
  onShow: (index: number) => void;
}

/** Shows tabs that follow the ARIA pattern: arrow keys, Home and End move between the tabs. */
export function Tabs({ label, tabs, shown, onShow }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const id = useId();

  const moveWithKeys = (event: KeyboardEvent) => {
    const last = tabs.length - 1;
    const next = {
      ArrowRight: shown === last ? 0 : shown + 1,
      ArrowLeft: shown === 0 ? last : shown - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onShow(next);
    list.current?.querySelectorAll("button")[next]?.focus();
  };

  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className="tabs tabs-box mb-8">
        {tabs.map((tab, index) => (
          <button
            key={tab.label}
            type="button"
            role="tab"
            className="tab flex-1"
            id={`${id}-tab-${index}`}
            aria-selected={index === shown}
            aria-controls={`${id}-panel-${index}`}
            tabIndex={index === shown ? 0 : -1}
            onClick={() => onShow(index)}
            onKeyDown={moveWithKeys}
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
