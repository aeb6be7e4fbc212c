import type { ReactNode } from "react";
import type { StaffAccount } from "./read-staff-account.ts";
import { useStaffDoor } from "./staff-door.ts";

interface StaffScreenProps {
  title: string;
  subtitle: string;
  /** Lists that stand beside a detail take the whole window; all else is read in one column. */
  isWide?: boolean;
  /** Rendered for active staff only; what it shows is guarded by the database. */
  children: (account: StaffAccount) => ReactNode;
}

/** A screen within the staff's frame: its title, and what stands in the way of those not let in. */
export function StaffScreen({ title, subtitle, isWide = false, children }: StaffScreenProps) {
  const { account, barrier } = useStaffDoor();
  return (
    <div className={isWide && account ? "staff-screen" : "staff-screen max-w-[72rem]"}>
      <h1 className="staff-title">{title}</h1>
      <p className="text-soft mb-6 text-sm">{subtitle}</p>
      {account ? children(account) : barrier}
    </div>
  );
}
