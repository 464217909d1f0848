/**
 * Takes the pictures of the user guide: the product's own screens, on the demo plant, in four
 * languages, light and dark. `npm run guide-pictures`; names of pages take those alone.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { locales, type Locale } from '#kit/model/locale.ts'
import { eventually } from '#testing/eventually.ts'
import { mailSink } from '#testing/peers/mail-sink.ts'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { demoPlant, Stage } from '../stage.ts'
import { buildWeb } from '../../scripts/build-web.ts'
import { provideFonts } from './fonts.ts'
import { addExampleContent } from './add-example-content.ts'
import { storeShownWords, storePicture } from './picture-store.ts'
import { shots, type Shot } from './shots.ts'
import { takeShot } from './take-shot.ts'

const folder = fileURLToPath(
  new URL('../../features/toolbox/web/documentation/pictures/', import.meta.url),
)
const person = { email: 'admin@warroom.test', password: 'warroom' }

await buildWeb(() => {})
const asked = process.argv.slice(2)
const wanted = shots.filter(({ page }) => asked.length === 0 || asked.includes(page))
const fonts = mkdtempSync(join(tmpdir(), 'warroom-fonts-'))
provideFonts(fonts)
const sink = await mailSink()
const stage = await Stage.open({
  ...{ ...demoPlant, DEMO_DAYS: '8', SITE_TIMEZONE: 'Asia/Taipei' },
  ...{ SMTP_HOST: '127.0.0.1', SMTP_PORT: String(sink.port), SMTP_ENCRYPTION: 'none' },
  SMTP_FROM: 'warroom@plant.example',
})
try {
  await eventually('the history of the demo plant is there', () =>
    stage.server.output().includes('demo history filled in'),
  )
  const session = await new BrowserSession(stage.server.url).signIn(person.email, person.password)
  for (const locale of locales) {
    await addExampleContent(session, locale)
    for (const shot of wanted)
      await take(shot, locale).catch((error: unknown) => {
        process.exitCode = 1
        console.error(`${locale} ${shot.page}: ${String(error)}`)
      })
  }
} finally {
  await stage.close()
  await sink.close()
  rmSync(fonts, { recursive: true, force: true })
}
// The browser of all pages would keep this process.
process.exit()

async function take(shot: Shot, locale: Locale): Promise<void> {
  const { light, dark, words } = await takeShot(stage, person, shot, locale)
  const bytes = await Promise.all([
    storePicture(light, `${folder}${locale}/${shot.page}.avif`),
    storePicture(dark, `${folder}${locale}/${shot.page}-dark.avif`),
  ])
  storeShownWords(folder, locale, shot.page, words)
  console.log(`${locale} ${shot.page}: ${bytes.join(' and ')} bytes`)
}
