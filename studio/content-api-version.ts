/** Date of the Sanity API whose behaviour the studio relies on. */
export const contentApiVersion = "2025-02-19";
