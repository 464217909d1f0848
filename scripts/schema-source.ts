import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const generator = join(
  import.meta.dirname,
  '..',
  'node_modules',
  'kysely-codegen',
  'dist',
  'cli',
  'bin.js',
)

/**
 * The source text of `kit/server/postgres-schema.ts` for the migrated database behind `url`. A
 * process of its own, because the generator's types do not compile without database drivers that we
 * do not have.
 */
export async function schemaSource(url: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'warroom-schema-'))
  const file = join(directory, 'schema.ts')
  const options = [
    '--dialect=postgres',
    `--url=${url}`,
    `--out-file=${file}`,
    '--exclude-pattern=schema_migrations',
    '--log-level=error',
  ]
  try {
    await promisify(execFile)(process.execPath, [generator, ...options])
    return await readFile(file, 'utf8')
  } finally {
    await rm(directory, { recursive: true })
  }
}
