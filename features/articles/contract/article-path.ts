/** Where the articles of a product are listed and written; null: those of none. */
export function articlesPath(product: string | null): string {
  return product === null ? '/administrator/articles' : `/administrator/${product}/articles`
}

/** Where an article is written. */
export function articlePath(product: string | null, id: number): string {
  return `${articlesPath(product)}/edit/${id}`
}
