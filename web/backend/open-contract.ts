import { browserStorage } from "./browser-storage.ts";

/** The session of a contract ends with its tab, as the contract number does. */
export const contractStorageKey = "payser-contrato-sessao";
const contractNumberKey = "payser-contrato";

/** Where both are kept. */
export const contractStorage = browserStorage("sessionStorage");

/** Whether a contract was opened in this tab; its session may turn out to have ended. */
export function hasOpenedContract(): boolean {
  return openContractNumber.read() !== null || contractStorage.getItem(contractStorageKey) !== null;
}

/** The number of the open contract, in session storage (specification 3). */
export const openContractNumber = {
  read: () => contractStorage.getItem(contractNumberKey),
  write: (contractNumber: string) => contractStorage.setItem(contractNumberKey, contractNumber),
  clear: () => contractStorage.removeItem(contractNumberKey),
};
