import { ButtonLink } from "./button-link.tsx";
import { outcomeId } from "./outcome-id.ts";
import { StatePanel } from "./state-panel.tsx";

interface SentNoticeProps {
  title: string;
  description: string;
  homeHref: string;
}

/** In place of a form that arrived without JavaScript. */
export function SentNotice({ title, description, homeHref }: SentNoticeProps) {
  return (
    <div id={outcomeId} tabIndex={-1}>
      <StatePanel icon="check" title={title} text={description}>
        <ButtonLink href={homeHref}>Voltar para a página inicial</ButtonLink>
      </StatePanel>
    </div>
  );
}
