import { globSync, readFileSync } from 'node:fs'
import { foreignTables } from './tables/table-owners.ts'

// A table that has an owner is named in the owner's stores alone (docs/decisions/0022).
const files = globSync('{apps,features,kit}/**/*.ts', {
  exclude: (path) => path.endsWith('.test.ts') || path.includes('node_modules'),
}).toSorted()
const found = files.flatMap((path) =>
  foreignTables(path, readFileSync(path, 'utf8')).map((table) => `${path}: ${table}`),
)
if (files.length === 0) found.push('no files were looked at')
if (found.length > 0) {
  const advice = 'Tables of features/accounts; others ask kit/server/accounts.ts'
  process.stderr.write(`${advice}:\n${found.join('\n')}\n`)
  process.exitCode = 1
}
