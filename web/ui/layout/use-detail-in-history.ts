import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";

/** What an address has while a detail is open. It does not say which: that is nobody else's. */
const detailHash = "#detalhe";

/**
 * Gives an open detail an entry of its own in the history: on a phone it covers the list, and the
 * way back of the browser leads to the list, not out of the page.
 *
 * @param onBack Closes the detail.
 * @returns what a button that closes it calls.
 */
export function useDetailInHistory(isOpen: boolean, onBack: () => void): () => void {
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  const before = useRef({ isOpen: false, hash });

  useEffect(() => {
    const { isOpen: wasOpen, hash: formerHash } = before.current;
    before.current = { isOpen, hash };
    const isThere = hash === detailHash;
    if (isOpen === isThere) return;
    if (isOpen && wasOpen && formerHash === detailHash) onBack();
    else if (isOpen && !wasOpen)
      void navigate({ search, hash: detailHash }, { preventScrollReset: true });
    // Closed by another list, or an address that was loaded anew.
    else if (!isOpen)
      void navigate({ search, hash: "" }, { replace: true, preventScrollReset: true });
  }, [isOpen, hash, search, navigate, onBack]);

  return () => (hash === detailHash ? void navigate(-1) : onBack());
}
