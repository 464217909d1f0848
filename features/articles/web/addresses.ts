import { optionalChoice, pageField, pageSizeField, textField } from '#kit/web/address/address.ts'

/** What the address of the list of published articles says. */
export const articlesAddress = {
  search: textField(200),
  page: pageField,
  limit: pageSizeField(20),
}

/** What the address of the list of those who write says. */
export const ownArticlesAddress = {
  ...articlesAddress,
  state: optionalChoice(['draft', 'published']),
}
