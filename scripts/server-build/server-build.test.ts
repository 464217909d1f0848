import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { bundleServer } from './bundle.ts'
import { namedSources } from './named-sources.ts'
import { programOf } from './place.ts'
import { sourcePlaces } from './source-places.ts'

const project = join(import.meta.dirname, '..', '..')
const folder = join(project, 'features/exports/server/process')
const source = join(folder, 'file-process.ts')

/** What the module above becomes in a bundle with these programs. */
function placed(
  code: string,
  programs = ['features/exports/server/process/main.ts'],
  module = source,
): string {
  const { transform } = sourcePlaces(project, '/bundle', programs)
  const handler = typeof transform === 'object' ? transform.handler : undefined
  const result = handler?.call({} as never, code, module, { moduleType: 'ts' } as never)
  return (result as { readonly code: string }).code
}

test('what a module starts is of the bundle, and other files lie beside its source', () => {
  const program = '"file:///bundle/features/exports/server/process/main.js"'
  expect(placed("new URL('main.ts', import.meta.url)")).toBe(`new URL(${program})`)
  expect(placed("import.meta.resolve('./main.ts')")).toBe(program)
  expect(placed('join(import.meta.dirname)')).toBe(`join("${folder}")`)
  expect(placed('of(import.meta.url)')).toBe(`of("${pathToFileURL(source).href}")`)
})

test('a package finds its files, and what it makes of import.meta is its own matter', () => {
  const [folder, code] = ['/p/node_modules/one/lib', 'read(__dirname, import.meta.env)']
  expect(placed(code, [], `${folder}/read.js`)).toBe(`read("${folder}", import.meta.env)`)
})

test('a program that the bundle lacks, and import.meta in a new way, end the build', () => {
  expect(() => placed("new URL('main.ts', import.meta.url)", [])).toThrow('main.ts')
  expect(() => placed('import.meta.filename')).toThrow('in a new way')
})

test('the server is bundled once for the same sources, and errors name these', async () => {
  const { directory, built } = await bundleServer()
  await built
  expect(existsSync(programOf(directory))).toBe(true)
  expect((await bundleServer()).directory).toBe(directory)
  const text = 'Warroom is ready'
  const at = placeOf(programOf(directory), text)
  const written = `{"stack":"Error: x\\n    at start (file://${at})\\n    at node:x:1:2"}`
  const place = placeOf(join(project, 'apps/server/announcement.ts'), text).replace(/:\d+$/, '')
  expect(namedSources(written)).toContain(`at start (${place}:`)
  expect(namedSources(written)).toContain('at node:x:1:2"}')
})

/** Where a file has this text: `file:line:column`. */
function placeOf(file: string, text: string): string {
  const lines = readFileSync(file, 'utf8').split('\n')
  const index = lines.findIndex((line) => line.includes(text))
  return `${file}:${index + 1}:${(lines[index]?.indexOf(text) ?? 0) + 1}`
}
