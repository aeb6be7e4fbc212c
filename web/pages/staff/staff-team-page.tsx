import { PageHead } from "../../content/head.tsx";
import { StaffScreen } from "../../features/session/staff-gate.tsx";
import { TeamList } from "../../features/staff-team/team-list.tsx";

export function StaffTeamPage({ path }: { path: string }) {
  const title = "Equipe";
  return (
    <>
      <PageHead seo={null} path={path} title={title} noIndex />
      <StaffScreen title={title} subtitle="Libere ou desative o acesso à área da equipe">
        {(account) => <TeamList ownUserId={account.user_id} canRelease={account.can_release} />}
      </StaffScreen>
    </>
  );
}
