import type { HttpClient } from '#testing/peers/http-client.ts'
import { addExport, attemptsOnExports } from '#testing/export-attempts.ts'
import { addImport, attemptsOnImports } from '#testing/import-attempts.ts'

/** An export and an import of an administrator; their ids. */
export const addFiles = async (administrator: HttpClient) => ({
  export: await addExport(administrator),
  import: await addImport(administrator),
})

interface Ids {
  readonly manager: number
  readonly export: string
  readonly import: string
}

/** For each route of exports and imports: what somebody else is answered. */
export const attemptsOnFiles = (ids: Ids) => ({
  ...attemptsOnExports(ids),
  ...attemptsOnImports(ids),
})
