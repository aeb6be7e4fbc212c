/** Where the Supabase project is and the key that visitors may know; null when there is none. */
export interface Backend {
  url: string;
  publishableKey: string;
  /** Whether the site's process hands on what browsers without JavaScript post to it. */
  takesNativePosts: boolean;
}
