/** Date of the Sanity API whose behaviour studio, site and tests rely on. */
export const contentApiVersion = "2025-02-19";
