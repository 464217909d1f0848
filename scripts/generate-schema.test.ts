import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testDatabase } from '#testing/postgres/postgres.ts'
import { schemaSource } from './schema-source.ts'

test('kit/server/postgres-schema.ts is what the migrations make', async () => {
  const database = await testDatabase()
  const written = await readFile(
    join(import.meta.dirname, '..', 'kit', 'server', 'postgres-schema.ts'),
    'utf8',
  )
  expect(written).toBe(await schemaSource(database.url))
  await database.drop()
})
