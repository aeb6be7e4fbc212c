import { FindCases } from "../../features/staff/search/find-cases.tsx";
import { StaffScreen } from "../../features/staff/shell/staff-gate.tsx";

export function StaffSearchPage({ path }: { path: string }) {
  return (
    <StaffScreen
      path={path}
      title="Buscar"
      subtitle="Simulações, contratos, parcerias, mensagens e locadores de uma vez"
    >
      {() => <FindCases />}
    </StaffScreen>
  );
}
