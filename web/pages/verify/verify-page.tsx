import { specimenPath } from "../../config/paths.ts";
import type { VerifyQueryResult } from "../../content/sanity.types.ts";
import { NativeVerifyLetter, VerifyLetter } from "../../features/leases/visitor/verify-letter.tsx";
import { Spinner } from "../../ui/feedback/states.tsx";
import { useFragment } from "../../ui/layout/hooks.ts";
import type { PageProps } from "../define-page.ts";
import { TaskPage } from "../task-page.tsx";

/** Shows the page that checks whether the scanned or typed code of a letter or receipt is valid. */
export function VerifyPage({ content, path }: PageProps<VerifyQueryResult>) {
  const scanned = useFragment();
  return (
    <TaskPage path={path} title={content.title} intro={content.intro}>
      <p className="mt-3">
        <a href={specimenPath} className="font-semibold text-petrol-700 underline">
          {content.specimenLabel}
        </a>
      </p>
      <div className="mt-8">
        {scanned === undefined ? (
          <>
            <div className="noscript:hidden">
              <Spinner label={content.loadingLabel} />
            </div>
            <noscript>{import.meta.env?.SSR && <NativeVerifyLetter texts={content} />}</noscript>
          </>
        ) : (
          <VerifyLetter key={scanned} scanned={scanned} texts={content} />
        )}
      </div>
    </TaskPage>
  );
}
