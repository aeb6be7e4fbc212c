import { ContentImage } from "../../content/images.tsx";
import type { ProductQueryResult } from "../../content/sanity.types.ts";
import { SiteLink } from "../../ui/layout/links.tsx";
import { Section } from "../../ui/section/sections.tsx";

interface OtherProductsProps {
  title: string | null;
  products: NonNullable<ProductQueryResult>["others"];
}

/** The cards of the other products: image, name and summary; the link covers its card. */
export function OtherProducts({ title, products }: OtherProductsProps) {
  if (products.length === 0) return null;
  return (
    <Section title={title} tone="tint">
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4 lg:gap-6">
        {products.map(({ _id, path, name, summary, image }) => (
          <li key={_id} className="card card-border relative gap-4 bg-white">
            <ContentImage
              image={image}
              sizes="(min-width: 64rem) 17rem, (min-width: 40rem) 45vw, 92vw"
              className="aspect-[4/3] w-full rounded-md object-cover"
            />
            <div>
              <h3 className="text-card">
                <SiteLink href={path} className="after:absolute after:inset-0 hover:underline">
                  {name}
                </SiteLink>
              </h3>
              <p className="text-soft mt-2 text-sm">{summary}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
