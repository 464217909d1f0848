/** Tables that one feature alone reads and writes; others ask it through an interface. */
const owners: Readonly<Record<string, readonly string[]>> = {
  'features/accounts/server/': [
    'users',
    'user_roles',
    'user_permissions',
    'roles',
    'role_permissions',
    'permissions',
    'products',
    'sessions',
    'sign_in_failures',
    'sign_in_tickets',
    'second_factors',
    'recovery_codes',
    'password_links',
    'avatars',
  ],
}

/** Files that may name a table of another's, and why. */
const exempt: Readonly<Record<string, string>> = {
  'kit/server/installation/database-store.ts':
    'asks before any feature runs whether a database belongs to an installation and holds anything',
}

const builderCalls =
  '(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|using|' +
  '(?:inner|left|right|full|cross)Join)'
const sqlWords = '(?:from|join|into|update|only|full|table|truncate|lock)'

/**
 * Tables that `text`, the source of the file at `path`, names in SQL or in a query builder although
 * another feature owns them. Comments do not count.
 */
export function foreignTables(path: string, text: string): readonly string[] {
  if (path in exempt) return []
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
  return Object.entries(owners)
    .filter(([owner]) => !path.startsWith(owner))
    .flatMap(([, tables]) => tables)
    .filter((table) => {
      const built = String.raw`\.${builderCalls}\(\s*\[?\s*['"]${table}\b`
      const raw = String.raw`\b${sqlWords}\s+(?:public\.)?"?${table}\b`
      return new RegExp(`${built}|${raw}`).test(code)
    })
}
