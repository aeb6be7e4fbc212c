import type { StaffTextsQueryResult } from "../../../content/sanity.types.ts";
import { StaffScreen } from "../../../features/staff/shell/staff-gate.tsx";
import { StaffContracts } from "./staff-contracts.tsx";
import type { PageProps } from "../../define-page.ts";

export function StaffContractsPage({ content, path }: PageProps<StaffTextsQueryResult>) {
  return (
    <StaffScreen
      path={path}
      title="Contratos"
      subtitle="Encontre, acompanhe e encerre contratos"
      isWide
    >
      {() => <StaffContracts texts={content} />}
    </StaffScreen>
  );
}
