import { useEffect, useState } from "react";

/** Reads a value when the component mounts and whenever `read` changes. `read` must be a memoized function. */
export function useRead<Value extends object>(
  read: () => Promise<Value>,
): Value | "loading" | "failed" {
  const [state, setState] = useState<Value | "loading" | "failed">("loading");
  useEffect(() => {
    let isCurrent = true;
    const show = (value: Value | "failed") => isCurrent && setState(value);
    read()
      .then(show)
      .catch(() => show("failed"));
    return () => {
      isCurrent = false;
    };
  }, [read]);
  return state;
}
