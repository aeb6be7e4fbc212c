/** Date that selects the version of the Sanity API for studio, site and tests. */
export const contentApiVersion = "2025-02-19";
