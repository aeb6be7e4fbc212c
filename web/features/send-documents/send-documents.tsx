import type { TrackedDocument } from "../../../supabase/functions/_shared/contracts/tracking.ts";
import type { DocumentTexts } from "./document-texts.ts";
import { SendDocument } from "./send-document.tsx";

interface SendDocumentsProps {
  /** Of the request's link. */
  secret: string;
  documents: readonly TrackedDocument[];
  /** Whether the request still takes documents. */
  isOpen: boolean;
  texts: DocumentTexts;
  onArrived: () => void;
}

/** What staff asked the applicant for, and the way to send it. */
export function SendDocuments({ documents, isOpen, texts, ...link }: SendDocumentsProps) {
  return (
    <section className="card card-border" aria-labelledby="asked-title">
      <h2 id="asked-title" className="text-card">
        {texts.title}
      </h2>
      <p className="text-soft mt-2">{isOpen ? texts.intro : texts.closedText}</p>
      <ul className="mt-6 grid gap-6">
        {documents.map((document) => (
          <SendDocument
            key={document.id}
            document={document}
            isOpen={isOpen && document.status !== "accepted"}
            texts={texts}
            {...link}
          />
        ))}
      </ul>
    </section>
  );
}
