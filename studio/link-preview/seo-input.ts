import { type ReactElement, Fragment, Suspense, createElement, lazy } from "react";

// The previews are loaded lazily, in browsers only, because Node.js also loads the schema but cannot read JSX.
const LinkPreviews = lazy(async () => {
  const { LinkPreviews: previews } = await import("./link-previews.tsx");
  return { default: previews };
});

interface SeoInputProps<Props> {
  renderDefault: (props: Props) => ReactElement;
}

export function SeoInput<Props extends SeoInputProps<Props>>(props: Props) {
  const previews = createElement(Suspense, { fallback: null }, createElement(LinkPreviews));
  return createElement(Fragment, {}, props.renderDefault(props), previews);
}
