interface Ids {
  /** Somebody to whom they are not open. */
  readonly own: number
  readonly page: string
  readonly dashboard: string
}

/** An attempt of `own` with the page and the dashboard of somebody else, for each route. */
export function attemptsOnBoards({ own, page, dashboard }: Ids) {
  const path = `/api/boards/${page}`
  const one = `/api/dashboards/${dashboard}`
  const custom = '/api/scada/shadow-lambda/custom'
  const data = encodeURIComponent(JSON.stringify({ id: page }))
  const edit = { id: page, version: 1, name: 'Mine' }
  return {
    'GET /api/boards/:id/versions': [own, `${path}/versions`, undefined, 404],
    'GET /api/boards/:id/versions/:version': [own, `${path}/versions/1`, undefined, 404],
    'POST /api/boards/:id/restore': [own, `${path}/restore`, { version: 1 }, 404],
    'POST /api/boards/:id/take-back': [own, `${path}/take-back`, {}, 404],
    'GET /api/boards/:id/shares': [own, `${path}/shares`, undefined, 404],
    'PUT /api/boards/:id/shares': [own, `${path}/shares`, { role: 'user', access: 'read' }, 404],
    'DELETE /api/boards/:id/shares/:share': [own, `${path}/shares/${page}`, undefined, 404],
    'POST /api/boards/:id/presence': [
      ...[own, `${path}/presence`, { tab: 'a', isEditing: true }, 404],
    ] as const,
    'GET /api/boards/:id/kiosk-links': [own, `${path}/kiosk-links`, undefined, 404],
    'POST /api/boards/:id/kiosk-links': [
      ...[own, `${path}/kiosk-links`, { name: 'Gate', days: 7 }, 404],
    ] as const,
    'DELETE /api/boards/:id/kiosk-links/:link': [
      ...[own, `${path}/kiosk-links/${page}`, undefined, 404],
    ] as const,
    'PUT /api/administrator/boards/:id/owner': [
      ...[own, `/api/administrator/boards/${page}/owner`, { email: 'a', from: 'b' }, 403],
    ] as const,
    'GET /api/dashboards/:id': [own, one, undefined, 404],
    'PUT /api/dashboards/:id': [own, one, { version: 1, name: 'Mine' }, 404],
    'PUT /api/dashboards/:id/template': [own, `${one}/template`, { isTemplate: true }, 404],
    'POST /api/dashboards/:id/copy': [own, `${one}/copy`, { name: 'Mine' }, 404],
    'GET /api/scada/shadow-lambda/custom/pages': [
      own,
      `${custom}/pages?data=${data}`,
      undefined,
      404,
    ],
    'POST /api/scada/shadow-lambda/custom/update': [own, `${custom}/update`, edit, 404],
  } as const
}
