import { createContext, type ReactNode, useContext } from "react";
import type { StaffAccount } from "./read-staff-account.ts";

/** Either the account that may work, or what stands in the way of it. */
export type StaffDoor =
  | { account: StaffAccount; barrier?: undefined }
  | { account?: undefined; barrier: ReactNode };

const DoorContext = createContext<StaffDoor>({ barrier: null });

export const StaffDoorProvider = DoorContext.Provider;

/** Whether somebody of staff is at work here; known within the staff's own frame alone. */
export function useStaffDoor(): StaffDoor {
  return useContext(DoorContext);
}
