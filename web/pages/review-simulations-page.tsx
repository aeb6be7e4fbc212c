import { paths } from "../config/paths.ts";
import { PageHead } from "../content/page-head.tsx";

export function ReviewSimulationsPage() {
  return (
    <>
      <PageHead seo={null} path={paths.reviewSimulations} title="Gerenciar Simulações" noIndex />
      <section className="page-width below-header py-section">
        <h1 className="text-heading">Gerenciar Simulações</h1>
      </section>
    </>
  );
}
