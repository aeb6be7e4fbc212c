import { sessionSchema } from "#contracts/accounts.ts";
import type { Backend } from "./backend-context.tsx";
import {
  browserStorage,
  contractStorage as storage,
  contractStorageKey,
  openContractNumber,
} from "./browser-storage.ts";
import { callFunction, noAnswer } from "./call-function.ts";
import type { Client } from "./connect-supabase.ts";

let connected: Promise<Client> | undefined;

/** Returns the Supabase client of the open contract. Works only in browsers. @throws if supabase-js does not load */
export function contractClient(backend: Backend): Promise<Client> {
  if (!connected) {
    connected = connectContract(backend);
    connected.catch(() => (connected = undefined));
  }
  return connected;
}

async function connectContract(backend: Backend): Promise<Client> {
  const [{ connectSupabase }, isOwn] = await Promise.all([
    import("./connect-supabase.ts"),
    isFirstInTab(),
  ]);
  if (!isOwn) forgetCopy();
  // supabase-js announces session changes to all tabs, over a channel that is named after the storage key. The client
  // gets a random key for this page, so that no other tab listens. The storage itself uses the usual key.
  const ownKey = `${contractStorageKey}-${crypto.getRandomValues(new Uint32Array(2)).join("")}`;
  const stored = (key: string) => key.replace(ownKey, contractStorageKey);
  return connectSupabase(backend, ownKey, {
    getItem: (key) => storage.getItem(stored(key)),
    setItem: (key, value) => storage.setItem(stored(key), value),
    removeItem: (key) => storage.removeItem(stored(key)),
  });
}

/** Removes the session of a duplicated tab, because two tabs with one session would sign each other out. */
function forgetCopy(): void {
  storage.removeItem(contractStorageKey);
  openContractNumber.clear();
}

const tabKey = "payser-aba";
/** Time (ms) to wait for the lock of this tab. After a reload, the former page releases the lock within this time. */
const RELOAD_MS = 1_000;

const tabStorage = browserStorage("sessionStorage");

/**
 * Returns false in a duplicated tab, which has a copy of the session storage but cannot get the lock of the first tab.
 */
async function isFirstInTab(): Promise<boolean> {
  // Browsers have no locks on pages without https, so this function takes every tab for the first tab.
  if (!("locks" in navigator)) return true;
  const tab = tabStorage.getItem(tabKey);
  if (tab !== null && (await hold(tab))) return true;
  const fresh = crypto.randomUUID();
  tabStorage.setItem(tabKey, fresh);
  await hold(fresh);
  return tab === null;
}

function hold(tab: string): Promise<boolean> {
  return new Promise((resolve) => {
    navigator.locks
      .request(`${tabKey}-${tab}`, { signal: AbortSignal.timeout(RELOAD_MS) }, () => {
        resolve(true);
        return new Promise(() => undefined);
      })
      .catch(() => resolve(false));
  });
}

interface PasswordCheck {
  name: string;
  body: object;
  accessToken?: string;
}

/**
 * Calls an edge function that checks a password, and starts the returned session. @throws CallFailure or an error of
 * supabase-js
 */
export async function openSession(
  backend: Backend | null,
  { name, body, accessToken }: PasswordCheck,
  connect: (backend: Backend) => Promise<Client>,
): Promise<void> {
  if (!backend) throw noAnswer();
  const device = deviceToken.read();
  const session = await callFunction(backend, {
    name,
    body: { ...body, device },
    data: sessionSchema,
    ...(accessToken && { accessToken }),
  });
  const client = await connect(backend);
  const { error } = await client.auth.setSession(session);
  if (error) throw error;
  deviceToken.keep(device);
}

const storageKey = "payser-aparelho";
const deviceStorage = browserStorage("localStorage");

/**
 * Random token that identifies this browser after a sign-in, so that failed attempts of strangers do not lock this
 * browser out. The token is useless without the password.
 */
export const deviceToken = {
  /** Returns the stored token. If none is stored, returns a new one. */
  read: () => deviceStorage.getItem(storageKey) ?? newToken(),
  keep: (token: string) => deviceStorage.setItem(storageKey, token),
};

function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
