import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { preloadsOf } from './preloads.ts'
import type { ScreenModules } from './screen-modules.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))

const chunk = (
  fileName: string,
  imports: readonly string[],
  moduleIds: readonly string[],
  styles: readonly string[] = [],
) => ({ fileName, imports, moduleIds, styles, isEntry: fileName === 'entry.js' })

const chunks = [
  chunk('entry.js', ['libraries.js'], ['/p/apps/web/main.tsx'], ['entry.css']),
  chunk('libraries.js', [], ['/p/node_modules/react.js']),
  chunk('shared.js', ['libraries.js', 'entry.js'], ['/p/kit/ui/icon.tsx'], ['shared.css']),
  chunk('shell.js', ['entry.js', 'shared.js'], ['/p/apps/web/shell/shell.tsx'], ['shell.css']),
  chunk('one.js', ['shared.js', 'libraries.js'], ['/p/features/a/web/one.tsx'], ['one.css']),
  chunk('ru.js', [], ['/p/apps/web/catalogues/ru.ts']),
  chunk('zh-TW.js', ['shared.js'], ['/p/apps/web/catalogues/zh-TW.ts']),
  chunk('ru-rest.js', [], ['/p/apps/web/catalogues/signed-in/ru.ts']),
  chunk('ru-few.js', [], ['/p/apps/web/catalogues/on-demand/ru.ts']),
]

test('WE24 what a screen imports in any depth is named, what the page names itself is not', () => {
  const one = { path: '/one', isPublic: true, hasTextsOnDemand: true }
  const screens = [{ ...one, modules: ['/p/features/a/web/one.tsx'] }]
  expect(preloadsOf(chunks, screens)).toEqual({
    texts: { ru: ['ru.js'], 'zh-TW': ['zh-TW.js', 'shared.js', 'shared.css'] },
    signedInTexts: { ru: ['ru-rest.js'] },
    textsOnDemand: { ru: ['ru-few.js'] },
    frame: ['shell.js', 'shell.css', 'shared.js', 'shared.css'],
    screens: [{ ...one, files: ['one.js', 'one.css', 'shared.js', 'shared.css'] }],
  })
})

test('WE24 the module of every screen that is built is found in its manifest', () => {
  // In a process of its own, as the build is: the tests' runner rewrites imports.
  const program = `import { screenModules } from './scripts/web-build/screen-modules.ts'
    console.log(JSON.stringify(await screenModules(process.cwd())))`
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    ...{ cwd: project, encoding: 'utf8' },
  })
  const screens = JSON.parse(output) as readonly ScreenModules[]
  for (const { path, modules } of screens) {
    expect([path, modules.length]).toEqual([path, 1])
    expect([path, modules.every(existsSync)]).toEqual([path, true])
  }
  const of = (wanted: string) => screens.find(({ path }) => path === wanted)
  expect(of('/warroomDashboard')?.modules[0]).toMatch(/dashboard\/web\/war-room-screen\.tsx$/)
  expect(of('/administrator/users/edit/$id')?.modules[0]).toMatch(/user-screen\.tsx$/)
  expect(of('/login')?.isPublic).toBe(true)
  expect(of('/warroomDashboard')?.isPublic).toBe(false)
  expect(of('/administrator/audit')?.hasTextsOnDemand).toBe(true)
  expect(of('/warroomDashboard')?.hasTextsOnDemand).toBe(false)
  expect(screens.length).toBeGreaterThan(10)
})
