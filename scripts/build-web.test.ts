import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import { publish, readStamp } from './web-build/publish.ts'
import { hashSources } from './web-build/sources.ts'

function write(directory: string, files: Readonly<Record<string, string>>): string {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true })
    writeFileSync(join(directory, name), content)
  }
  return directory
}

const details = (sources: string) => ({ sources, signInBytes: 1 })
const build = (name: string) => ({ 'index.html': name, [`assets/${name}.js`]: name })

test('WE12 the files of the build before stay, older ones go', async () => {
  const published = join(temporaryDirectory(), 'dist')
  for (const name of ['one', 'two', 'three'])
    await publish(write(temporaryDirectory(), build(name)), published, details(name))
  expect(readdirSync(join(published, 'assets')).toSorted()).toEqual(['three.js', 'two.js'])
  expect(readFileSync(join(published, 'index.html'), 'utf8')).toBe('three')
  expect(await readStamp(published)).toMatchObject({
    sources: 'three',
    files: expect.arrayContaining(['index.html']) as unknown,
  })
})

test('WE12 publishing that breaks off is built again by the next start', async () => {
  const published = join(temporaryDirectory(), 'dist')
  await publish(write(temporaryDirectory(), build('one')), published, details('one'))
  // A directory in the place of a file stops the renaming half way.
  write(published, { 'assets/two.js/blocked': '' })
  await expect(
    publish(write(temporaryDirectory(), build('two')), published, details('two')),
  ).rejects.toThrow()
  expect(readFileSync(join(published, 'index.html'), 'utf8')).toBe('one')
  expect(readFileSync(join(published, 'assets/one.js'), 'utf8')).toBe('one')
  expect(await readStamp(published)).toBeNull()
})

test('WE12 the sources are the same until something that matters changes', async () => {
  const plain = {
    'vite.config.ts': '',
    'package.json': '',
    'package-lock.json': '',
    'kit/model/a': '',
    'kit/ui/a': '',
    'kit/web/a': '',
    'apps/web/a': '',
    'scripts/web-build/a': '',
  }
  const project = write(temporaryDirectory(), { ...plain, 'features/one/web/screen.tsx': 'a' })
  const first = await hashSources(project)
  write(project, {
    'features/one/server/index.ts': 'b',
    'features/one/web/screen.test.ts': 'c',
    'apps/web/dist/index.html': 'd',
    'features/one/README.md': 'e',
  })
  expect(await hashSources(project)).toBe(first)
  write(project, { 'features/one/web/screen.tsx': 'b' })
  const second = await hashSources(project)
  expect(second).not.toBe(first)
  write(project, { 'package-lock.json': '1' })
  expect(await hashSources(project)).not.toBe(second)
})
