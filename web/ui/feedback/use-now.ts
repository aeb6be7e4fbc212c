import { useEffect, useState } from "react";

/** The present moment in milliseconds, told anew every `interval` of them: for clocks that count down. */
export function useNow(interval: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), interval);
    return () => clearInterval(timer);
  }, [interval]);
  return now;
}
