import { type ReactNode, createContext, useContext, useMemo } from "react";

const BackendContext = createContext<Backend | null>(null);

interface BackendProviderProps {
  backend: Backend | null;
  children: ReactNode;
}

export function BackendProvider({ backend, children }: BackendProviderProps) {
  const { url, publishableKey, takesNativePosts = false } = backend ?? {};
  // The memo keeps the same object while the values are equal, so that a content refresh restarts no effect.
  const value = useMemo(
    () => (url && publishableKey ? { url, publishableKey, takesNativePosts } : null),
    [url, publishableKey, takesNativePosts],
  );
  return <BackendContext value={value}>{children}</BackendContext>;
}

/** Returns the backend settings; null when the site runs without a backend. */
export function useBackend(): Backend | null {
  return useContext(BackendContext);
}

export interface Backend {
  url: string;
  publishableKey: string;
  /** True when the site's server forwards forms that browsers post without JavaScript. */
  takesNativePosts: boolean;
}
