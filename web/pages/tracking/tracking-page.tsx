import {
  FollowRequest,
  LostTrackingLink,
  NativeFollowRequest,
  type TrackingContent,
} from "./follow-request.tsx";
import { Spinner } from "../../ui/feedback/states.tsx";
import { useFragment } from "../../ui/layout/hooks.ts";
import type { PageProps } from "../define-page.ts";
import { TaskPage } from "../task-page.tsx";

/** Shows the page to which every e-mail about a request links. */
export function TrackingPage({ content, path }: PageProps<TrackingContent>) {
  const secret = useFragment();
  return (
    <TaskPage path={path} title={content.title} intro={content.intro}>
      <div className="mt-8">
        {secret === undefined && (
          <>
            <div className="noscript:hidden">
              <Spinner label={content.loadingLabel} />
            </div>
            <noscript>{import.meta.env?.SSR && <NativeFollowRequest texts={content} />}</noscript>
          </>
        )}
        {secret === null && <LostTrackingLink texts={content.lost} title={content.lost.title} />}
        {secret && <FollowRequest key={secret} secret={secret} texts={content} />}
      </div>
    </TaskPage>
  );
}
