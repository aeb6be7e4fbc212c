import { StaffScreen } from "../../features/staff/shell/staff-gate.tsx";
import { TeamList } from "../../features/staff/team/team-list.tsx";

export function StaffTeamPage({ path }: { path: string }) {
  return (
    <StaffScreen path={path} title="Equipe" subtitle="Libere ou desative o acesso à área da equipe">
      {(account) => <TeamList ownUserId={account.user_id} canRelease={account.can_release} />}
    </StaffScreen>
  );
}
