import type { HttpClient } from '#testing/peers/http-client.ts'
import { wide } from '#testing/sites/import-site.ts'

/** An import that waits for its file; its id. */
export async function addImport(administrator: HttpClient): Promise<string> {
  const reply = await administrator.post('/api/imports', { fileName: 'level.csv', bytes: 3 })
  return reply.json().data.id
}

/** For each route of an import: what somebody else, who may import too, is answered. */
export function attemptsOnImports({
  manager,
  import: id,
}: {
  readonly manager: number
  readonly import: string
}) {
  const path = `/api/imports/${id}`
  const mapping = wide([['PUMP-1', 1]])
  return {
    'GET /api/imports/:id': [manager, path, undefined, 404],
    'GET /api/imports/:id/refused': [manager, `${path}/refused`, undefined, 404],
    'POST /api/imports/:id/parts': [manager, `${path}/parts`, { offset: 0, data: 'MTIz' }, 404],
    'POST /api/imports/:id/inspect': [manager, `${path}/inspect`, {}, 404],
    'POST /api/imports/:id/check': [manager, `${path}/check`, { mapping }, 404],
    'POST /api/imports/:id/run': [manager, `${path}/run`, {}, 404],
    'POST /api/imports/:id/cancel': [manager, `${path}/cancel`, {}, 404],
    'DELETE /api/imports/:id': [manager, path, undefined, 404],
  } as const
}
