import { useEffect, useRef } from "react";
import { useLocation, useNavigation } from "react-router-dom";
import { resolveValue, toast, useToaster } from "react-hot-toast/headless";
import { Icon } from "../brand/icons.tsx";
import { dismissOutlived } from "./show-toast.tsx";

/** Shows toasts with the library's headless hook. The library's own component injects styles that the CSP forbids. */
export function Toaster() {
  const { toasts, handlers } = useToaster();
  const container = useRef<HTMLDivElement>(null);
  const shown = toasts.filter(({ visible }) => visible);
  const newest = shown[0]?.createdAt;

  const { pathname } = useLocation();
  const leadsTo = useNavigation().location?.pathname;
  useEffect(() => {
    if (leadsTo !== undefined && leadsTo !== pathname) dismissOutlived();
    // The dependencies omit `pathname`. The effect must run when a navigation starts, but not again when the next page
    // shows.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [leadsTo]);

  useEffect(() => {
    const { current } = container;
    // Hiding and showing the popover puts it above all open dialogs, so that no dialog covers a new toast.
    current?.hidePopover?.();
    if (newest) current?.showPopover?.();
  }, [newest]);

  return (
    <div
      ref={container}
      popover="manual"
      className="toaster toast inset-auto right-4 bottom-4 z-60 w-[min(26rem,100vw-2rem)] overflow-visible text-inherit print:hidden"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
    >
      {shown.map((notice) => (
        <div
          key={notice.id}
          {...notice.ariaProps}
          className={`alert grid-cols-[1fr_auto] items-start rounded-md text-sm wrap-anywhere [--focus-ring:currentColor] [box-shadow:var(--shadow-float)] ${notice.type === "error" ? "alert-error" : "alert-success"}`}
        >
          <div>{resolveValue(notice.message, notice)}</div>
          <button
            type="button"
            className="-my-2 -mr-3 grid size-10 cursor-pointer place-items-center rounded-full hover:bg-white/16"
            onClick={() => toast.dismiss(notice.id)}
          >
            <Icon name="close" className="size-5" />
            <span className="sr-only">Fechar aviso</span>
          </button>
        </div>
      ))}
    </div>
  );
}
