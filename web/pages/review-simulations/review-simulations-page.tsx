import { PageHead } from "../../content/page-head.tsx";
import { ParkedMail } from "../../features/outgoing-mail/parked-mail.tsx";
import { SimulationsReview } from "../../features/review-simulations/simulations-review.tsx";
import { StaffScreen } from "../../features/session/staff-screen.tsx";

export function ReviewSimulationsPage({ path }: { path: string }) {
  const title = "Gerenciar Simulações";
  return (
    <>
      <PageHead seo={null} path={path} title={title} noIndex />
      <StaffScreen title={title} subtitle="Visualize e aprove simulações de fiança">
        {() => (
          <>
            <ParkedMail />
            <SimulationsReview />
          </>
        )}
      </StaffScreen>
    </>
  );
}
