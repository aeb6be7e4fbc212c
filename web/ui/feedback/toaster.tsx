import { useEffect, useRef } from "react";
import { resolveValue, toast, useToaster } from "react-hot-toast/headless";
import { Icon } from "../brand/icons.tsx";

/**
 * Where notices appear. Headless, because the ready-made one injects styles that the page's
 * security policy forbids.
 */
export function Toaster() {
  const { toasts, handlers } = useToaster();
  const container = useRef<HTMLDivElement>(null);
  const shown = toasts.filter(({ visible }) => visible);
  const newest = shown[0]?.createdAt;

  useEffect(() => {
    const { current } = container;
    // In the top layer, and again for each notice, so that no dialog covers it.
    current?.hidePopover?.();
    if (newest) current?.showPopover?.();
  }, [newest]);

  return (
    <div
      ref={container}
      popover="manual"
      className="toast toaster"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
    >
      {shown.map((notice) => (
        <div
          key={notice.id}
          {...notice.ariaProps}
          className={`alert ${notice.type === "error" ? "alert-error" : "alert-success"}`}
        >
          <div>{resolveValue(notice.message, notice)}</div>
          <button type="button" className="toast-close" onClick={() => toast.dismiss(notice.id)}>
            <Icon name="close" className="size-5" />
            <span className="sr-only">Fechar aviso</span>
          </button>
        </div>
      ))}
    </div>
  );
}
