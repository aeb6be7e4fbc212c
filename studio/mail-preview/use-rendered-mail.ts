import { useEffect, useState } from "react";
import { useClient } from "sanity";
import { contentApiVersion } from "../../content-api-version.ts";
import {
  type FunctionContent,
  readContentAnswer,
} from "../../supabase/functions/_shared/content/function-content.ts";
import { contentQuery } from "../../supabase/functions/_shared/content/read-content.ts";
import { seedContent } from "../../supabase/functions/_shared/content/seed-content.ts";
import type { MailTextName } from "../../supabase/functions/_shared/contracts/mail-texts.ts";
import type { RenderedMail } from "../../supabase/functions/_shared/mail/render-mail.tsx";
import type { MailWords } from "./find-mail-faults.ts";

/** Links of a mail that is only looked at lead here. */
const siteUrl = "https://exemplo.invalid";

/**
 * The mail with these words, made by what sends it, with sample data; the one before while the next
 * is made.
 */
export function useRenderedMail(name: MailTextName, words: MailWords): RenderedMail | undefined {
  const content = useMailContent();
  const [mail, setMail] = useState<RenderedMail>();
  // Words are read anew at every keystroke; only another text makes another mail.
  const written = JSON.stringify(words);
  useEffect(() => {
    if (!content) return undefined;
    let isCurrent = true;
    // As large as the rest of the form: loaded when somebody looks at a mail.
    import("../../supabase/functions/_shared/mail/render-mail.tsx")
      .then(({ renderSample }) => renderSample(name, words, { ...content, siteUrl }))
      .then((rendered) => {
        if (isCurrent) setMail(rendered);
      })
      .catch((error: unknown) => console.error(error));
    return () => {
      isCurrent = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps
  }, [content, name, written]);
  return mail;
}

/**
 * Company, rules and coverage as they would be with every draft published, read as the functions
 * read them; undefined until they are there. What cannot be had is the initial content's.
 */
function useMailContent(): FunctionContent | undefined {
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
