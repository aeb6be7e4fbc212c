import { useSyncExternalStore } from "react";
import { useLocation } from "react-router-dom";
import { openContractNumber } from "../../backend/browser-storage.ts";

// Nothing tells of a change within a tab; a contract is opened and left by navigating.
const never = () => () => {};
const isOpen = () => openContractNumber.read() !== null;

/** Whether a contract is open in this tab, looked up at every navigation, without supabase-js. */
export function useHasOpenedContract(): boolean {
  useLocation();
  return useSyncExternalStore(never, isOpen, () => false);
}
