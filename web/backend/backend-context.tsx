import { type ReactNode, createContext, useContext, useMemo } from "react";

const BackendContext = createContext<Backend | null>(null);

interface BackendProviderProps {
  backend: Backend | null;
  children: ReactNode;
}

/** Tells the tree which backend the server named. */
export function BackendProvider({ backend, children }: BackendProviderProps) {
  const { url, publishableKey, takesNativePosts = false } = backend ?? {};
  // Every refresh of the content brings an equal object: effects must not start over for it.
  const value = useMemo(
    () => (url && publishableKey ? { url, publishableKey, takesNativePosts } : null),
    [url, publishableKey, takesNativePosts],
  );
  return <BackendContext value={value}>{children}</BackendContext>;
}

/** The backend, or null when the site runs without one. */
export function useBackend(): Backend | null {
  return useContext(BackendContext);
}

/** Where the Supabase project is and the key that visitors may know; null when there is none. */
export interface Backend {
  url: string;
  publishableKey: string;
  /** Whether the site's process hands on what browsers without JavaScript post to it. */
  takesNativePosts: boolean;
}
