import { PortableText, type InferStrictComponents, type InferValue } from "@portabletext/react";
import { SiteLink } from "../ui/layout/site-link.tsx";
import { ContentImage } from "./content-image.tsx";
import type {
  HomeQueryResult,
  PrivacyQueryResult,
  ProductQueryResult,
  TermsQueryResult,
} from "./sanity.types.ts";

type RichTextValue = InferValue<
  | NonNullable<HomeQueryResult>["faq"]["items"]
  | NonNullable<ProductQueryResult>["description"]["body"]
  | NonNullable<TermsQueryResult>["clauses"]
  | NonNullable<PrivacyQueryResult>["clauses"]
>;

/** Adding an object type to the schema's rich text fails to compile here until it is drawn. */
const components = {
  types: {
    imageWithAlt: ({ value }) => (
      <ContentImage
        image={value}
        sizes="(min-width: 64rem) 44rem, 92vw"
        className="my-8 w-full rounded-lg"
      />
    ),
  },
  marks: {
    link: ({ value, children }) => <SiteLink href={value?.href ?? "/"}>{children}</SiteLink>,
  },
} satisfies InferStrictComponents<RichTextValue>;

interface RichTextProps {
  value: RichTextValue | null | undefined;
  className?: string;
}

/** Running text an editor wrote, with the site's typography. */
export function RichText({ value, className = "" }: RichTextProps) {
  if (!value?.length) return null;
  return (
    <div className={`rich-text ${className}`}>
      <PortableText value={value} components={components} />
    </div>
  );
}
