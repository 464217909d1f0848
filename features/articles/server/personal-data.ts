import type { PersonalTable } from '#kit/server/personal-data/personal-data.ts'

/** Where it is stored who wrote articles; what these say is the plant's, and stays. */
export const articleTables: readonly PersonalTable[] = [
  { table: 'article_versions', people: { author_id: 'stays' } },
  { table: 'article_pictures', people: { added_by: 'stays' } },
]
