import { paths } from "../config/paths.ts";
import { outcomeId } from "../ui/form/outcome-id.ts";
import { useSite } from "./site-context.tsx";

interface SentNoticeProps {
  title: string;
  description: string;
}

/** In place of a form that arrived without JavaScript; plain, because every browser carries it. */
export function SentNotice({ title, description }: SentNoticeProps) {
  const { notices } = useSite();
  return (
    <div id={outcomeId} tabIndex={-1} className="card card-border grid gap-4">
      <h2 className="text-card">{title}</h2>
      <p>{description}</p>
      <a href={paths.home} className="btn btn-outline justify-self-start">
        {notices?.homeLabel}
      </a>
    </div>
  );
}
