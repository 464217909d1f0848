import { optionalChoice, pageField, pageSizeField, textField } from '#kit/web/address/address.ts'

const listAddress = { search: textField(200), page: pageField, limit: pageSizeField(20) }

/** What the address of the list of published articles says. */
export const articlesAddress = {
  ...listAddress,
  /** Key of the only product whose articles are listed; empty: any. */
  product: textField(40),
}

/** What the address of the list of those who write says. */
export const ownArticlesAddress = {
  ...listAddress,
  state: optionalChoice(['draft', 'published']),
}
