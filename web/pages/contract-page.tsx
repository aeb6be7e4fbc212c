import { paths } from "../config/paths.ts";
import { PageHead } from "../content/page-head.tsx";

export function ContractPage() {
  return (
    <>
      <PageHead seo={null} path={paths.contract} title="Meu Contrato" noIndex />
      <section className="page-width below-header py-section">
        <h1 className="text-heading">Meu Contrato</h1>
      </section>
    </>
  );
}
