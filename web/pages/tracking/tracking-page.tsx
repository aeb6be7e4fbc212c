import { PageHead } from "../../content/head.tsx";
import type { CoverageQueryResult } from "../../content/sanity.types.ts";
import { AcceptOffer, ContractAccess } from "../../features/accept-offer/accept-offer.tsx";
import { ConfirmCorrection } from "../../features/confirm-correction/confirm-correction.tsx";
import { RegretContract } from "../../features/regret-contract/regret-contract.tsx";
import { SendDocuments } from "../../features/send-documents/send-documents.tsx";
import {
  FollowRequest,
  LostLinkForm,
  NativeFollowRequest,
  useTrackingSecret,
} from "../../features/track-request/follow-request.tsx";
import type { TrackingTexts } from "../../features/track-request/request-progress.tsx";
import { Spinner } from "../../ui/feedback/states.tsx";
import type { PageProps } from "../define-page.ts";

/** The page's texts, and what conditions say is covered. */
type TrackingContent = TrackingTexts & {
  coverage: Pick<NonNullable<CoverageQueryResult>, "exclusions" | "inclusions">;
};

/** Where the link of every mail about a request leads. */
export function TrackingPage({ content, path }: PageProps<TrackingContent>) {
  const secret = useTrackingSecret();
  return (
    <>
      <PageHead seo={null} path={path} title={content.title} noIndex />
      <section className="hero-band hero-sand">
        <div className="mx-auto w-full max-w-[46rem] px-gutter">
          <h1 className="text-heading">{content.title}</h1>
          <p className="text-soft mt-3">{content.intro}</p>
          <div className="mt-8">
            {secret === undefined && (
              <>
                <div className="noscript:hidden">
                  <Spinner label={content.loadingLabel} />
                </div>
                <noscript>
                  {import.meta.env?.SSR && <NativeFollowRequest texts={content} />}
                </noscript>
              </>
            )}
            {secret === null && <LostLinkForm texts={content.lost} title={content.lost.title} />}
            {secret && (
              <FollowRequest
                key={secret}
                secret={secret}
                texts={content}
                renderOffer={({ request: { offer, contract }, onChange }) =>
                  offer && (
                    <>
                      <AcceptOffer
                        secret={secret}
                        offer={offer}
                        contract={contract}
                        texts={content.offer}
                        coverage={content.coverage}
                        onChange={onChange}
                      />
                      {contract && (
                        <RegretContract
                          by={{ secret }}
                          until={contract.regretUntil}
                          texts={content.regret}
                          onRegret={onChange}
                        />
                      )}
                    </>
                  )
                }
                renderContractAccess={({ request: { contract }, onChange }) =>
                  contract && (
                    <ContractAccess
                      secret={secret}
                      contract={contract}
                      texts={content.offer}
                      onChange={onChange}
                    />
                  )
                }
                renderCorrection={({ request: { contract }, onChange }) =>
                  contract &&
                  content.correction && (
                    <ConfirmCorrection
                      secret={secret}
                      correction={contract.correction}
                      texts={content.correction}
                      onChange={onChange}
                    />
                  )
                }
                renderDocuments={({ request: { documents, status }, onChange }) =>
                  documents && (
                    <SendDocuments
                      secret={secret}
                      documents={documents}
                      isOpen={status === "pending"}
                      texts={content.documents}
                      onArrived={onChange}
                    />
                  )
                }
              />
            )}
          </div>
        </div>
      </section>
    </>
  );
}
