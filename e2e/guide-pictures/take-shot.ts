import type { Page } from 'playwright-core'
import type { Locale } from '#kit/model/locale.ts'
import { fakeSpeech } from '#testing/peers/fake-speech.ts'
import { readCatalogues } from '#testing/catalogues/catalogues.ts'
import type { Person, Stage } from '../stage.ts'
import { pictureSize } from '#features/toolbox/web/documentation/picture-size.ts'
import type { Shot } from './shots.ts'

/** Of the bar above, the folded menu and the line below, which no picture shows. */
const frame = { top: 50, left: 60, bottom: 40 } as const

const languageCookie = { en: 'en', ru: 'ru', 'zh-TW': 'zh', vi: 'vi' } as const

interface TakenShot {
  readonly light: Buffer
  readonly dark: Buffer
  /** Words of controls and headings that are in the catalogues as they are. */
  readonly words: readonly string[]
}

/** A screen as a person sees it, light and dark. */
export async function takeShot(
  stage: Stage,
  person: Person,
  shot: Shot,
  locale: Locale,
): Promise<TakenShot> {
  const page = await stage.open('/api/site', {
    person,
    language: languageCookie[locale],
    viewport: {
      width: pictureSize.width + frame.left,
      height: pictureSize.height + frame.top + frame.bottom,
    },
  })
  await page.evaluate(() =>
    localStorage.setItem('warroom-layout', JSON.stringify({ tagsView: false })),
  )
  await fakeSpeech(page, ['zh-TW', 'en-US', 'ru-RU', 'vi-VN'])
  await page.goto(shot.path)
  await shot.prepare(page, locale)
  const light = await picture(page, 'light')
  const words = await shownWords(page, locale)
  const dark = await picture(page, 'dark')
  await stage.closePages(/./)
  return { light, dark, words }
}

async function picture(page: Page, colorScheme: 'light' | 'dark'): Promise<Buffer> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.locator(`html[data-theme=${colorScheme}]`).waitFor()
  await settled(page)
  const clip = { x: frame.left, y: frame.top, ...pictureSize }
  return page.screenshot({ clip, animations: 'disabled', caret: 'hide' })
}

/** Fonts are there, nothing is being fetched, and what follows has been drawn. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.locator('.skeleton:visible').first().waitFor({ state: 'detached' })
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  })
}

async function shownWords(page: Page, locale: Locale): Promise<readonly string[]> {
  const known = new Set(Object.values(readCatalogues(locale)))
  const controls = 'button, h2, h3, th, label, legend, summary, [role=tab], a.button'
  const texts = await page
    .locator(`main :is(${controls}), dialog :is(${controls})`)
    .filter({ visible: true })
    .allInnerTexts()
  const words = texts.map((text) => text.trim()).filter((text) => known.has(text))
  return [...new Set(words)].toSorted()
}
