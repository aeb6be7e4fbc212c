import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";

/** The last row of a page by what the rows are sorted by: the next one begins after it. */
interface PageEnd {
  /** A date or a moment, as the database wrote it. */
  moment: string;
  id: string;
}

interface PagesQuery<Row> {
  queryKey: readonly unknown[];
  /** One page; `after` is where the page before it ended, null for the first. */
  read: (after: PageEnd | null, signal: AbortSignal) => Promise<Row[]>;
  endOf: (last: Row) => PageEnd;
  pageSize: number;
}

/** Colleagues work at the same time: a page in view shows what they did. */
const POLL_MS = 30_000;

/** Rows that are found page after page by the end of the one before, kept current. */
export function usePages<Row>({ queryKey, read, endOf, pageSize }: PagesQuery<Row>) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: firstPage(),
    getNextPageParam: (page) => {
      const last = page.at(-1);
      return last && page.length === pageSize ? endOf(last) : null;
    },
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: "always",
    refetchInterval: POLL_MS,
  });
  return { ...query, rows: query.data?.pages.flat() };
}

function firstPage(): PageEnd | null {
  return null;
}
