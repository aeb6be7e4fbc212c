import type { CSSProperties } from "react";

/** Two of them stand side by side where there is room. */
export const figureStyle: CSSProperties = { flex: "1 1 20rem", minWidth: 0, margin: 0 };

export const captionStyle: CSSProperties = { padding: "0.5rem 0" };

export const boxStyle: CSSProperties = {
  padding: "0.75rem",
  border: "1px solid #dadce0",
  borderRadius: 8,
  overflow: "hidden",
  overflowWrap: "anywhere",
};
