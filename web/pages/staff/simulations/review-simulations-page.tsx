import type { StaffTextsQueryResult } from "../../../content/sanity.types.ts";
import { SimulationsReview } from "./simulations-review.tsx";
import { StaffScreen } from "../../../features/staff/shell/staff-gate.tsx";
import type { PageProps } from "../../define-page.ts";

export function ReviewSimulationsPage({ content, path }: PageProps<StaffTextsQueryResult>) {
  return (
    <StaffScreen
      path={path}
      title="Gerenciar Simulações"
      subtitle="Visualize e aprove simulações de fiança"
      isWide
      hasOwnKeys
    >
      {() => <SimulationsReview texts={content} />}
    </StaffScreen>
  );
}
