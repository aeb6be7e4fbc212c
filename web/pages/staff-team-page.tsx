import { paths } from "../config/paths.ts";
import { PageHead } from "../content/page-head.tsx";

export function StaffTeamPage() {
  return (
    <>
      <PageHead seo={null} path={paths.staffTeam} title="Equipe" noIndex />
      <section className="page-width below-header py-section">
        <h1 className="text-heading">Equipe</h1>
      </section>
    </>
  );
}
