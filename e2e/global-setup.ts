import { buildWeb } from '../scripts/build-web.ts'
import { makeMissingImage } from '#testing/engines/cluster-image.ts'

/** What the files of this run share: the built web application and the image of a database. */
export default async function setup(): Promise<void> {
  await buildWeb(() => {})
  await makeMissingImage()
}
