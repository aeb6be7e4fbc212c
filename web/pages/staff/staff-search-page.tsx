import { PageHead } from "../../content/head.tsx";
import { FindCases } from "../../features/find-cases/find-cases.tsx";
import { StaffScreen } from "../../features/session/staff-gate.tsx";

export function StaffSearchPage({ path }: { path: string }) {
  const title = "Buscar";
  return (
    <>
      <PageHead seo={null} path={path} title={title} noIndex />
      <StaffScreen title={title} subtitle="Simulações, contratos, parcerias e mensagens de uma vez">
        {() => <FindCases />}
      </StaffScreen>
    </>
  );
}
