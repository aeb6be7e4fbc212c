import { PageHead } from "../../content/head.tsx";
import type { ContractQueryResult } from "../../content/sanity.types.ts";
import { MyContract } from "../../features/my-contract/my-contract.tsx";
import type { PageProps } from "../define-page.ts";

export function ContractPage({ content, path }: PageProps<ContractQueryResult>) {
  return (
    <>
      <PageHead seo={content.seo} path={path} title={content.title} noIndex />
      <div className="below-header min-h-[70vh] bg-sand-100 pb-section print:min-h-0 print:bg-white print:pb-0 print:text-[10pt]/snug">
        <div className="page-width max-w-[64rem]">
          <MyContract texts={content} />
        </div>
      </div>
    </>
  );
}
