import { PageHead } from "../../content/head.tsx";
import type { StaffTextsQueryResult } from "../../content/sanity.types.ts";
import { CaseWork } from "../../features/case-work/case-work.tsx";
import { OfferPanel } from "../../features/make-offers/offer-panel.tsx";
import { RequestDocuments } from "../../features/request-documents/request-documents.tsx";
import { keyedPlaces } from "../../features/review-simulations/keys.tsx";
import { SimulationsReview } from "../../features/review-simulations/simulations-review.tsx";
import { StaffScreen } from "../../features/session/staff-gate.tsx";
import type { PageProps } from "../define-page.ts";

export function ReviewSimulationsPage({ content, path }: PageProps<StaffTextsQueryResult>) {
  const title = "Gerenciar Simulações";
  return (
    <>
      <PageHead seo={null} path={path} title={title} noIndex />
      <StaffScreen title={title} subtitle="Visualize e aprove simulações de fiança" isWide>
        {() => (
          <SimulationsReview
            texts={content}
            renderDocuments={({ id, status }) => (
              <>
                <RequestDocuments
                  simulationId={id}
                  status={status}
                  askNotes={content.documentNotes}
                  refusalReasons={content.documentRefusals}
                  askButton={keyedPlaces.askDocuments}
                />
                <CaseWork key={id} about={{ simulation_id: id }} />
              </>
            )}
            renderOffer={(simulation, onDecided) => (
              <OfferPanel
                simulation={simulation}
                coveragePercent={content.coveragePercent ?? 0}
                paymentMethods={content.paymentMethods}
                makeButton={keyedPlaces.makeOffer}
                onDecided={onDecided}
              />
            )}
          />
        )}
      </StaffScreen>
    </>
  );
}
