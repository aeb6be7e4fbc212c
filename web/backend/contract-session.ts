import { sessionSchema } from "../../supabase/functions/_shared/contracts/accounts.ts";
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

/**
 * The client of a tenant with an open contract, for browsers only.
 * @throws when supabase-js cannot be fetched.
 */
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
  // supabase-js tells every tab what becomes of a session, over a channel named by its key: under
  // a key of this page's own nobody listens. What is stored keeps its name.
  const ownKey = `${contractStorageKey}-${crypto.getRandomValues(new Uint32Array(2)).join("")}`;
  const stored = (key: string) => key.replace(ownKey, contractStorageKey);
  return connectSupabase(backend, ownKey, {
    getItem: (key) => storage.getItem(stored(key)),
    setItem: (key, value) => storage.setItem(stored(key), value),
    removeItem: (key) => storage.removeItem(stored(key)),
  });
}

/** A duplicated tab got a copy of a session that goes on next door; two would end each other. */
function forgetCopy(): void {
  storage.removeItem(contractStorageKey);
  openContractNumber.clear();
}

const tabKey = "payser-aba";
/** A page that is being replaced by this one gives its lock back by then. */
const RELOAD_MS = 1_000;

const tabStorage = browserStorage("sessionStorage");

/**
 * Whether this tab is the one its session storage was made for; false in a duplicate, to which
 * browsers copy it. The first page of a tab holds a lock on the tab's name while it lives.
 */
async function isFirstInTab(): Promise<boolean> {
  // Only secure origins have locks; elsewhere a duplicate goes unnoticed.
  if (!("locks" in navigator)) return true;
  const tab = tabStorage.getItem(tabKey);
  if (tab !== null && (await hold(tab))) return true;
  const fresh = crypto.randomUUID();
  tabStorage.setItem(tabKey, fresh);
  await hold(fresh);
  return tab === null;
}

/** Takes the lock for as long as the page lives; false when another page keeps it. */
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

interface Door {
  /** The function that judges the password. */
  name: string;
  body: object;
  accessToken?: string;
}

/**
 * Has a function judge a password, and enters the session that it gives.
 * @throws CallFailure, or what the client says when the session cannot be entered.
 */
export async function openSession(
  backend: Backend | null,
  { name, body, accessToken }: Door,
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
 * The random token by which the gate knows a browser that has signed in, so that strangers' tries
 * do not lock it out. Kept after a success only; it opens nothing without the password.
 */
export const deviceToken = {
  /** What is kept, or a new one that is not. */
  read: () => deviceStorage.getItem(storageKey) ?? newToken(),
  keep: (token: string) => deviceStorage.setItem(storageKey, token),
};

function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
