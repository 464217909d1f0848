/** Parameters that fit the schemas and name nothing that exists. */
const unknownParameters: Readonly<Record<string, string>> = {
  '/api/users/:id': '999999',
  '/api/alarms/:id': '999999',
  '/api/alarm-rules/:id': '999999',
  '/api/export-schedules/:id': '999999',
  '/api/notification-routes/:id': '999999',
  '/api/connectors/:id': '999999',
  '/api/annotations/:id': '999999',
  '/api/article-drafts/:id': '999999',
  '/api/article-pictures/:id': '00000000-0000-4000-8000-000000000000',
  '/api/articles/:id': '999999',
  '/api/profile/push-browsers/:id': '999999',
  '/api/profile/access-tokens/:id': '00000000-0000-4000-8000-000000000000',
  '/api/profile/sessions/:id': '00000000-0000-4000-8000-000000000000',
  '/api/exports/:id': '00000000-0000-4000-8000-000000000000',
  '/api/imports/:id': '00000000-0000-4000-8000-000000000000',
  '/api/pictures/:id': '00000000-0000-4000-8000-000000000000',
  '/api/avatars/:file': `${'0'.repeat(64)}.png`,
}

/** The path of a route with parameters that name nothing. */
export function pathOf({ path }: { readonly path: string }): string {
  const prefix = Object.keys(unknownParameters).find((known) => path.startsWith(known))
  const value = (prefix && unknownParameters[prefix]) ?? 'none'
  return path.replaceAll(/:\w+|\*/g, value)
}
