export interface BrowserStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/**
 * The browser's local or session storage. Where it is blocked or full, values live in memory as
 * long as the page, so that signing in still works.
 */
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
    // Blocked by the browser's settings, or full.
    return undefined;
  }
}

/** The session of a contract ends with its tab, as the contract number does. */
export const contractStorageKey = "payser-contrato-sessao";
export const contractNumberKey = "payser-contrato";

/** Where both are kept; the boot script, which only needs the name of one, leaves it out. */
export const contractStorage = /* @__PURE__ */ browserStorage("sessionStorage");

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

/** Where the tab keeps what a form was answered with. */
export const receiptKey = (functionName: string) => `payser-recibo-${functionName}`;
