import { expect, test } from 'vitest'
import { forbiddenImports } from './imports/forbidden-imports.ts'

const refused = (file: string, ...sources: string[]) =>
  forbiddenImports(file, sources.join('\n')).map(({ line, specifier }) => `${line} ${specifier}`)

test('an import out of the own feature is refused, by its alias and relative', () => {
  const file = 'features/audit/web/entry/drawer.tsx'
  expect(
    refused(
      file,
      "import { call } from '#kit/web/calls/call.ts'",
      "import { listUsers } from '#features/accounts/contract/users.ts'",
      "import { columns } from '../columns.tsx'",
      "import { listAuditEntries } from '../../contract/routes.ts'",
      "import { Avatar } from '../../../administration/web/user/avatar.tsx'",
      "import { Avatar } from '#features/administration/web/user/avatar.tsx'",
    ),
  ).toEqual([
    '5 ../../../administration/web/user/avatar.tsx',
    '6 #features/administration/web/user/avatar.tsx',
  ])
})

test('an import out of the own side is refused, however it is written', () => {
  expect(
    refused(
      'features/audit/web/query.ts',
      "import type { Store } from '../server/store.ts'",
      "type Store = typeof import('../server/store.ts')",
      "const store = await import('../server/store.ts')",
      "import '../server/store.ts'",
      "export * from '../server/store.ts'",
      'import {',
      '  one,',
      '  other,',
      "} from '../../../kit/server/bus.ts'",
      "import { join } from 'node:path'",
      "import { useState } from 'react'",
    ),
  ).toEqual([
    ...[1, 2, 3, 4, 5].map((line) => `${line} ../server/store.ts`),
    '9 ../../../kit/server/bus.ts',
    '10 node:path',
  ])
  expect(refused('features/audit/server/store.ts', "import '../web/query.ts'")).toHaveLength(1)
})

test('the kit imports no feature and no application, and each part only what lies below it', () => {
  for (const zone of ['model', 'server', 'ui', 'web'])
    expect(refused(`kit/${zone}/a.ts`, "import '#features/audit/contract/routes.ts'")).toHaveLength(
      1,
    )
  expect(refused('kit/web/a/b.ts', "import '../../ui/icon.tsx'")).toEqual([])
  expect(refused('kit/ui/a/b.ts', "import '../../web/calls/call.ts'")).toHaveLength(1)
  expect(refused('kit/server/a.ts', "import '../../apps/server/config/config.ts'")).toHaveLength(1)
  expect(refused('features/audit/contract/a.ts', "import '../server/store.ts'")).toHaveLength(1)
  expect(refused('kit/server/a.ts', "import '../../testing/database.ts'")).toHaveLength(1)
})

test('tests and tools may import everything', () => {
  for (const file of ['kit/model/a.test.ts', 'testing/a.ts', 'bench/a.ts', 'e2e/a.ts'])
    expect(refused(file, "import '#features/audit/server/store.ts'")).toEqual([])
})
