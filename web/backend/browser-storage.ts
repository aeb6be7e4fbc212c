export interface BrowserStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Returns the browser's storage. When the storage is blocked or full, memory replaces it until the page is left. */
export function browserStorage(kind: "localStorage" | "sessionStorage"): BrowserStorage {
  const memory = new Map<string, string>();
  return {
    getItem(key) {
      return memory.get(key) ?? attempt(() => window[kind].getItem(key)) ?? null;
    },
    setItem(key, value) {
      const kept = attempt(() => {
        window[kind].setItem(key, value);
        return true;
      });
      if (kept) memory.delete(key);
      else memory.set(key, value);
    },
    removeItem(key) {
      memory.delete(key);
      attempt(() => window[kind].removeItem(key));
    },
  };
}

function attempt<Value>(access: () => Value): Value | undefined {
  try {
    return access();
  } catch {
    // The browser's settings block the storage, or the storage is full.
    return undefined;
  }
}

/** Key in the session storage. Browsers delete this storage when a tab closes, which ends the session. */
export const contractStorageKey = "payser-contrato-sessao";
export const contractNumberKey = "payser-contrato";

/**
 * Storage for the session and the number of the open contract. The boot script uses only `contractNumberKey`, so its
 * bundle leaves this constant out.
 */
export const contractStorage = /* @__PURE__ */ browserStorage("sessionStorage");

/** Returns true when a contract was opened in this tab. The session of the contract may have ended since. */
export function hasOpenedContract(): boolean {
  return openContractNumber.read() !== null || contractStorage.getItem(contractStorageKey) !== null;
}

/** Number of the open contract, kept in session storage (specification section 3). */
export const openContractNumber = {
  read: () => contractStorage.getItem(contractNumberKey),
  write: (contractNumber: string) => contractStorage.setItem(contractNumberKey, contractNumber),
  clear: () => contractStorage.removeItem(contractNumberKey),
};

export const receiptKey = (functionName: string) => `payser-recibo-${functionName}`;
