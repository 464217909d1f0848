import { beforeEach, expect, test } from 'vitest'
import { entryOf } from '../browser/outdated-page.ts'
import { reloadMs } from './watchdog.ts'
import { followBuild, type BuiltPage } from './follow-build.ts'

let reconnect: () => void
let miss: () => void
let isOutdated: boolean
let isFull: boolean
let reloads: number
let sinceReload: number

const noop = () => {}
const page: BuiltPage = {
  onReconnect: (callback) => {
    reconnect = callback
    return () => (reconnect = noop)
  },
  onMissingCode: (callback) => {
    miss = callback
    return () => (miss = noop)
  },
  isOutdated: () => Promise.resolve(isOutdated),
  isFullScreen: () => isFull,
  sinceReload: () => sinceReload,
  reload: () => void reloads++,
}
const flushPromises = () => new Promise((resolve) => setImmediate(resolve))

beforeEach(() => {
  ;[isOutdated, isFull, reloads, sinceReload] = [true, false, 0, Infinity]
})

test('PG52 an unattended page is loaded again when the server has another build', async () => {
  const stop = followBuild(page)
  isOutdated = false
  for (const event of [reconnect, miss]) event()
  await flushPromises()
  expect(reloads).toBe(0)
  isOutdated = true
  reconnect()
  await flushPromises()
  expect(reloads).toBe(1)
  // It got the same page again.
  sinceReload = reloadMs - 1
  for (const event of [reconnect, miss]) event()
  await flushPromises()
  expect(reloads).toBe(1)
  sinceReload = reloadMs
  reconnect()
  stop()
  for (const event of [reconnect, miss]) event()
  await flushPromises()
  expect(reloads).toBe(1)
})

test('PG52 one that fills the screen stays until it misses something', async () => {
  followBuild(page)
  isFull = true
  reconnect()
  await flushPromises()
  expect(reloads).toBe(0)
  miss()
  await flushPromises()
  expect(reloads).toBe(1)
})

test('PG52 the build of a page is that of its entry; a page of others is none', () => {
  const built =
    '<head><script src="/first-paint.js"></script>' +
    '<script type="module" crossorigin src="/assets/index-a1.js"></script></head>'
  expect(entryOf(built)).toBe('/assets/index-a1.js')
  expect(entryOf('<html><script src="/portal.js"></script>Please sign in</html>')).toBeNull()
  expect(entryOf('<script type="module">import "./x"</script>')).toBeNull()
  expect(entryOf('')).toBeNull()
})
