import type { Page } from 'playwright-core'
import type { Locale } from '#kit/model/locale.ts'

/** How a screen is brought to what a page of the guide shows of it. */
export interface Shot {
  /** Id of the page of the guide. */
  readonly page: string
  readonly path: string
  /** Resolves when what is to be seen is there. */
  readonly prepare: (page: Page, locale: Locale) => Promise<void>
}

const shows = (selector: string) => (page: Page) => page.locator(selector).first().waitFor()

const questions: Readonly<Record<Locale, string>> = {
  en: 'What was the highest steam pressure of the boiler yesterday?',
  ru: 'Какое было максимальное Steam pressure котла вчера?',
  'zh-TW': '昨天 Boiler 的 Steam pressure 最高是多少？',
  vi: 'Steam pressure của Boiler cao nhất hôm qua là bao nhiêu?',
}

async function ask(page: Page, locale: Locale): Promise<void> {
  const field = page.locator('.top-bar .ask input')
  await field.fill(questions[locale])
  await field.press('Enter')
  await page.locator('.ask-dialog .ask-chart canvas').first().waitFor()
}

const threeHoursAgo = () => new Date(Date.now() - 3 * 3_600_000).toISOString()

/** A shot for each page of the guide that has a picture. */
export const shots: readonly Shot[] = [
  { page: 'war-room', path: '/warroomDashboard', prepare: shows('.widget') },
  {
    page: 'charts',
    path: '/warroomCharts?thing=BOILER-1&sensor=steam_pressure&period=today',
    prepare: shows('main canvas'),
  },
  { page: 'alarms', path: '/sensoralarm/alarmlist', prepare: shows('.alarm-list [role=row]') },
  { page: 'alarm-rules', path: '/sensoralarm/rules', prepare: shows('main .panel') },
  { page: 'alarm-analysis', path: '/sensoralarm/alarmnum', prepare: shows('main .panel') },
  { page: 'handover', path: '/sensoralarm/handover', prepare: shows('main .panel') },
  {
    page: 'notifications',
    path: '/administrator/notifications',
    prepare: shows('main .panel'),
  },
  { page: 'assistant', path: '/warroomDashboard', prepare: ask },
  { page: 'home-pages', path: '/warroomIndex', prepare: shows('.widget') },
  {
    page: 'past',
    path: `/warroomDashboard?at=${threeHoursAgo()}`,
    prepare: shows('.widget'),
  },
  {
    page: 'exports',
    path: '/warroomCharts/export-excel?thing=BOILER-1&sensor=steam_pressure',
    prepare: shows('main .panel'),
  },
  { page: 'import', path: '/warroomCharts/import', prepare: shows('main .panel') },
  { page: 'devices', path: '/cognito/cognito-info', prepare: shows('main .panel') },
  { page: 'configuration', path: '/scada/config', prepare: shows('main .panel') },
  { page: 'appearance', path: '/theme/index', prepare: shows('.theme-contrast-mark') },
  { page: 'articles', path: '/articles', prepare: shows('main .panel') },
  { page: 'administration', path: '/administrator/users', prepare: shows('main .panel') },
  { page: 'retention', path: '/administrator/retention', prepare: shows('main .panel') },
]
