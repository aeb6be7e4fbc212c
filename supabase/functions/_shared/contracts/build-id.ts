/**
 * Name of the release that site, functions and studio report. `npm run build:id` writes the name before the three are
 * built. The repository contains a placeholder.
 */
export const buildId = "desenvolvimento";
