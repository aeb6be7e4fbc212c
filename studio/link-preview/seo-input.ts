import { type ReactElement, Fragment, Suspense, createElement, lazy } from "react";

// Node reads the schema as it is: what has JSX is loaded where it is shown.
const LinkPreviews = lazy(async () => {
  const { LinkPreviews: previews } = await import("./link-previews.tsx");
  return { default: previews };
});

interface SeoInputProps<Props> {
  renderDefault: (props: Props) => ReactElement;
}

/** The fields for search and sharing, and below them how the page will be shown. */
export function SeoInput<Props extends SeoInputProps<Props>>(props: Props) {
  const previews = createElement(Suspense, { fallback: null }, createElement(LinkPreviews));
  return createElement(Fragment, {}, props.renderDefault(props), previews);
}
