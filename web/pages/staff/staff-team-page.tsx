import { StaffScreen } from "../../features/staff/shell/staff-gate.tsx";
import { TeamList } from "../../features/staff/team/team-list.tsx";

export function StaffTeamPage({ path }: { path: string }) {
  return (
    <StaffScreen
      path={path}
      title="Equipe"
      subtitle="Quem tem acesso, e o que cada pessoa pode fazer"
    >
      {(account) => <TeamList ownUserId={account.user_id} />}
    </StaffScreen>
  );
}
