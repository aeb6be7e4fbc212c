import { PageHead } from "../../content/head.tsx";
import { FindCases } from "../../features/find-cases/find-cases.tsx";
import { StaffScreen } from "../../features/session/staff-gate.tsx";
import { LandlordPanel } from "../../features/staff-contracts/landlord-panel.tsx";

export function StaffSearchPage({ path }: { path: string }) {
  const title = "Buscar";
  return (
    <>
      <PageHead seo={null} path={path} title={title} noIndex />
      <StaffScreen
        title={title}
        subtitle="Simulações, contratos, parcerias, mensagens e locadores de uma vez"
      >
        {() => (
          <FindCases
            renderLandlord={(id, onBack) => <LandlordPanel key={id} id={id} onBack={onBack} />}
          />
        )}
      </StaffScreen>
    </>
  );
}
