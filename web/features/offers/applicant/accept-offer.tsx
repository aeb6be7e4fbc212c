import { type ReactNode, useEffect, useRef, useState } from "react";
import { formatDateTime } from "#contracts/fields/formats.ts";
import type { TrackedOffer } from "#contracts/requests/tracking.ts";
import { AcceptanceForm } from "./acceptance-form.tsx";
import { type Answer, AnswerOffer } from "./answer-offer.tsx";
import { OfferConditions, type OfferCoverage, type OfferTexts } from "./offer-conditions.tsx";

interface AcceptOfferProps {
  secret: string;
  offer: TrackedOffer;
  texts: OfferTexts;
  coverage: OfferCoverage;
  isNew: boolean;
  onAnswered: () => void;
  /** Called when the server has a newer offer than the page, so that the offer must be read again. */
  onChange: () => void;
}

/** Shows the conditions of a request. The applicant can accept the conditions while the offer is open. */
export function AcceptOffer({
  secret,
  offer,
  texts,
  coverage,
  isNew,
  onAnswered,
  onChange,
}: AcceptOfferProps) {
  // Answer that was just sent. The page shows this answer at once, before it reads the request again.
  const [sent, setSent] = useState<{ offerId: string; answer: Answer; moment: number }>();
  const answer = sent?.offerId === offer.id ? sent.answer : undefined;
  const isDeclined = offer.status === "declined" || answer === "decline";
  const isOpen = mayAccept(offer) && !isDeclined;
  const title = isDeclined ? texts.refusedTitle : texts.expiredTitle;
  return (
    <>
      {isDeclined && (
        <Outcome title={texts.declinedTitle} isNew={isNew}>
          <p>{texts.declinedText}</p>
        </Outcome>
      )}
      {isOpen && answer === "question" && (
        // The key changes with each question, so React mounts this notice again and its title gets the focus.
        <Outcome key={sent?.moment} title={texts.askedTitle} isNew={isNew}>
          <p>{texts.askedText}</p>
        </Outcome>
      )}
      {isOpen && answer !== "question" && (offer.adjustmentAskedAt ?? answer) && (
        <Outcome title={texts.adjustedTitle} isNew={isNew}>
          <p>{texts.adjustedText}</p>
        </Outcome>
      )}
      <section className="card card-border grid gap-5 max-sm:gap-4" aria-labelledby="offer-title">
        <div>
          <h2 id="offer-title" tabIndex={-1} className="text-card scroll-mt-24">
            {isOpen || offer.status === "accepted" ? texts.title : title}
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
          <>
            <AcceptanceForm
              key={offer.id}
              secret={secret}
              offer={offer}
              texts={texts}
              onAccepted={onAnswered}
              onChange={onChange}
            />
            <AnswerOffer
              key={`answer ${offer.id}`}
              secret={secret}
              offer={offer}
              texts={texts}
              onAnswered={(given) => {
                setSent({ offerId: offer.id, answer: given, moment: Date.now() });
                onAnswered();
              }}
            />
          </>
        )}
      </section>
    </>
  );
}

/** Returns true while the offer is open and has not expired. It may expire while the page is open. */
function mayAccept({ status, validUntil }: TrackedOffer, now = Date.now()): boolean {
  return status === "open" && Date.parse(validUntil) > now;
}

interface OutcomeProps {
  title: string;
  /** True when the applicant answered the offer on this page. */
  isNew: boolean;
  children: ReactNode;
}

export function Outcome({ title, isNew, children }: OutcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The button that had the focus no longer exists, so the title gets the focus.
    if (isNew) heading.current?.focus();
  }, [isNew]);
  return (
    <section className="card card-border grid gap-3" aria-labelledby="outcome-title">
      <h2 ref={heading} id="outcome-title" tabIndex={-1} className="text-card">
        {title}
      </h2>
      {children}
    </section>
  );
}
