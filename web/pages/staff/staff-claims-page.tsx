import { PageHead } from "../../content/head.tsx";
import type { ClaimTextsQueryResult } from "../../content/sanity.types.ts";
import { CaseWork } from "../../features/case-work/case-work.tsx";
import {
  DocumentPicture,
  DocumentViewer,
} from "../../features/request-documents/document-viewer.tsx";
import { StaffScreen } from "../../features/session/staff-gate.tsx";
import type { CaseFile, ShowFile } from "../../features/staff-claims/claim-evidence.tsx";
import { StaffClaims } from "../../features/staff-claims/claims.tsx";
import type { PageProps } from "../define-page.ts";

export function StaffClaimsPage({ content, path }: PageProps<ClaimTextsQueryResult>) {
  const title = "Acionamentos";
  const { exclusions, clauses, fourEyesAmount } = content;
  return (
    <>
      <PageHead seo={null} path={path} title={title} noIndex />
      <StaffScreen title={title} subtitle="O que os locadores pedem da garantia" isWide>
        {() => (
          <StaffClaims
            texts={{
              clauses: clauses.map(({ number, title: clause }) => `${number}. ${clause}`),
              reasons: (exclusions ?? []).map((text) => `Não é coberto pela fiança: ${text}.`),
              fourEyesAmount: fourEyesAmount ?? null,
            }}
            show={showFile}
            renderWork={(contractId) => (
              <CaseWork key={contractId} about={{ contract_id: contractId }} />
            )}
          />
        )}
      </StaffScreen>
    </>
  );
}

const opened = ({ id, title }: CaseFile) => ({
  id,
  title,
  door: { name: "open-case-file", body: { fileId: id } },
});

const showFile: ShowFile = {
  inFront: (file, onClose) => <DocumentViewer file={opened(file)} onClose={onClose} />,
  inPlace: (file) => <DocumentPicture key={file.id} file={opened(file)} />,
};
