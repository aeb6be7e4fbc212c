import { useQuery } from "@tanstack/react-query";
import { formatLetterCode } from "../../../supabase/functions/_shared/contracts/letter-code.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { paths } from "../../config/paths.ts";
import type { ContractTexts } from "./contract-texts.ts";
import { readLetter } from "./read-letter.ts";

interface ContractLetterProps {
  contractId: string;
  texts: ContractTexts["letter"];
}

/** With what a landlord sees that the letter is genuine; nothing for contracts without one. */
export function ContractLetter({ contractId, texts }: ContractLetterProps) {
  const backend = useBackend();
  const { data: letter } = useQuery({
    queryKey: ["contract", contractId, "letter"],
    queryFn: ({ signal }) => readLetter(backend, contractId, signal),
    gcTime: 0,
  });
  if (!letter) return null;
  return (
    <section
      className="card card-border grid gap-3 print:gap-1 print:border-0 print:p-0 print:[box-shadow:none]"
      aria-labelledby="letter"
    >
      <h2 id="letter" className="text-card print:text-base">
        {texts.title}
      </h2>
      {letter.file_sha256 === null ? (
        <p>{texts.pendingText}</p>
      ) : (
        <>
          <p>
            {texts.codeLabel}:{" "}
            <strong className="whitespace-nowrap tabular-nums">
              {formatLetterCode(letter.code)}
            </strong>
          </p>
          <p className="text-soft print:hidden">{texts.text}</p>
          <a
            className="btn btn-outline justify-self-start print:hidden"
            // A page of its own, opened anew: its code stands behind the #.
            href={`${paths.verify}#${letter.code}`}
          >
            {texts.verifyLabel}
          </a>
        </>
      )}
    </section>
  );
}
