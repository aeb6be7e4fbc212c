/** Where the Supabase project is and the key that visitors may know; null when there is none. */
export interface Backend {
  url: string;
  publishableKey: string;
}
