import { type RefObject, useEffect, useRef } from "react";

interface AddedPages<Element> {
  /** For the element whose children are the rows. */
  list: RefObject<Element | null>;
  showMore: () => Promise<void>;
}

/**
 * For a list that grows below its end: the keyboard goes on where the new rows begin, which must
 * be able to take the focus. `shown` is how many rows there are.
 */
export function useAddedPages<Element extends HTMLElement>(
  shown: number,
  fetchNextPage: () => Promise<{ isError: boolean }>,
): AddedPages<Element> {
  const list = useRef<Element>(null);
  const shownBefore = useRef<number>(undefined);

  useEffect(() => {
    const index = shownBefore.current;
    if (index === undefined || shown <= index) return;
    shownBefore.current = undefined;
    const firstNew = list.current?.children[index];
    if (firstNew instanceof HTMLElement) firstNew.focus();
  }, [shown]);

  async function showMore(): Promise<void> {
    shownBefore.current = shown;
    const { isError } = await fetchNextPage();
    if (isError) shownBefore.current = undefined;
  }

  return { list, showMore };
}
