import { Flex } from "@sanity/ui";
import { useFormValue } from "sanity";
import { findSiteUrl } from "../presentation/find-site-url.ts";
import { GoogleResult } from "./google-result.tsx";
import { LinkCard } from "./link-card.tsx";
import { describeLink, pageOfDocument, useSiteFacts } from "./site-facts.ts";

export function LinkPreviews() {
  const document = useFormValue([]);
  const page = pageOfDocument(document);
  const settings = useFormValue(["_type"]) === "siteSettings" ? document : undefined;
  const images = [page?.chosenImage, page?.heroImage].flatMap((image) => image?.asset._ref ?? []);
  const known = useSiteFacts(images, settings);
  if (!page || !known) return null;

  const { site, imageUrls } = known;
  const link = describeLink(page, site);
  const host = new URL(findSiteUrl() ?? "https://payser.example").host;
  const parts = (page.path ?? "/…").split("/").filter(Boolean);
  return (
    <Flex gap={4} wrap="wrap" paddingTop={4}>
      <GoogleResult link={link} siteName={site.name} address={[`https://${host}`, ...parts]} />
      <LinkCard
        link={link}
        siteName={site.name}
        serviceArea={site.serviceArea}
        host={host}
        imageUrls={imageUrls}
      />
    </Flex>
  );
}
