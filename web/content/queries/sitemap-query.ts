import { defineQuery } from "groq";

/** What may have a page of its own, with the time of its last change: a singleton has its type as id. */
export const sitemapQuery = defineQuery(`*[
  _id == _type
  || (_type == "product" && defined(slug.current))
  || (_type == "page" && defined(path))
] | order(_id asc){
  _type,
  "path": select(
    _type == "product" => "/" + slug.current,
    _type == "page" => path,
    _type == "privacyPolicy" => "/privacidade"
  ),
  _updatedAt
}`);
