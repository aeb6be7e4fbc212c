import type { Backend } from "./backend.ts";
import { browserStorage } from "./browser-storage.ts";
import type { Client } from "./connect-supabase.ts";

/** Specification 3: the session of staff is kept in local storage. */
export const staffStorageKey = "payser-equipe";
/** The session of a contract ends with its tab, as the contract number does. */
export const contractStorageKey = "payser-contrato-sessao";

const staffStorage = browserStorage("localStorage");
const contractStorage = browserStorage("sessionStorage");

let staff: Promise<Client> | undefined;
let contract: Promise<Client> | undefined;
const waitingForStaff = new Set<() => void>();

// supabase-js weighs as much as half of the application: it is fetched by whoever has a session
// or is about to get one. These clients belong to the browser; the server must never call this.
const load = () => import("./connect-supabase.ts");

/** The client of whoever signs in with e-mail and password. @throws when it cannot be fetched. */
export function staffClient(backend: Backend): Promise<Client> {
  if (!staff) {
    staff = load().then((to) => to.connectSupabase(backend, staffStorageKey, staffStorage));
    staff.catch(() => (staff = undefined));
    for (const start of waitingForStaff) start();
    waitingForStaff.clear();
  }
  return staff;
}

/** The client of a tenant with an open contract. @throws when it cannot be fetched. */
export function contractClient(backend: Backend): Promise<Client> {
  if (!contract) {
    contract = load().then((to) =>
      to.connectSupabase(backend, contractStorageKey, contractStorage),
    );
    contract.catch(() => (contract = undefined));
  }
  return contract;
}

/** Whether a session of staff rests in this browser; it may turn out to have ended. */
export function hasStoredStaffSession(): boolean {
  return staffStorage.getItem(staffStorageKey) !== null;
}

/** Runs `start` once, when the staff client is first asked for; gives the way to cancel. */
export function onceStaffClientIsUsed(start: () => void): () => void {
  if (staff) start();
  else waitingForStaff.add(start);
  return () => waitingForStaff.delete(start);
}

const contractNumberKey = "payser-contrato";

/** The number of the open contract, in session storage (specification 3). */
export const openContractNumber = {
  read: () => contractStorage.getItem(contractNumberKey),
  write: (contractNumber: string) => contractStorage.setItem(contractNumberKey, contractNumber),
  clear: () => contractStorage.removeItem(contractNumberKey),
};
