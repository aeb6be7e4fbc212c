import { useEffect, useState } from "react";
import { useClient } from "sanity";
import { contentApiVersion } from "../../content-api-version.ts";
import {
  type FunctionContent,
  readContentAnswer,
} from "../../supabase/functions/_shared/content/function-content.ts";
import { contentQuery } from "../../supabase/functions/_shared/content/read-content.ts";
import { seedContent } from "../../supabase/functions/_shared/content/seed-content.ts";

/**
 * Company, rules and coverage as they would be with every draft published, read as the functions
 * read them; undefined until they are there. What cannot be had is the initial content's.
 */
export function useMailContent(): FunctionContent | undefined {
  const client = useClient({ apiVersion: contentApiVersion });
  const [content, setContent] = useState<FunctionContent>();
  useEffect(() => {
    let isCurrent = true;
    client
      .fetch<unknown>(contentQuery, {}, { perspective: "drafts" })
      .catch(() => undefined)
      .then((answer) => {
        if (isCurrent) setContent(readContentAnswer(answer, seedContent).content);
      })
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [client]);
  return content;
}
