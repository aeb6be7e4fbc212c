import { fillVariables } from "../../supabase/functions/_shared/contracts/fields/variables.ts";
import { cardTitle, shownWords } from "../../supabase/functions/_shared/contracts/page-summary.ts";
import type { ChosenImage, DescribedPage, SiteFacts } from "./site-facts.ts";

/** The card that the site draws for a page whose editors chose no picture. */
export interface DrawnCard {
  title: string;
  picture: ChosenImage | undefined;
}

/** What search engines and messengers show of a page. */
export interface DescribedLink {
  title: string;
  description: string;
  /** False for pages that stay out of search results. */
  isFound: boolean;
  /** A picture of the content, a card to be drawn, or nothing. */
  image: ChosenImage | DrawnCard | undefined;
}

/** Tells how a page will be shown, with every variable of its texts filled in. */
export function describeLink(page: DescribedPage, site: SiteFacts): DescribedLink {
  const fill = (words: string) => fillVariables(words, site.values);
  const [title, description] = shownWords(page, site);
  const onCard = site.name ? cardTitle(page) : undefined;
  const card = onCard ? { title: fill(onCard), picture: shareable(page.heroImage) } : undefined;
  return {
    title: fill(title),
    description: fill(description),
    isFound: page.noIndex !== true,
    image: shareable(page.chosenImage) ?? card ?? shareable(site.image),
  };
}

/** No messenger shows vectors. */
function shareable(image: ChosenImage | undefined): ChosenImage | undefined {
  return image?.asset._ref.endsWith("-svg") ? undefined : image;
}
