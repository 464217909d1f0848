const read = 'published articles are for everybody who is signed in: features/articles, AC3'
const written = 'of a product whose articles one may not write: features/articles, AC4'

/** For each route with the id of an article: where it is proved what the id opens. */
export const attemptsOnArticles = {
  'GET /api/articles/:id': read,
  'GET /api/article-pictures/:id': 'everybody who was given the id of a picture sees it',
  'GET /api/article-drafts/:id': written,
  'PUT /api/article-drafts/:id': written,
  'DELETE /api/article-drafts/:id': written,
  'PUT /api/article-drafts/:id/publication': written,
  'GET /api/article-drafts/:id/versions': written,
  'GET /api/article-drafts/:id/versions/:version': written,
  'POST /api/article-drafts/:id/restore': written,
} as const
