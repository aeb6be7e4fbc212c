import { useEffect, useRef, useState } from "react";
import { formatDateTime } from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import { fillVariables } from "../../../supabase/functions/_shared/contracts/fields/variables.ts";
import type {
  TrackedContract,
  TrackedOffer,
} from "../../../supabase/functions/_shared/contracts/tracking.ts";
import { clientTabPath } from "../../config/paths.ts";
import { ButtonLink } from "../../ui/layout/links.tsx";
import { AcceptanceForm } from "./acceptance-form.tsx";
import { OfferConditions, type OfferCoverage, type OfferTexts } from "./offer-conditions.tsx";

export interface AcceptOfferProps {
  secret: string;
  offer: TrackedOffer;
  contract: TrackedContract | undefined;
  texts: OfferTexts;
  coverage: OfferCoverage;
  /** Something about the offer changed, or turns out to have. */
  onChange: () => void;
}

/** The conditions of a request: to be accepted while they are open, to be read again afterwards. */
export function AcceptOffer({
  secret,
  offer,
  contract,
  texts,
  coverage,
  onChange,
}: AcceptOfferProps) {
  const [isNew, setIsNew] = useState(false);
  const isOpen = mayAccept(offer);
  return (
    <>
      {contract && <Accepted contract={contract} texts={texts} isNew={isNew} />}
      <section className="card card-border grid gap-8" aria-labelledby="offer-title">
        <div>
          <h2 id="offer-title" className="text-card">
            {isOpen || offer.status === "accepted" ? texts.title : texts.expiredTitle}
          </h2>
          {isOpen && (
            <p className="mt-2">
              {texts.validLabel}{" "}
              <time dateTime={offer.validUntil} className="font-bold">
                {formatDateTime(offer.validUntil)}
              </time>
            </p>
          )}
        </div>
        <OfferConditions secret={secret} offer={offer} texts={texts} coverage={coverage} />
        {isOpen && (
          <AcceptanceForm
            key={offer.id}
            secret={secret}
            offer={offer}
            texts={texts}
            onAccepted={() => {
              setIsNew(true);
              onChange();
            }}
            onChange={onChange}
          />
        )}
      </section>
    </>
  );
}

/** The page may have been open for longer than the offer. */
function mayAccept({ status, validUntil }: TrackedOffer, now = Date.now()): boolean {
  return status === "open" && Date.parse(validUntil) > now;
}

interface AcceptedProps {
  contract: TrackedContract;
  texts: OfferTexts;
  /** It was accepted here and now. */
  isNew: boolean;
}

function Accepted({ contract, texts, isNew }: AcceptedProps) {
  const { contractNumber, status, isReady } = contract;
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The button is gone, and the focus with it.
    if (isNew) title.current?.focus();
  }, [isNew]);
  return (
    <section className="card card-border grid gap-3" aria-labelledby="accepted-title">
      <h2 ref={title} id="accepted-title" tabIndex={-1} className="text-card">
        {texts.acceptedTitle}
      </h2>
      <p>{fillVariables(texts.acceptedText, { contractNumber })}</p>
      {isReady && status === "active" && (
        <ButtonLink href={clientTabPath} className="justify-self-start">
          {texts.readyLabel}
        </ButtonLink>
      )}
    </section>
  );
}
