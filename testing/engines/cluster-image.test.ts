import { existsSync, mkdirSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { reachableDirectory } from '#testing/temporary-directory.ts'
import { placeCluster } from './cluster-image.ts'

test('runs that begin at once share an image, and leave those of other runs alone', async () => {
  const directory = reachableDirectory()
  const images = join(directory, 'images')
  const other = join(images, 'of other migrations')
  const unused = ['unused for two days', 'unfinished-two-days-ago'].map((name) =>
    join(images, name),
  )
  for (const image of [other, ...unused]) mkdirSync(join(image, 'cluster'), { recursive: true })
  const twoDaysAgo = new Date(Date.now() - 48 * 3_600_000)
  for (const image of unused) utimesSync(image, twoDaysAgo, twoDaysAgo)
  const places = ['one', 'two'].map((name) => join(directory, name))
  await Promise.all(places.map((place) => placeCluster(place, images)))
  for (const place of places) expect(existsSync(join(place, 'cluster', 'PG_VERSION'))).toBe(true)
  expect(readdirSync(images)).toHaveLength(2)
  expect(existsSync(other)).toBe(true)
})
