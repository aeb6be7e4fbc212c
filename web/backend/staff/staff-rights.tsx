import { type ComponentProps, type ReactNode, createContext, useContext, useId } from "react";
import type { StaffRightsName } from "#contracts/stored-values.ts";
import { Icon } from "../../ui/brand/icons.tsx";
import { Button } from "../../ui/feedback/button.tsx";
import { showToast } from "../../ui/feedback/show-toast.tsx";

/** Rights that the signed-in member may not use in this session, each with the reason (private.right_refusal). */
type LackingRights = Partial<Record<StaffRightsName, string | null>>;

const LackingContext = createContext<LackingRights>({});

export const LackingRightsProvider = LackingContext.Provider;

/** Returns why the signed-in member may not use a right; undefined when the member may. The database checks each call. */
export function useLack(right: StaffRightsName): string | undefined {
  return useContext(LackingContext)[right] ?? undefined;
}

interface StaffButtonProps extends ComponentProps<typeof Button> {
  /** Right that the action needs in the database. */
  needs: StaffRightsName;
}

/**
 * Shows the button of an action. Without the right, the button looks unavailable, and a click shows the reason. It is
 * not disabled, so that the keyboard, a shortcut and a screen reader can still reach the reason.
 */
export function StaffButton({ needs, ...button }: StaffButtonProps) {
  const lack = useLack(needs);
  const reasonId = useId();
  if (lack === undefined) return <Button {...button} />;
  return (
    <>
      <Button
        {...button}
        className={`${button.className ?? "btn-outline"} cursor-not-allowed`}
        isBusy={false}
        disabled={false}
        aria-disabled
        aria-describedby={reasonId}
        onClick={() =>
          showToast({ title: "Não disponível para você", description: lack, tone: "info" })
        }
      >
        <Icon name="lock" className="size-4" />
        {button.children}
      </Button>
      <span id={reasonId} hidden>
        {lack}
      </span>
    </>
  );
}

/** Shows a form or screen to a member who has its right. Other members read who has it. */
export function Needs({ right, children }: { right: StaffRightsName; children: ReactNode }) {
  const lack = useLack(right);
  if (lack === undefined) return children;
  return (
    <p className="flex gap-2 text-sm text-muted">
      <Icon name="lock" className="size-4 shrink-0 translate-y-0.5" />
      {lack}
    </p>
  );
}
