import { StaffLimitsPanel } from "../../features/staff/settings/staff-limits.tsx";
import { StaffScreen } from "../../features/staff/shell/staff-gate.tsx";

export function StaffLimitsPage({ path }: { path: string }) {
  return (
    <StaffScreen
      path={path}
      title="Limites"
      subtitle="Quando duas pessoas concordam, o peso do aluguel na renda, a faixa da taxa e a espera de uma conta nova"
    >
      {() => <StaffLimitsPanel />}
    </StaffScreen>
  );
}
