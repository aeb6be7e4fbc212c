/**
 * Which release this is, told by site, functions and studio alike. `npm run build:id` writes it, once for all three,
 * before they are built and deployed; in the repository it is what is not released.
 */
export const buildId = "desenvolvimento";
