import { CallToAction } from "../../ui/section/call-to-action.tsx";
import type { BlockContent } from "./block-content.ts";

/** An invitation with buttons. */
export function CallToActionBlock({ block }: { block: BlockContent<"callToActionBlock"> }) {
  return <CallToAction title={block.title} text={block.text} links={block.links} />;
}
