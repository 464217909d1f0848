import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { forbiddenImports } from './imports/forbidden-imports.ts'

const project = fileURLToPath(new URL('..', import.meta.url))
const found = globSync('{apps,features,kit}/**/*.{ts,tsx}', { cwd: project })
  .toSorted()
  .flatMap((file) => forbiddenImports(file, readFileSync(`${project}${file}`, 'utf8')))
for (const { file, line, specifier, reason } of found)
  console.error(`${file}:${line}: must not import '${specifier}': ${reason}`)
if (found.length > 0) process.exitCode = 1
