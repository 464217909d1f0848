import type { PersonalTable } from '#kit/server/personal-data/personal-data.ts'
import { redacted } from '#kit/server/personal-data/remove-names.ts'
import { listLevels } from '../contract/document.ts'
import { renewSearch } from './articles-store.ts'

/** A list, and a paragraph of it, are in the item of another; the text is in the paragraph. */
const deepestText = 2 + 2 * (listLevels + 1)
const nodes = Array.from({ length: deepestText }, (_, index) =>
  Array.from({ length: index + 1 }, () => 'content.*').join('.'),
)

/** Where it is stored who wrote articles, and who is named in one. */
export const articleTables: readonly PersonalTable[] = [
  {
    table: 'article_versions',
    people: { author_id: 'stays' },
    texts: ['title'],
    documents: {
      document: nodes.flatMap((node) => [
        ...[`${node}.text`, `${node}.attrs.alt`, `${node}.marks.*.attrs.href`],
      ]),
    },
    afterRemoval: (transaction) => renewSearch(transaction, redacted),
  },
  { table: 'article_pictures', people: { added_by: 'stays' } },
]
