import type { Backend } from "./backend.ts";
import { browserStorage } from "./browser-storage.ts";
import type { Client } from "./connect-supabase.ts";

/** The session of a contract ends with its tab, as the contract number does. */
export const contractStorageKey = "payser-contrato-sessao";
const contractNumberKey = "payser-contrato";

const storage = browserStorage("sessionStorage");
let connected: Promise<Client> | undefined;

/**
 * The client of a tenant with an open contract, for browsers only.
 * @throws when supabase-js cannot be fetched.
 */
export function contractClient(backend: Backend): Promise<Client> {
  if (!connected) {
    connected = import("./connect-supabase.ts").then((to) =>
      to.connectSupabase(backend, contractStorageKey, storage),
    );
    connected.catch(() => (connected = undefined));
  }
  return connected;
}

/** The number of the open contract, in session storage (specification 3). */
export const openContractNumber = {
  read: () => storage.getItem(contractNumberKey),
  write: (contractNumber: string) => storage.setItem(contractNumberKey, contractNumber),
  clear: () => storage.removeItem(contractNumberKey),
};
