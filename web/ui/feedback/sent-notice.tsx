import { outcomeId } from "../form/outcome-id.ts";

interface SentNoticeProps {
  title: string;
  description: string;
  homeHref: string;
}

/** In place of a form that arrived without JavaScript; plain, because every browser carries it. */
export function SentNotice({ title, description, homeHref }: SentNoticeProps) {
  return (
    <div id={outcomeId} tabIndex={-1} className="card card-border grid gap-4">
      <h2 className="text-card">{title}</h2>
      <p>{description}</p>
      <a href={homeHref} className="btn btn-outline justify-self-start">
        Voltar para a página inicial
      </a>
    </div>
  );
}
